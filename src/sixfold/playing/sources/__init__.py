"""Where faces come from: the operating system, a seed, or a real table."""
