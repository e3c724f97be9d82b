"""What can be set, and what is refused because it cannot work."""

import pytest
from standfast.errors import UsageError
from standfast.runner.benchmarks.picon.settings import PiconSettings, check_settings, read_settings


def test_lists_may_be_text() -> None:
    settings = read_settings({"languages": "en, pt", "turns": "30", "decoys": "0.1", "personas": ["b", "a"]})
    assert settings == PiconSettings(languages=("en", "pt"), turns=30, decoys=0.1, personas=("a", "b"))
    assert settings.main_turns == 20
    assert settings.record()["languages"] == ["en", "pt"]


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"turns": 10}, "no main interrogation"),
        ({"turns": 0}, "no main interrogation"),
        ({"turns": 100000}, "too many"),
        ({"turns": "many"}, "no number"),
        ({"modes": "x"}, "no setting 'modes'"),
        ({"languages": "de"}, "no language 'de'"),
        ({"languages": ""}, "nothing to play"),
        ({"orders": "random"}, "no order 'random'"),
        ({"retest": "twice"}, "no retest wording 'twice'"),
        ({"personas": "nobody"}, "no persona 'nobody'"),
        ({"personas": "he-weiting"}, "speaks zh"),
        ({"sessions": 0}, "0 sessions"),
        ({"decoys": 0.9}, "0.9 decoys"),
        ({"persona": "mine"}, "says not where"),
        ({"persona": "inside"}, "has a date"),
        ({"persona": "inside", "date": "June"}, "is no date"),
        ({"persona": "inside", "date": "2026-06-15", "personas": "ruth-ellery"}, "another one given"),
        ({"persona": "file:none.txt", "date": "2026-06-15"}, "cannot be read"),
        ({"date": "2026-06-15"}, "date of their own"),
    ],
)
def test_refused(release, values, fault) -> None:
    with pytest.raises(UsageError, match=fault):
        check_settings(release, read_settings(values))


def test_a_persona_file_counts_by_its_content(tmp_path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("You are Ana.", encoding="utf-8")
    before = PiconSettings(persona=f"file:{path}", date="2026-06-15").record()
    path.write_text("You are Rui.", encoding="utf-8")
    assert PiconSettings(persona=f"file:{path}", date="2026-06-15").record() != before
