"""JSON objects inside the text of a model's reply."""

from __future__ import annotations

import json
from typing import Any


def json_objects(text: str) -> list[Any]:
    """Every JSON object that stands in a text, outermost ones only, in order; broken ones are passed over."""
    decoder = json.JSONDecoder()
    found, at = [], text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError:
            end = at + 1
        else:
            found.append(value)
        at = text.find("{", end)
    return found
