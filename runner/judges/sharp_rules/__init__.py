"""A rule-based judge of the sharp benchmark, for demos and tests: cues of a stance in three languages."""
