"""What a chat-completions server answered: a reply, or a fault and whether it heals."""

from __future__ import annotations

import email.utils
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ..records.conversation import Reply

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
    """

    problem: str
    heals: Heals
    wait: float | None = None
    status: int | None = None


# 409 is given for locks and 425 for early data: both pass.
_PASSING = {408, 409, 425}
_HOPELESS = {401: "the key is wrong", 402: "the account cannot pay", 404: "model or address is wrong",
             405: "the address is wrong"}  # fmt: skip
# Followed, a redirect would turn the request into another one, and take the key to another address.
_HOPELESS |= dict.fromkeys(range(300, 400), "the address has moved")
_SPENT = {"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"}


def read_answer(status: int, headers: Mapping[str, str], raw: bytes) -> Reply | Fault:
    """Read an answer to the end.

    The content type is not asked: what is a chat completion is read, what is not is a broken answer.

    Args:
        status: HTTP status.
        headers: HTTP headers (case-insensitive mapping).
        raw: the whole body.
    """
    if status != 200:
        return _fault_of_status(status, headers, raw)
    try:
        payload = json.loads(raw)
    except ValueError:
        kind = headers.get("Content-Type", "without content type")
        return Fault(f"the answer is not JSON ({kind}, {len(raw)} bytes)", Heals.BY_TRYING_AGAIN, None, 200)
    if isinstance(payload, dict) and isinstance(payload.get("error"), dict):
        return _fault_in_payload(payload["error"], headers)
    try:
        return _reply(payload, headers)
    except (KeyError, IndexError, TypeError, AttributeError):
        return Fault("the answer is no chat completion", Heals.BY_TRYING_AGAIN, None, 200)


def _reply(payload: Mapping[str, Any], headers: Mapping[str, str]) -> Reply | Fault:
    choice = payload["choices"][0]
    finish_reason = choice.get("finish_reason")
    if finish_reason == "error":
        return Fault("the server broke off the reply", Heals.BY_TRYING_AGAIN, None, 200)
    usage = payload.get("usage") or {}
    return Reply(
        _text(choice["message"]),
        model=_word(payload.get("model")),
        finish_reason=_word(finish_reason),
        tokens_in=_count(usage.get("prompt_tokens")),
        tokens_out=_count(usage.get("completion_tokens")),
        request_id=_word(headers.get("x-request-id")) or _word(payload.get("id")),
    )


def _text(message: Mapping[str, Any]) -> str:
    """The reply's text; a refusal in its own field and text in parts are text too, null is none."""
    content = message.get("content")
    if isinstance(content, list):
        return "".join(part["text"] for part in content if part.get("type") == "text")
    if content is None:
        content = message.get("refusal") or ""
    if not isinstance(content, str):
        raise TypeError
    return content


def _word(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _fault_of_status(status: int, headers: Mapping[str, str], raw: bytes) -> Fault:
    code, message = _server_message(raw)
    said = f"the server answered {status}" + (f" ({message})" if message else "")
    wait = retry_after(headers)
    if status == 429:
        if code in _SPENT:
            return Fault(f"{said}: the account cannot pay", Heals.NOT_AT_ALL, None, status)
        return Fault(said, Heals.BY_WAITING, wait, status)
    if status in _HOPELESS:
        return Fault(f"{said}: {_HOPELESS[status]}", Heals.NOT_AT_ALL, None, status)
    if status == 403:
        return Fault(said, Heals.NOT_FOR_THIS_KEY, None, status)
    if status >= 500 or status in _PASSING:
        heals = Heals.BY_TRYING_AGAIN if wait is None else Heals.BY_WAITING
        return Fault(said, heals, wait, status)
    return Fault(said, Heals.NOT_FOR_THIS_CASE, None, status)


def _fault_in_payload(error: Mapping[str, Any], headers: Mapping[str, str]) -> Fault:
    """Gateways answer 200 and put the upstream's error into the body."""
    code = error.get("code")
    status = code if isinstance(code, int) and 400 <= code < 600 else 502
    return _fault_of_status(status, headers, json.dumps({"error": error}).encode())


def _server_message(raw: bytes) -> tuple[str | None, str]:
    """The error code and message of a body, whatever its form."""
    text = raw[: 16 * _EXCERPT].decode("utf-8", "replace").strip()
    code = None
    try:
        payload = json.loads(raw)
    except ValueError:
        pass
    else:
        found = payload.get("error", payload) if isinstance(payload, dict) else payload
        if isinstance(found, dict):
            code = _word(found.get("code")) or _word(found.get("type"))
            found = found.get("message") or found.get("detail") or text
        text = found if isinstance(found, str) else text
    text = " ".join(text.split())
    return code, text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…"


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
