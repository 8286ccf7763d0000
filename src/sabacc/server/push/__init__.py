"""Web Push: messages to people who have our pages closed, or behind others."""
