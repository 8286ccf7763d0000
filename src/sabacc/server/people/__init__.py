"""Who is who: guests, accounts, sessions, names and passwords."""
