"""Sixfold beside other dice libraries."""
