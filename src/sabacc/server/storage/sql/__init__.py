"""SQL, a module for each subject; what both databases understand is written once."""
