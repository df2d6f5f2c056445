"""Sources of faces: the operating system, or a seed."""
