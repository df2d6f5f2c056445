"""The API: a file for each part of it. Bodies are msgspec structs; what they allow stands in the OpenAPI document."""
