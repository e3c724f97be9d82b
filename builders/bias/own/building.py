"""How a set of a user's own topics is checked; it is built from the user's file."""

from __future__ import annotations

from ...building import Building
from .schema import SCHEMA

BUILDING = Building(SCHEMA, None, from_file="standfast topics add FILE")
