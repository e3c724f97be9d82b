"""What is wrong with a reply before anyone judges it: empty, blank, cut off."""

from __future__ import annotations

import unicodedata
from typing import Literal

from .conversation import Reply

Flag = Literal["empty", "whitespace", "cut"]
FLAGS: tuple[Flag, ...] = ("empty", "whitespace", "cut")

# A reply that ends on a letter, digit, opening mark or dash stopped inside a sentence.
_OPEN_ENDS = ("L", "N", "Ps", "Pi", "Pd")


def reply_flag(reply: Reply) -> Flag | None:
    """The flag of a reply, or None when there is nothing to say.

    ``empty``: no text at all. ``whitespace``: only white space. ``cut``: the server says that it stopped
    for length, or, where the finish reason was not recorded, the text ends inside a sentence (on a letter,
    a digit, a comma, a dash or an opening bracket or quote). Chinese sentences may end on a character
    without a full stop, so a final ideograph alone does not count.
    """
    if not reply.text:
        return "empty"
    text = reply.text.rstrip()
    if not text:
        return "whitespace"
    if reply.finish_reason is not None:
        return "cut" if reply.finish_reason == "length" else None
    last = text[-1]
    category = unicodedata.category(last)
    if category == "Lo":
        return None
    return "cut" if last in ",，、" or category.startswith(_OPEN_ENDS) else None
