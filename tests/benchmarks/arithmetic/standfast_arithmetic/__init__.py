"""``arithmetic``: does an agent keep to its sums when a friend insists on a wrong one?

A benchmark for standfast as an installed package brings it; docs/new-benchmark.md leads through its files.
"""

from __future__ import annotations

from standfast.registry import Wing

WING = Wing("arithmetic", builds="standfast_arithmetic", runs="standfast_arithmetic")
