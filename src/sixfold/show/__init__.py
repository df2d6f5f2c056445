"""Values to documents: text, HTML, Markdown, charts and files."""
