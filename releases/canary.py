"""The canary: a string by which those who gather training data can find and leave out a benchmark."""

from __future__ import annotations

import uuid

_NAMESPACE = uuid.UUID("6f1d6a3e-0c5b-4d0e-9a57-5e2b8d1c9f40")


def canary_of(benchmark: str) -> str:
    """The canary of a benchmark, the same in every version.

    A sentence asking not to train on the data, and a GUID to search for.
    """
    guid = uuid.uuid5(_NAMESPACE, benchmark)
    return f"Benchmark data, not for training language models: standfast {benchmark} canary {guid}"
