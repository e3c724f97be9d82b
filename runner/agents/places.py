"""The place of a question in its case: in which session it is asked, and for the how-manieth time."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..records.conversation import Case, Message


@dataclass
class _Kept:
    session: int
    asked: Counter[str] = field(default_factory=Counter)
    session_id: str = field(default_factory=lambda: uuid.uuid4().hex)


class Places:
    """What was asked in the cases under way; a case that is played again begins anew."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self._kept: dict[str, _Kept] = {}

    def asked_before(self, case: Case, messages: Sequence[Message]) -> int:
        """How often these messages were asked in this session of the case before; this time is counted."""
        if case.asked is not None:
            return case.asked
        digest = hashlib.sha256(json.dumps(messages).encode()).hexdigest()
        asked = self._of(case).asked
        asked[digest] += 1
        return asked[digest] - 1

    def session_id(self, case: Case) -> str:
        """A name for the session that no other has, and that says nothing of the case."""
        return self._of(case).session_id

    def forget(self, case: Case) -> None:
        """The case is finished or given up."""
        self._kept.pop(case.name, None)

    def _of(self, case: Case) -> _Kept:
        kept = self._kept.get(case.name)
        if kept is None or kept.session != case.session:
            kept = self._kept[case.name] = _Kept(case.session)
        return kept
