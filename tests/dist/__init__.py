"""What is published: the source distribution and its contents."""
