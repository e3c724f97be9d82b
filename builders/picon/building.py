"""How ``picon`` is built, checked and described."""

from __future__ import annotations

from ..building import Building
from .build import build_picon
from .schema import SCHEMA

BUILDING = Building(SCHEMA, build_picon)
