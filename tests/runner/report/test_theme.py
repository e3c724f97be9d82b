"""Colours of charts and page."""

import re
from importlib.resources import files

import pytest
from standfast.runner.report.theme import TONES, ink_on


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_charts_and_page_have_the_same_tones() -> None:
    css = (files("standfast.runner.report") / "templates" / "page.css").read_text(encoding="utf-8")
    in_page = dict(re.findall(r"--([\w-]+): (#\w{6}|transparent);", css))
    assert {name: in_page[name] for name in TONES} == TONES


@pytest.mark.parametrize("tone", [name for name in TONES if name != "incomplete"])
def test_text_on_a_tone_can_be_read(tone: str) -> None:
    light, dark = sorted((_luminance(TONES[tone]), _luminance(ink_on(TONES[tone]))), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_text_on_no_colour_is_the_text_s_own() -> None:
    assert ink_on(TONES["incomplete"]) == "currentColor"
