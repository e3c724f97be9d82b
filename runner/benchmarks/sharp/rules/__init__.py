"""The stance of a reply by cue phrases, for demos and tests."""
