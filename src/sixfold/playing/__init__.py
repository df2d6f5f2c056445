"""The table with dice on it: where faces come from, records, and what is told of them."""
