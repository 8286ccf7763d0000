"""What a server keeps: the log, backups, and checks that all of it is true."""
