"""What a chat-completions server answered: a reply, or a fault and whether it heals."""

from __future__ import annotations

import email.utils
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from ..records.conversation import Reply
from .message_parts import Parts, message_parts
from .thoughts import part_thought

_EXCERPT = 200


class Heals(Enum):
    """What can be done about a fault."""

    BY_WAITING = "the server is busy"
    BY_TRYING_AGAIN = "the answer was lost or broken"
    NOT_FOR_THIS_CASE = "the server refuses this request"
    NOT_FOR_THIS_KEY = "the server refuses this request, and perhaps every other"
    NOT_AT_ALL = "no request of this agent can succeed"


@dataclass(frozen=True)
class Fault:
    """Why there is no reply.

    Attributes:
        problem: what came instead.
        heals: what can be done about it.
        wait: seconds the server asks to wait, or None.
        status: HTTP status, or None where there was none.
        tokens_in, tokens_out: what a completion that came broken cost, as reported.
        paid: whether a completion came, though a broken one: it costs as a whole one does.
        unreachable: no connection was to be had, so that nothing was sent.
    """

    problem: str
    heals: Heals
    wait: float | None = None
    status: int | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    paid: bool = False
    unreachable: bool = False


# 409 is given for locks and 425 for early data: both pass.
_PASSING = {408, 409, 425}
_HOPELESS = {401: "the key is wrong", 402: "the account cannot pay", 404: "model or address is wrong",
             405: "the address is wrong"}  # fmt: skip
# Followed, a redirect would turn the request into another one, and take the key to another address.
_HOPELESS |= dict.fromkeys(range(300, 400), "the address has moved")
_SPENT = {"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"}
# What servers call it when their filter stops a request: that is an answer, and the same one every time.
_FILTERED = {
    "content_filter", "content_policy_violation", "responsibleaipolicyviolation", "data_inspection_failed",
    "moderation_blocked", "content_blocked", "prohibited_content",
}  # fmt: skip
_REFUSING = {400, 403, 413, 422, 451}


def read_answer(status: int, headers: Mapping[str, str], raw: bytes, *, part: bool = True) -> Reply | Fault:
    """Read an answer to the end.

    The content type is not asked: what is a chat completion is read, what is not is a broken answer.

    Args:
        status: HTTP status.
        headers: HTTP headers (case-insensitive mapping).
        raw: the whole body.
        part: whether a thought in the text is told apart from it (see ``part_thought``).
    """
    if status != 200:
        return _fault_of_status(status, headers, raw)
    try:
        payload = json.loads(raw)
    except (ValueError, RecursionError):
        kind = headers.get("Content-Type", "without content type")
        return Fault(f"the answer is not JSON ({kind}, {len(raw)} bytes)", Heals.BY_TRYING_AGAIN, None, 200)
    if (error := _error_in_payload(payload)) is not None:
        return _fault_in_payload(error, headers)
    try:
        reply = _reply(payload, headers)
    except (KeyError, IndexError, TypeError, AttributeError, RecursionError):
        tokens_in, tokens_out, *_ = _usage(payload)
        paid = tokens_in is not None or tokens_out is not None
        said = "the answer is no chat completion"
        return Fault(said, Heals.BY_TRYING_AGAIN, None, 200, tokens_in, tokens_out, paid)
    return parted(reply) if part and isinstance(reply, Reply) else reply


def parted(reply: Reply) -> Reply:
    """A reply whose text may begin with a thought, taken apart; a thought that never closes was cut."""
    found = part_thought(reply.text)
    if found.closed and found.text == reply.text:
        return reply
    thoughts = [thought for thought in (reply.thought, found.thought) if thought]
    return replace(
        reply,
        text=found.text,
        thought="\n\n".join(thoughts) or None,
        finish_reason=reply.finish_reason if found.closed else "length",
    )


