"""Judges: what side a transcript's reply takes."""
