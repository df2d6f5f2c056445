"""The live table: its rules without I/O (`room`), its events kept (`store`), HTTP (`server`), and the page (`page`)."""
