"""The pages: what they show is what happens, and where they point to is there."""
