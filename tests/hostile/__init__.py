"""What no one should hand in, through every door: each is refused in one sentence, soon, and without much room."""
