"""What can be set, and what is refused because it cannot work."""

from pathlib import Path
from typing import Any

import pytest
from standfast.errors import UsageError
from standfast.options import options_of, read_options
from standfast.releases.release import Release
from standfast.runner.benchmarks.picon.scores.run_scores import PiconChoices
from standfast.runner.benchmarks.picon.settings import PiconSettings, check_settings


def read_settings(values: dict[str, Any]) -> PiconSettings:
    return read_options(PiconSettings, values, of="picon")


def test_lists_may_be_text() -> None:
    settings = read_settings({"languages": "en, pt", "turns": "30", "decoys": "0.1", "personas": ["b", "a"]})
    assert settings == PiconSettings(languages=("en", "pt"), turns=30, decoys=0.1, personas=("a", "b"))
    assert settings.main_turns == 20
    assert settings.record()["languages"] == ["en", "pt"]


def test_the_record_of_a_run_is_as_it_always_was() -> None:
    assert PiconSettings().record() == {
        "turns": 50, "languages": ["en"], "personas": None, "orders": ["shuffled"], "seed": 42, "sessions": 2,
        "retest": "as_asked", "decoys": 0.25, "persona": "release", "date": None,
    }  # fmt: skip


WRONG: dict[str, tuple[object, ...]] = {
    "turns": (10, 0, 501, "many", "", 20.5, True, None, [20]),
    "languages": ("de", "", "en,de", [], [1], {"en": 1}, None, 3, True),
    "personas": ("", [], [1], {"a": 1}, 3, False),
    "orders": ("random", "", [], ["fixed", "x"], None, 1),
    "seed": ("x", "", 1.5, "1.5", True, None, [1]),
    "sessions": (0, 11, "two", 1.5, None, True),
    "retest": ("twice", "", "as asked", None, 1, ["as_asked"], True),
    "decoys": (-0.1, 0.51, "half", "nan", "inf", None, True, [0.1]),
    "persona": ("", "  ", None, 1, ["release"], True),
    "date": ("", 20260615, ["2026-06-15"], True),
}


def test_every_setting_has_bad_values_here() -> None:
    assert [*WRONG] == [*options_of(PiconSettings)]


@pytest.mark.parametrize(("name", "value"), [(name, one) for name, ones in WRONG.items() for one in ones])
def test_a_bad_value_is_named_with_what_is_taken(name: str, value: object) -> None:
    with pytest.raises(UsageError, match=f"the setting {name} of picon cannot be ") as refused:
        read_settings({name: value})
    assert options_of(PiconSettings)[name].takes in str(refused.value)


@pytest.mark.parametrize("value", ["Paper", "original", "", None, 1, True, ["paper"]])
def test_a_bad_reading_is_refused(value: object) -> None:
    with pytest.raises(UsageError, match="the choice reading of picon cannot be .*paper or package"):
        read_options(PiconChoices, {"reading": value}, of="picon", word="choice")


def test_choices_and_settings_have_no_others() -> None:
    assert read_options(PiconChoices, {"reading": "package"}, of="picon", word="choice").record() == {
        "reading": "package"
    }
    with pytest.raises(UsageError, match="picon has no choice 'missing'"):
        read_options(PiconChoices, {"missing": "strict"}, of="picon", word="choice")
    with pytest.raises(UsageError, match="picon has no setting 'modes'"):
        read_settings({"modes": "x"})


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"personas": "nobody"}, "no persona 'nobody'"),
        ({"personas": "he-weiting"}, "speaks zh"),
        ({"persona": "mine"}, "does not say where"),
        ({"persona": "inside"}, "has a date"),
        ({"persona": "inside", "date": "June"}, "is not a date"),
        ({"persona": "inside", "date": "2026-06-15", "personas": "ruth-ellery"}, "another one given"),
        ({"persona": "file:none.txt", "date": "2026-06-15"}, "cannot be read"),
        ({"date": "2026-06-15"}, "date of their own"),
    ],
)
def test_refused_by_the_release_or_together(release: Release, values: dict[str, Any], fault: str) -> None:
    with pytest.raises(UsageError, match=fault):
        check_settings(release, read_settings(values))


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        (PiconSettings(turns=10), "the setting turns of picon cannot be 10; give a whole number from 11"),
        (PiconSettings(languages=()), "the setting languages"),
        (PiconSettings(sessions=0), "the setting sessions"),
        (PiconSettings(decoys=0.9), "the setting decoys of picon cannot be 0.9; give a number from 0 to 0.5"),
    ],
)
def test_settings_made_in_python_are_held_to_the_same(
    release: Release, settings: PiconSettings, fault: str
) -> None:
    with pytest.raises(UsageError, match=fault):
        check_settings(release, settings)


def test_a_persona_file_counts_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("You are Ana.", encoding="utf-8")
    before = PiconSettings(persona=f"file:{path}", date="2026-06-15").record()
    assert before["persona_sha256"] == ("d5f58ba0cfda8930cf87fe4723db3f0b3c682d28748bdda04adc5aca5b7ad242")
    path.write_text("You are Rui.", encoding="utf-8")
    assert PiconSettings(persona=f"file:{path}", date="2026-06-15").record() != before
