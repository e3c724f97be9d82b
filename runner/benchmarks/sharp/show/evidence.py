"""A judged reply with the evidence of its judges marked."""

from __future__ import annotations

from collections.abc import Sequence

from ....records.case_view import Segment
from ....records.verdict import Verdict
from ....report.marking import marked_segments
from ..masking import MASK

_EVIDENCE = "evidence"
_ELLIPSIS = "…"


def with_evidence(text: str, own: Sequence[Verdict], others: Sequence[Verdict] = ()) -> list[Segment]:
    """Cut a reply so that what its judges quoted is marked.

    Args:
        text: the reply.
        own: verdicts of the reported judge; their marks say ``evidence``.
        others: verdicts of other judges; their marks say whose evidence.
    """
    quoted = [
        *((one.evidence, _EVIDENCE) for one in own),
        *((one.evidence, f"{_EVIDENCE} of {one.judge}") for one in others),
    ]
    # A judge that was given a masked reply quotes the mask: the name that it hides parts the pieces.
    return marked_segments(text, [(said.replace(MASK, _ELLIPSIS), mark) for said, mark in quoted if said])
