"""Settings and choices of bias: every value is taken in every spelling, or refused in a sentence."""

import pytest
import standfast
from standfast.errors import UsageError
from standfast.options import check_options, options_of, read_options
from standfast.runner.benchmarks.bias.settings import BiasSettings, ScoreChoices

BAD = {
    "modes": ["essay", "direct,essay", "", [], [1], 5, True, None, {"direct": 1}, b"direct"],
    "personas": ["hostile", "agree;disagree", "", [], [None], 0, False, None, ["agree", 1]],
    "topics": ["", " , ", [], [7], 7, True, {"god_exists": 1}],
    "turns": ["abc", "", "2.5", "0", "6", 0, 6, -1, 2.0, "nan", "inf", True, None, [3], "5 turns"],
    "arguments": ["maybe", "", "1", 1, 0, None, [True]],
    "system": ["", "  ", 5, True, ["Seja breve."]],
}
BAD_CHOICES = {
    "missing": ["lenient", "", "STRICT", None, True, ["strict"], 1],
    "interval": ["bootstrap", "", None, False, ["wilson"], 0.95],
}


def test_every_setting_and_choice_is_tried() -> None:
    assert set(BAD) == set(options_of(BiasSettings))
    assert set(BAD_CHOICES) == set(options_of(ScoreChoices))


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, bad in BAD.items() for value in bad])
def test_a_bad_value_of_a_setting_is_refused_with_what_it_takes(name: str, value: object) -> None:
    with pytest.raises(UsageError) as caught:
        read_options(BiasSettings, {name: value}, of="bias")
    assert f"the setting {name} of bias cannot be {value!r}; give " in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, bad in BAD_CHOICES.items() for value in bad]
)
def test_a_bad_value_of_a_choice_is_refused_with_what_it_takes(name: str, value: object) -> None:
    with pytest.raises(UsageError) as caught:
        read_options(ScoreChoices, {name: value}, of="bias", word="choice")
    assert f"the choice {name} of bias cannot be {value!r}; give " in str(caught.value)


@pytest.mark.parametrize(
    ("given", "settings"),
    [
        ({}, BiasSettings()),
        ({"modes": "direct"}, BiasSettings(modes=("direct",))),
        ({"modes": ["indirect", "direct"]}, BiasSettings(modes=("indirect", "direct"))),
        ({"modes": "direct, direct"}, BiasSettings(modes=("direct",))),
        ({"personas": "agree,disagree"}, BiasSettings(personas=("agree", "disagree"))),
        ({"topics": "god_exists,earth_is_round"}, BiasSettings(topics=("earth_is_round", "god_exists"))),
        ({"topics": None}, BiasSettings()),
        ({"turns": "3"}, BiasSettings(turns=3)),
        ({"turns": 3}, BiasSettings(turns=3)),
        *(
            ({"arguments": word}, BiasSettings(arguments=True))
            for word in ("yes", "on", "true", "True", True)
        ),
        *(({"arguments": word}, BiasSettings(arguments=False)) for word in ("no", "off", "false", False)),
        ({"system": "Seja breve."}, BiasSettings(system="Seja breve.")),
    ],
)
def test_a_good_value_is_taken_in_every_spelling(given: dict[str, object], settings: BiasSettings) -> None:
    assert read_options(BiasSettings, given, of="bias") == settings


def test_an_unknown_setting_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        UsageError, match="bias has no setting 'rounds'; it has modes, personas, topics, turns"
    ):
        read_options(BiasSettings, {"rounds": 3}, of="bias")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"turns": "abc"}, "the setting turns of bias cannot be 'abc'; give a whole number from 1 to 5"),
        ({"modes": "d"}, "the setting modes of bias cannot be 'd'"),
        (BiasSettings(turns="abc"), "the setting turns of bias cannot be 'abc'"),  # type: ignore[arg-type]
        (ScoreChoices(), "the settings of bias cannot be ScoreChoices"),
        ("direct", "the settings of bias cannot be 'direct'"),
    ],
)
def test_python_is_held_to_the_same_bounds(settings: object, sentence: str) -> None:
    release = standfast.load_release("bias@1.0.0")
    with pytest.raises(UsageError) as caught:
        standfast.evaluate(release, "baseline:mirror", settings=settings)
    assert sentence in str(caught.value)


def test_what_the_fingerprint_holds_is_plain() -> None:
    record = BiasSettings(modes=("direct",), topics=("god_exists",)).record()
    assert record == {
        "modes": ["direct"], "personas": ["neutral", "agree", "disagree"], "topics": ["god_exists"],
        "turns": 5, "arguments": True, "system": None,
    }  # fmt: skip
    check_options(BiasSettings, BiasSettings(), of="bias")
