"""The columns every ConceptNet reader gives."""

from __future__ import annotations

import polars as pl

ASSERTION = {
    "line": pl.UInt64,  # line (or edge) number in the file, from 1
    "uri": pl.String,  # /a/[...] as the file has it
    "relation": pl.String,  # IsA, NotCapableOf, dbpedia/genre ... without /r/
    "start": pl.String,  # node URI
    "end": pl.String,  # node URI, or an absolute URL for ExternalURL
    "start_language": pl.String,
    "start_term": pl.String,
    "start_pos": pl.String,  # n v a r s, or null
    "start_sense": pl.String,  # wn/animal, wikt/en_1 ... (5.7), or null
    "end_language": pl.String,  # null for a URL, as are the three below
    "end_term": pl.String,
    "end_pos": pl.String,
    "end_sense": pl.String,
    "weight": pl.Float64,  # comparable inside one dataset only; null where the format has none
    "dataset": pl.String,
    "licence": pl.String,  # of this row: cc:by/4.0 or cc:by-sa/4.0; null where none is stated
    "surface_text": pl.String,  # with its [[ ]], without the leading *
    "surface_start": pl.String,  # the span that names the start node
    "surface_end": pl.String,
}
"""Name and type of each column, in order."""

NODE_PARTS = ("language", "term", "pos", "sense")
