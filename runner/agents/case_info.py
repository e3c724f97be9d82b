"""What an agent under test may know of the case that it is asked in, beside the messages."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..records.conversation import Case

PARAMETER = "info"


@dataclass(frozen=True)
class CaseInfo:
    """What a ``python:`` agent is told, where its signature asks for it by a parameter named ``info``.

    It holds nothing that would give the right answer away: not which side a simulated user takes, not whether
    a claim is true.

    Attributes:
        benchmark: whose case it is.
        case: names the case, the same in every run; says nothing of it.
        repeat: which replay of the case this is, from 0.
        session: which session of the case this is, from 1; in a later one an earlier one is not remembered.
        language: what the case is played in (``en``, ``pt``, ``zh``), or None where nobody knows.
        role: names and values of what the agent is cast as. bias: none. sharp: ``script``, ``protagonist``,
            ``character`` (ids), ``script_title``, ``protagonist_name``, ``character_name`` and ``claim`` (its
            text). picon: ``persona`` (its id).
    """

    benchmark: str
    case: str
    repeat: int = 0
    session: int = 1
    language: str | None = None
    role: Mapping[str, Any] = field(default_factory=dict)


def case_info(case: Case) -> CaseInfo:
    """What may be known of a case."""
    role = dict(case.info)
    language = role.pop("language", None)
    # The name holds what the agent must not know, so of it only a digest is told.
    name = hashlib.sha256(f"{case.benchmark}/{case.name}".encode()).hexdigest()[:16]
    return CaseInfo(case.benchmark, name, case.repeat, case.session, language, role)


def asks_for_info(function: Callable[..., Any]) -> bool:
    """Whether a function, or the making of a class, has a parameter named ``info``."""
    try:
        return PARAMETER in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False
