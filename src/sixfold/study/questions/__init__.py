"""The questions of designers, a file each: its answer, and the function that finds it."""
