"""Reports as plain data: blocks for people, charts, and tidy lines. Formats (`show`) draw it."""
