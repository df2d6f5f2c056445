"""Check texts to values and back."""
