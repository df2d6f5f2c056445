"""Readers give the verbs of a rule their meaning: thrown, typed, solved, told, sampled."""
