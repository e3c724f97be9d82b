"""What tokens cost, and how many a text has when nobody counted them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..records.conversation import Message

# Near the usual four letters a token of European languages, and not far off for Chinese (three bytes each).
_BYTES_PER_TOKEN = 4
_TOKENS_AROUND_A_MESSAGE = 4


@dataclass(frozen=True)
class Price:
    """Price of a million tokens, in whatever currency the user counts in.

    Attributes:
        tokens_in: price of a million prompt tokens.
        tokens_out: price of a million completion tokens.
        tokens_cached: price of a million prompt tokens that the server had in its cache; as others when None.
        tokens_thought: price of a million completion tokens of thought; as others when None.
    """

    tokens_in: float
    tokens_out: float
    tokens_cached: float | None = None
    tokens_thought: float | None = None

    def of(self, tokens_in: int, tokens_out: int, cached: int = 0, thought: int = 0) -> float:
        """The price of so many tokens.

        Args:
            tokens_in: prompt tokens, cached ones among them.
            tokens_out: completion tokens, those of thought among them.
            cached: prompt tokens that the server had in its cache.
            thought: completion tokens that went into thought.
        """
        price = tokens_in * self.tokens_in + tokens_out * self.tokens_out
        if self.tokens_cached is not None:
            price += min(cached, tokens_in) * (self.tokens_cached - self.tokens_in)
        if self.tokens_thought is not None:
            price += min(thought, tokens_out) * (self.tokens_thought - self.tokens_out)
        return price / 1_000_000


def estimate_tokens(messages: Sequence[Message]) -> int:
    """A rough count of prompt tokens: a quarter of the UTF-8 bytes, and a little for each message."""
    return sum(_TOKENS_AROUND_A_MESSAGE + estimate_text_tokens(message["content"]) for message in messages)


def estimate_text_tokens(text: str) -> int:
    """A rough count of the tokens of a text: a quarter of its UTF-8 bytes."""
    # ASCII is the common case and needs no encoding to be measured.
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return size // _BYTES_PER_TOKEN + 1
