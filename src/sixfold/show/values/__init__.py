"""How values are presented and written: a file for each kind, with its report, its document and what else it has."""
