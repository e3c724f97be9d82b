"""Answers of the question bank read and compared by rule."""
