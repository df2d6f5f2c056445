"""The second opinion about the odds of a game of one's own: `confirm` asks for it, once for each check."""
