"""The benchmarks the toolkit builds, by name."""

from __future__ import annotations

BENCHMARKS = ("sharp", "bias", "picon")
