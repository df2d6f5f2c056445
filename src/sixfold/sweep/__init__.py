"""Sweeps: every check of named ranges, solved on all cores of a machine or on a cluster, with nothing done twice.

`plan` says which checks and in which chunks; `local` and `dask` solve chunks, and know no files; `store` keeps what
they find. `run` brings the three together.
"""
