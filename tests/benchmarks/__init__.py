"""The benchmarks, on small sizes."""
