"""What goes over the sockets: messages, who gets which, and how those who come back catch up."""
