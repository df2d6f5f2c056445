"""A check on real dice.

- Faces come from `sources`, the operating system or a seed, or they are typed (`rules.typed_faces`). The table on which
  they lie is `rules.rolled_table`.
- `step` plays a check as far as faces and choices go, and asks for the next ones; every way of asking stands on it.
- A `record` is a check that was thrown; a `log` has many of them, a line each.
- `standing` is where a throw stands among all that could have come of its check, and says that in its data.
"""
