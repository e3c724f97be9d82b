"""Characters that cannot be seen, or that turn the text around them, are named, as in ``2_text.js``."""

from __future__ import annotations

import re
from typing import Any

# Controls (save tab and line feed), format and bidirectional marks, fillers, tags, half surrogates.
_UNSEEN = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f"
    "\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ud800-\\udfff\\ufeff\\uffa0\\ufff9-\\ufffb\\U000e0000-\\U000e01ef]"
)
_JOINER = "\u200d"


def visible(text: str) -> str:
    """The text with every such character as ``⟨U+202E⟩``; a joiner within a word or emoji is kept."""
    return _UNSEEN.sub(_named, text)


def visible_throughout(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """A JSON value with all its texts made visible, names too."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, list):
        return [visible_throughout(item) for item in value]
    if isinstance(value, dict):
        return {visible(name): visible_throughout(item) for name, item in value.items()}
    return value


def _named(found: re.Match[str]) -> str:
    if found[0] == _JOINER and found.start() > 0:
        return _JOINER
    return f"⟨U+{ord(found[0]):04X}⟩"