def without_surrogates(text: str) -> str:
    """A text of which half a character was cut off; no other program would take it as it is."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _reply(payload: Mapping[str, Any], headers: Mapping[str, str]) -> Reply | Fault:
    choice = payload["choices"][0]
    finish_reason = _word(choice.get("finish_reason"))
    tokens_in, tokens_out, tokens_thought, tokens_cached = _usage(payload)
    if finish_reason == "error" or isinstance(choice.get("error"), dict):
        said = "the server broke off the reply"
        return Fault(said, Heals.BY_TRYING_AGAIN, None, 200, tokens_in, tokens_out, paid=True)
    parts: Parts = message_parts(choice["message"])
    text = parts.text if parts.text.strip() or not parts.refusal else parts.refusal
    return Reply(
        without_surrogates(text),
        model=_word(payload.get("model")),
        finish_reason=finish_reason,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        request_id=_word(headers.get("x-request-id")) or _word(payload.get("id")),
        thought=without_surrogates(parts.thought) if parts.thought else None,
        refusal=bool(parts.refusal),
        tokens_thought=tokens_thought,
        tokens_cached=tokens_cached,
    )


def _usage(payload: object) -> tuple[int | None, int | None, int | None, int | None]:
    """Tokens of prompt, completion, thought and cached prompt, as reported.

    Some servers leave the thought out of the completion's tokens, which shows in the total.
    """
    usage = payload.get("usage") if isinstance(payload, dict) else None
    if not isinstance(usage, dict):
        return None, None, None, None
    tokens_in = _first_count(usage, "prompt_tokens", "input_tokens")
    tokens_out = _first_count(usage, "completion_tokens", "output_tokens")
    told_in = _mapping(usage.get("prompt_tokens_details") or usage.get("input_tokens_details"))
    told_out = _mapping(usage.get("completion_tokens_details") or usage.get("output_tokens_details"))
    thought = _first_count({**usage, **told_out}, "reasoning_tokens")
    cached = _first_count(
        {**usage, **told_in}, "cached_tokens", "prompt_cache_hit_tokens", "cache_read_input_tokens"
    )
    total = _count(usage.get("total_tokens"))
    if thought and tokens_in is not None and tokens_out is not None:
        tokens_out += thought if total == tokens_in + tokens_out + thought else 0
    return tokens_in, tokens_out, thought, cached


def _first_count(values: Mapping[str, Any], *names: str) -> int | None:
    return next((count for name in names if (count := _count(values.get(name))) is not None), None)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _word(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _fault_of_status(status: int, headers: Mapping[str, str], raw: bytes) -> Reply | Fault:
    codes, message = _server_message(raw)
    if status in _REFUSING and codes & _FILTERED:
        request_id = _word(headers.get("x-request-id"))
        return Reply("", finish_reason="content_filter", tokens_in=0, tokens_out=0, request_id=request_id)
    said = f"the server answered {status}" + (f" ({message})" if message else "")
    wait = retry_after(headers)
    hopeless = _HOPELESS[402] if status == 429 and codes & _SPENT else _HOPELESS.get(status)
    if hopeless is not None:
        return Fault(f"{said}: {hopeless}", Heals.NOT_AT_ALL, None, status)
    if status == 429:
        return Fault(said, Heals.BY_WAITING, wait, status)
    if status == 403:
        return Fault(said, Heals.NOT_FOR_THIS_KEY, None, status)
    if status >= 500 or status in _PASSING:
        heals = Heals.BY_TRYING_AGAIN if wait is None else Heals.BY_WAITING
        return Fault(said, heals, wait, status)
    return Fault(said, Heals.NOT_FOR_THIS_CASE, None, status)


def _error_in_payload(payload: object) -> Mapping[str, Any] | None:
    """The error of a body that holds one instead of a completion, whatever its form."""
    if not isinstance(payload, dict):
        return None
    error = payload.get("error")
    if isinstance(error, dict):
        return error
    if isinstance(error, str) and error.strip():
        return {"message": error, "code": payload.get("code")}
    if not payload.get("choices"):
        said = next((payload[name] for name in ("message", "detail") if _word(payload.get(name))), None)
        return None if said is None else {"message": said, "code": payload.get("code")}
    return None


def _fault_in_payload(error: Mapping[str, Any], headers: Mapping[str, str]) -> Reply | Fault:
    """Gateways answer 200 and put the upstream's error into the body."""
    code = error.get("code")
    status = int(code) if isinstance(code, int | str) and re.fullmatch(r"[45]\d\d", str(code)) else None
    if status is None:
        status = 400 if str(code).lower() in _FILTERED else 502
    return _fault_of_status(status, headers, json.dumps({"error": error}).encode())


def _server_message(raw: bytes) -> tuple[set[str], str]:
    """The error codes (in lower case) and the message of a body, whatever its form."""
    text = raw[: 16 * _EXCERPT].decode("utf-8", "replace").strip()
    codes: set[str] = set()
    try:
        payload = json.loads(raw)
    except (ValueError, RecursionError):
        pass
    else:
        found = payload.get("error", payload) if isinstance(payload, dict) else payload
        if isinstance(found, dict):
            inner = _mapping(found.get("innererror") or found.get("inner_error"))
            named = (found.get("code"), found.get("type"), inner.get("code"))
            codes = {code.lower() for code in named if isinstance(code, str)}
            found = found.get("message") or found.get("detail") or text
        text = found if isinstance(found, str) else text
    text = " ".join(text.split())
    return codes, text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…"


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds a server asks to wait: ``retry-after-ms``, or ``Retry-After`` in seconds or as a date."""
    for name, unit in (("retry-after-ms", 1000.0), ("Retry-After", 1.0)):
        try:
            seconds = float(headers[name]) / unit
        except (KeyError, ValueError):
            continue
        return seconds if 0 <= seconds < float("inf") else None
    try:
        at = email.utils.parsedate_to_datetime(headers["Retry-After"])
    except (KeyError, ValueError, TypeError):
        return None
    return max(0.0, at.timestamp() - time.time())
