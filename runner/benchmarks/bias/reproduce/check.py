"""One published table, and how much of it comes out again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Check:
    """Published figures against recomputed ones.

    Attributes:
        what: the table or figure.
        published: figures published.
        recomputable: of these, figures whose records are at hand.
        matched: of these, figures that come out the same, to the last digit given.
        notes: figures that differ or cannot be recomputed, with the reason.
    """

    what: str
    published: int
    recomputable: int
    matched: int
    notes: tuple[str, ...] = ()


def compare(what: str, published: dict[str, object], recomputed: dict[str, object], missing: str) -> Check:
    """Compare figures by name; a figure that was not recomputed is noted with the reason ``missing``."""
    at_hand = [name for name in published if name in recomputed]
    differing = [name for name in at_hand if published[name] != recomputed[name]]
    notes = [f"{name}: published {published[name]}, recomputed {recomputed[name]}" for name in differing]
    absent = [name for name in published if name not in recomputed]
    if absent:
        shown = ", ".join(absent[:4]) + (" …" if len(absent) > 4 else "")
        notes.append(f"not recomputable ({missing}): {len(absent)} ({shown})")
    return Check(what, len(published), len(at_hand), len(at_hand) - len(differing), tuple(notes))
