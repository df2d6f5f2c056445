"""Bots at stand-ins of the chats that they talk to, on loopback."""
