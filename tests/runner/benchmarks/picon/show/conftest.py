"""Small interviews made by hand, for charts, tables and cases."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from standfast.runner.benchmarks.picon.scores.run_scores import PiconRun
from standfast.runner.benchmarks.picon.show.interviews import ReadRun, read_interviews

# Question, answer, note, details and label of an exchange.
Exchanges = Sequence[tuple[str, str, Mapping[str, Any], Mapping[str, Any], str | None]]


@pytest.fixture
def read(make: Callable[..., PiconRun]) -> Callable[..., ReadRun]:
    def read(name: str, *interviews: Exchanges, **more: Any) -> ReadRun:
        return read_interviews(make(name, *interviews, **more))

    return read


FINE = {"substantive": True, "conflicts": []}


@pytest.fixture
def interview() -> Exchanges:
    """Ten exchanges: a contradiction of three statements, a refusal, a claim refuted, a decoy, two retests."""
    town = {
        "entity_id": "e1",
        "name": "Glasgow",
        "claims": [{"claim_id": "c1", "text": "Glasgow is in Chile."}],
    }
    passage = {"url": "release:documents/glasgow", "title": "Glasgow", "text": "A city in Scotland."}
    search = {"entity_id": "e1", "query": "Glasgow", "status": "found", "passages": [passage]}
    failed = {"entity_id": "e2", "query": "Leith", "status": "failed", "passages": [], "problem": "time out"}
    port = {"entity_id": "e2", "name": "Leith", "claims": []}
    three = {"turns": [1, 3, 4], "rule": "check:native_born_here"}
    real = {"name": "Glasgow", "decoy": False, "entity_id": "e1", "turn": 2}
    decoy = {"name": "Porto", "decoy": True, "entity_id": "e1", "turn": 2}
    return [
        ("Born here?", "Let me think. Yes, I was born here.", {"stage": "get_to_know", "question_id": "born_here"}, FINE, "consistent"),
        ("Which town?", "Glasgow, near Leith.", {"stage": "get_to_know", "question_id": "town", "entities": [town, port], "searches": [search, failed]}, FINE, "consistent"),
        ("Where were you born?", "In Chile.", {"question_id": "birth_country"}, FINE, "consistent"),
        ("Where do you live?", "The UK.", {"question_id": "residence_country"}, {"substantive": True, "conflicts": [three]}, "contradiction"),
        ("Any children?", "I would rather not say.", {"question_id": "children"}, {"substantive": False, "abstention": "refusal", "conflicts": []}, "abstention"),
        ("Is Glasgow yours?", "Yes.", {"stage": "confirmation", "asking": real}, {"affirmed": True, "claims": {"c1": "refuted"}}, "affirmed"),
        ("Is Porto yours?", "Yes.", {"stage": "confirmation", "asking": decoy}, {"affirmed": True, "claims": {}}, "affirmed"),
        ("Again, born here?", "No.", {"stage": "retest", "question_id": "born_here"}, {"first_turn": 1, "retest": "conflict", "rule_retest": "conflict"}, "conflict"),
        ("Born here?", "Yes.", {"stage": "later", "session": 2, "question_id": "born_here", "history_cut": True}, {"first_turn": 1, "retest": "same", "rule_retest": "same"}, "same"),
        ("Which town?", "<b>Hm</b>.", {"stage": "later", "session": 2, "question_id": "town"}, {"first_turn": 2, "retest": "one_sided", "rule_retest": "one_sided"}, "one_sided"),
    ]  # fmt: skip
