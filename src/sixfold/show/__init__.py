"""Reports, charts and tidy data to documents. Every file in `formats` is a format; `files` writes them."""
