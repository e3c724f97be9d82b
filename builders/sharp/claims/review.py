"""Reviewing claims: a sheet with all wordings side by side goes out, decisions come back."""

from __future__ import annotations

import hashlib

import polars as pl

from ....errors import BuildError
from .pairs import LANGUAGES

TEXTS = tuple(f"{reading}_{code}" for code in LANGUAGES for reading in ("factual", "counterfactual"))
SHEET = ("assertion_uri", "domain", "transformation", "review", *TEXTS, "decision", "reason")
DECISIONS = ("assertion_uri", "decision", "reason", "wording", *TEXTS)
ACCEPT, EDIT, REJECT = "accept", "edit", "reject"


def review_sheet(pairs: pl.DataFrame) -> pl.DataFrame:
    """The sheet: one row per assertion, columns ``decision`` and ``reason`` to be filled in.

    To edit, change the texts in place and write ``edit``; to drop, write ``reject`` and a reason.
    """
    empty = pl.lit(None, pl.String)
    return pairs.with_columns(decision=empty, reason=empty).select(SHEET).sort("domain", "assertion_uri")


def take_decisions(sheet: pl.DataFrame, pairs: pl.DataFrame, known: pl.DataFrame) -> pl.DataFrame:
    """Decisions of a filled sheet, added to those known; a newer one replaces an older one.

    Args:
        sheet: as ``review_sheet`` gives it, with decisions.
        pairs: the pairs as they stand without any decision.
        known: columns ``DECISIONS``.

    Raises:
        BuildError: an unknown decision or assertion, an edit without change, a change without edit, a
            rejection without reason.
    """
    current = {row["assertion_uri"]: row for row in pairs.iter_rows(named=True)}
    taken = []
    for row in sheet.filter(pl.col("decision").is_not_null()).iter_rows(named=True):
        uri, decision = row["assertion_uri"], row["decision"]
        if uri not in current:
            raise BuildError(
                "the sheet reviews an assertion that is not built", where=uri, fix="make a new sheet"
            )
        changed = {name: row[name] for name in TEXTS if row[name] != current[uri][name]}
        _check(uri, decision, row["reason"], changed)
        texts = [changed.get(name) for name in TEXTS]
        taken.append((uri, decision, row["reason"], wording(current[uri]), *texts))
    new = pl.DataFrame(taken, schema=dict.fromkeys(DECISIONS, pl.String), orient="row")
    return (
        pl.concat([known.select(DECISIONS), new]).unique("assertion_uri", keep="last").sort("assertion_uri")
    )


def apply_decisions(pairs: pl.DataFrame, decisions: pl.DataFrame) -> pl.DataFrame:
    """Pairs without those rejected, with edited texts put in, and ``review`` saying which is which.

    Raises:
        BuildError: a decision was taken on other wording than the assertion has now.
    """
    decided = {row["assertion_uri"]: row for row in decisions.iter_rows(named=True)}
    rows = []
    for row in pairs.iter_rows(named=True):
        decision = decided.get(row["assertion_uri"])
        if decision is None:
            rows.append(row)
            continue
        if decision["decision"] == REJECT:
            continue
        if decision["wording"] != wording(row):
            raise BuildError(
                "its wording has changed since it was reviewed",
                where=row["assertion_uri"],
                fix="review it again with 'standfast review sharp'",
            )
        edits = {name: decision[name] for name in TEXTS if decision[name] is not None}
        rows.append({**row, **edits, "review": "edited" if edits else "accepted"})
    return pl.DataFrame(rows, schema=pairs.schema, orient="row")


def wording(row: dict[str, str]) -> str:
    """A short digest of the six texts, by which a decision knows what it was taken on."""
    return hashlib.sha256("\n".join(row[name] for name in TEXTS).encode()).hexdigest()[:12]


def _check(uri: str, decision: str, reason: str | None, changed: dict[str, str | None]) -> None:
    if decision not in {ACCEPT, EDIT, REJECT}:
        raise BuildError(f"{decision!r} is not a decision", where=uri, fix="write accept, edit or reject")
    if decision == REJECT and not reason:
        raise BuildError("a rejection needs a reason", where=uri, fix="fill in the column 'reason'")
    if (decision == EDIT) != bool(changed) and decision != REJECT:
        fault = "nothing is edited" if decision == EDIT else "a text was changed"
        raise BuildError(f"{fault} though the decision is {decision!r}", where=uri, fix="write the other one")
    if any(text is None for text in changed.values()):
        raise BuildError("a text was emptied", where=uri, fix="reject the assertion instead")
