"""Sweeps: every check of named ranges, solved on all cores of a machine or on a cluster, with nothing done twice.

`plan` says which checks and in which chunks; `processes` and `dask` solve chunks, and know no files; `sqlite_store`
and `parquet_store` keep what they find; `sweep_file` reads what is asked, and `output` writes tables for programs.
`scheduler` brings them together.
"""
