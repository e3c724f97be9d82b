"""The interface of those who build: what the registry's benchmarks offer."""

import subprocess
import sys
from pathlib import Path

import pytest
import standfast
from standfast.builders.building import Building, building_of, settings_of
from standfast.builders.sharp.settings import SharpSettings, read_settings
from standfast.errors import UsageError
from standfast.options import options_of
from standfast.registry import benchmark_names


@pytest.mark.parametrize("name", [*benchmark_names(), "topics.mine"])
def test_every_benchmark_says_how_it_is_built(name: str) -> None:
    building = building_of(name)
    assert isinstance(building, Building)
    assert (building.build is None) == bool(building.from_file)


def test_what_can_be_set_is_found_without_a_heavy_library() -> None:
    assert settings_of("sharp") is SharpSettings
    assert settings_of("bias") is settings_of("picon") is settings_of("topics.mine") is None
    code = (
        "import sys\n"
        "from standfast.builders.building import settings_of\n"
        "settings_of('sharp'), settings_of('bias')\n"
        "print(sorted({'polars', 'pandera', 'inflect', 'requests'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    with pytest.raises(UsageError, match="there is no benchmark 'chess'"):
        settings_of("chess")


def test_every_option_of_the_command_line_is_still_there() -> None:
    flags = {one.about.flag for one in options_of(SharpSettings).values()}
    assert flags - {None} == {
        "--conceptnet",
        "--claims",
        "--counterfactual",
        "--seed",
        "--min-weight",
        "--strict",
        "--decisions",
        "--triples-licence",
        "--hpd",
        "--book",
        "--chapter",
        "--relations",
        "--story-time",
    }


@pytest.mark.parametrize(
    ("benchmark", "settings", "words"),
    [
        ("bias", {"translate": len}, "bias has no setting 'translate'"),
        ("picon", {"claims": 3}, "picon has no setting 'claims'"),
        ("sharp", {"colour": 1}, "sharp has no setting 'colour'; it has conceptnet, claims"),
        ("sharp", {"claims": 1.5}, "the setting claims of sharp cannot be 1.5; give a whole number"),
        ("sharp", {"strict": "perhaps"}, "the setting strict of sharp cannot be 'perhaps'; give yes or no"),
        ("sharp", {"story_times": ["harry_potter"]}, "'harry_potter' names no time"),
        ("sharp", {"translate": len}, "the curated assertions have no use for translate"),
        ("sharp", {"triples_licence": "CC-BY-4.0"}, "the curated assertions have no use for triples licence"),
    ],
)
def test_settings_that_cannot_be_are_refused(benchmark: str, settings: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        standfast.build(benchmark, settings)


def test_settings_are_taken_as_python_the_command_line_and_releases_give_them() -> None:
    chosen, translation = read_settings(
        {
            "conceptnet": "dump.csv",
            "claims": "9",
            "counterfactual": 2,
            "story_times": {"dom_casmurro": "work"},
        }
    )
    assert (chosen.conceptnet, chosen.claims, translation) == ((Path("dump.csv"),), 9, None)
    assert chosen.times == {"dom_casmurro": "work"}
    recorded = {"conceptnet": [], "relations": (), "precedence": ["curated"], "story_times": {}}
    assert read_settings(recorded)[0] == SharpSettings(precedence=("curated",))
    _, translation = read_settings({"conceptnet": ["a", Path("b")], "translate": len})
    assert translation is not None
    assert (translation.translate, translation.translator) == (len, "a function")
