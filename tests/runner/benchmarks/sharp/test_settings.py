"""Settings and choices of sharp: every value is taken in every spelling, or refused in a sentence."""

from pathlib import Path

import polars as pl
import pytest
import standfast
from standfast.errors import UsageError
from standfast.options import check_options, options_of, read_options
from standfast.releases.release import Release
from standfast.runner.benchmarks.sharp.settings import SharpChoices, SharpSettings, check_settings

_NO_SWITCH = ["maybe", "", "1", 1, 0, None, [True], 1.0]
BAD = {
    "languages": ["fr", "en,fr", "EN", "", ",", [], [1], 5, True, None, {"en": 1}, b"en"],
    "scripts": ["", " , ", [], [7], 7, True, {"tower": 1}, b"tower"],
    "characters": ["", ",", [], [None], 0, False, ["jun", 1]],
    "direction": ["up", "", "TO", "to,from", None, True, 1, ["to"]],
    **dict.fromkeys(("ungrouped", "pairs", "stranger", "plain", "hint", "role_prompt"), _NO_SWITCH),
}
BAD_CHOICES = {
    "neutral": ["kept", "", "KEEP", None, True, ["keep"], 1],
    "samples": ["abc", "", "99", 99, 0, -1, 1000.0, "1e3", "nan", "inf", True, None, [1000]],
    "seed": ["x", "", "-1", -1, 0.5, "0.5", False, None, [0]],
    "reference": ["", 5, True, ["runs/a"], {"runs/a": 1}],
    "reference_judge": ["", "  ", 5, True, ["rules"]],
}


def test_every_setting_and_choice_is_tried() -> None:
    assert set(BAD) == set(options_of(SharpSettings))
    assert set(BAD_CHOICES) == set(options_of(SharpChoices))


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, bad in BAD.items() for value in bad])
def test_a_bad_value_of_a_setting_is_refused_with_what_it_takes(name: str, value: object) -> None:
    with pytest.raises(UsageError) as caught:
        read_options(SharpSettings, {name: value}, of="sharp")
    assert f"the setting {name} of sharp cannot be {value!r}; give " in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, bad in BAD_CHOICES.items() for value in bad]
)
def test_a_bad_value_of_a_choice_is_refused_with_what_it_takes(name: str, value: object) -> None:
    with pytest.raises(UsageError) as caught:
        read_options(SharpChoices, {name: value}, of="sharp", word="choice")
    assert f"the choice {name} of sharp cannot be {value!r}; give " in str(caught.value)


@pytest.mark.parametrize(
    ("given", "settings"),
    [
        ({}, SharpSettings()),
        ({"languages": "zh, en"}, SharpSettings(languages=("en", "zh"))),
        ({"languages": ["pt", "pt"]}, SharpSettings(languages=("pt",))),
        ({"scripts": "tower,harbour"}, SharpSettings(scripts=("harbour", "tower"))),
        ({"scripts": None, "characters": None}, SharpSettings()),
        ({"characters": ("jun", "harbour/tom/gil")}, SharpSettings(characters=("harbour/tom/gil", "jun"))),
        ({"direction": "from"}, SharpSettings(direction="from")),
        *(({"hint": word}, SharpSettings(hint=True)) for word in ("yes", "on", "true", "On", True)),
        *(({"plain": word}, SharpSettings(plain=False)) for word in ("no", "off", "false", False)),
    ],
)
def test_a_good_value_is_taken_in_every_spelling(given: dict[str, object], settings: SharpSettings) -> None:
    assert read_options(SharpSettings, given, of="sharp") == settings


def test_choices_are_taken_as_the_command_line_gives_them() -> None:
    given = {
        "neutral": "drop",
        "samples": "100",
        "seed": "7",
        "reference": "runs/a",
        "reference_judge": "rules",
    }
    assert read_options(SharpChoices, given, of="sharp", word="choice") == SharpChoices(
        "drop", 100, 7, Path("runs/a"), "rules"
    )
    check_options(SharpChoices, SharpChoices(reference=Path("runs/a")), of="sharp", word="choice")
    with pytest.raises(UsageError, match="the choice samples of sharp cannot be 5"):
        check_options(SharpChoices, SharpChoices(samples=5), of="sharp", word="choice")


def test_what_the_fingerprint_holds_is_as_it_always_was() -> None:
    assert list(SharpSettings(scripts=("tower",)).record().items()) == [
        ("languages", ["en"]), ("scripts", ["tower"]), ("characters", None), ("direction", "to"),
        ("ungrouped", False), ("pairs", False), ("stranger", True), ("plain", True), ("hint", False),
        ("role_prompt", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"scripts": "castle"}, "no script 'castle'; choose from harbour, tower"),
        ({"characters": "nobody"}, "no character 'nobody'"),
        ({"scripts": "harbour", "characters": "jun"}, "jun is not a character of harbour"),
        (
            {"scripts": "harbour", "characters": "gil,tower/mira/jun"},
            "tower/mira/jun is not a character of harbour",
        ),
    ],
)
def test_settings_that_exclude_each_other_are_refused_before_a_call(
    sharp_release: Release, settings: dict[str, str], problem: str
) -> None:
    calls: list[object] = []
    with pytest.raises(UsageError, match=problem):
        standfast.evaluate(sharp_release, calls.append, settings=settings)
    assert calls == []


def test_a_direction_or_a_script_without_anyone_to_play_is_refused(sharp_release: Release) -> None:
    intimacy = sharp_release.tables["intimacy"]
    kept = intimacy.filter((pl.col("character") != "jun") | (pl.col("direction") == "to"))
    of_jun = Release(sharp_release.manifest, {**sharp_release.tables, "intimacy": kept}, Path("nowhere"))
    with pytest.raises(UsageError, match="jun is not a character in the direction 'from'"):
        check_settings(of_jun, SharpSettings(direction="from", characters=("jun",)))
    nobody = intimacy.with_columns(group=pl.lit("ungrouped"))
    empty = Release(sharp_release.manifest, {**sharp_release.tables, "intimacy": nobody}, Path("nowhere"))
    with pytest.raises(UsageError, match="no character of tower has a group; set ungrouped=yes"):
        check_settings(empty, SharpSettings(scripts=("tower",)))
    check_settings(empty, SharpSettings(scripts=("tower",), ungrouped=True))
