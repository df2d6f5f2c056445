"""Sweeps: every check of named ranges, solved on all cores of a machine or on a cluster, with nothing done twice.

`plan` says which checks and in which chunks; `processes` and `dask` solve chunks, and know no files; `sqlite` and
`parquet` keep what they find. `scheduler` brings them together.
"""
