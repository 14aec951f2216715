"""Makes the reference page and the schema that editors read."""
