"""The scan: what a schema cannot state but a reader would stumble over, looked for before freezing."""
