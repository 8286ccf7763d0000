"""The Coruscant family: two dice set a target; select, shift, come closest."""
