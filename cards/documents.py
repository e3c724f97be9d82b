"""The files of a release that describe it: card, Croissant, and what lets other tools run a part of it."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..builders.parquet import write_table
from ..releases.manifest import CARD_FILE
from .card import render_card
from .croissant import render_croissant
from .single_turn import SINGLE_TURN_FILE, render_eval_yaml, single_turn_rows

if TYPE_CHECKING:
    import polars as pl

    from ..releases.manifest import Manifest

CROISSANT_FILE = "croissant.json"
EVAL_FILE = "eval.yaml"


def render_documents(manifest: Manifest, tables: Mapping[str, pl.DataFrame]) -> dict[str, bytes]:
    """File name to bytes, the same for the same release whenever and wherever they are made."""
    documents = {CARD_FILE: render_card(manifest), CROISSANT_FILE: render_croissant(manifest, tables)}
    rows = single_turn_rows(manifest.benchmark, tables)
    if rows is None:
        return {name: text.encode("utf-8") for name, text in documents.items()}
    documents[EVAL_FILE] = render_eval_yaml(manifest.benchmark)
    parquet = io.BytesIO()
    write_table(parquet, rows)
    return {
        **{name: text.encode("utf-8") for name, text in documents.items()},
        SINGLE_TURN_FILE: parquet.getvalue(),
    }
