"""Sources of faces: the operating system, a seed, or a real table."""
