"""Options of ``openai:`` agents: what is sent, where to, with which key, and how patiently."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar
from urllib.parse import quote, urlsplit

from ...errors import UsageError
from ...version import package_version
from .option_values import choice, json_object, number, whole_number
from .price import Price
from .spec import AgentSpec

_T = TypeVar("_T")

DEFAULT_URL = "https://api.openai.com/v1"
DEFAULT_KEY = "OPENAI_API_KEY"
STRUCTURED = ("auto", "json_schema", "json_object", "off")
THOUGHTS = ("keep", "strip-none")
_MEBIBYTE = 1 << 20

# Options that change what is said, and so belong to a run's fingerprint.
SAMPLING = (
    "temperature", "top_p", "max_tokens", "max_completion_tokens", "frequency_penalty", "presence_penalty",
    "reasoning_effort", "seed", "body", "headers", "session_id", "thoughts",
)  # fmt: skip
# Options that change only how it is carried out.
CONDUCT = (
    "api_key_env", "timeout", "retries", "patience", "backoff", "empty_retries", "connections", "rpm", "tpm",
    "price_in", "price_out", "price_cached", "price_thought", "structured", "answer_limit",
)  # fmt: skip

_WHOLE = ("max_tokens", "max_completion_tokens", "seed")
_WORDS = ("reasoning_effort",)
_TYPED = SAMPLING[: SAMPLING.index("body")]
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_SECRET_HEADER = re.compile(r"auth|key|token|secret|cookie|password", re.IGNORECASE)
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, repr=False)
class ChatOptions:
    """A checked ``openai:`` spec. It holds secrets, so it has no readable form.

    Attributes:
        spec: the canonical spec, without secrets and without the options of conduct.
        model: model name.
        url: base URL, without a final slash.
        body: further fields of every request.
        seed: seed of the first repeat, or None; see ``seed_of`` for the others.
        headers: HTTP headers, the key among them.
        secrets: texts that must not appear anywhere.
        timeout: seconds for one request.
        retries: further tries after a broken answer.
        patience: seconds to wait in all for a server that is busy (429).
        backoff: seconds before the first further try; doubled each time.
        empty_retries: further tries after an empty reply.
        connections, rpm, tpm: limits, None for none.
        price: what tokens cost.
        structured: how JSON objects are asked for.
        session_id: where a session's id is sent, ``body`` or ``header`` and the name there, or None.
        part_thoughts: whether a thought in the text is told apart from it.
        answer_limit: bytes that an answer has at most.
    """

    spec: str
    model: str
    url: str
    body: Mapping[str, Any]
    seed: int | None
    headers: Mapping[str, str]
    secrets: tuple[str, ...]
    timeout: float
    retries: int
    patience: float
    backoff: float
    empty_retries: int
    connections: int | None
    rpm: float | None
    tpm: float | None
    price: Price | None
    structured: str
    session_id: tuple[Literal["body", "header"], str] | None = None
    part_thoughts: bool = True
    answer_limit: int = 64 * _MEBIBYTE

    def seed_of(self, repeat: int, session: int, asked: int) -> int | None:
        """The seed of a request: its own for each place in a run, so that no two are copies of each other.

        Args:
            repeat: of the case, from 0; adds 1 each.
            session: of the case, from 1; each further one adds 1,000.
            asked: how often these messages were asked in the session before; adds 1,000,000 each.
        """
        return None if self.seed is None else self.seed + repeat + 1_000 * (session - 1) + 1_000_000 * asked


def read_options(spec: AgentSpec) -> ChatOptions:
    """Check a spec and look its secrets up.

    Raises:
        UsageError: no model, an unknown or wrong option, or a key that is not in the environment.
    """
    spec.refuse_unknown_options((*SAMPLING, *CONDUCT))
    model, url = _address(spec)
    sampling = {name: _sampling_value(spec, name) for name in _TYPED if name in spec.options}
    extra, headers = json_object(spec, "body"), json_object(spec, "headers")
    _check_body(spec, extra)
    seed = sampling.pop("seed", None)
    key = _key(spec, url)
    sent, hidden = _headers(spec, headers, key)
    thoughts = choice(spec, "thoughts", THOUGHTS, THOUGHTS[0])
    session_id = _session_id(spec, {*sampling, *extra})
    told = {
        **sampling,
        **({} if seed is None else {"seed": seed}),
        **({} if session_id is None else {"session_id": ":".join(session_id)}),
        **({} if thoughts == THOUGHTS[0] else {"thoughts": thoughts}),
    }
    return ChatOptions(
        spec=_canonical(spec, model, url, told, extra),
        model=model,
        url=url,
        body={**sampling, **extra},
        seed=seed,
        headers=sent,
        secrets=tuple(sorted({secret for secret in hidden if len(secret) >= 8}, key=len, reverse=True)),
        timeout=number(spec, "timeout", above=True) or 300.0,
        retries=_or(whole_number(spec, "retries"), 5),
        patience=_or(number(spec, "patience"), 900.0),
        backoff=_or(number(spec, "backoff"), 0.5),
        empty_retries=_or(whole_number(spec, "empty_retries"), 2),
        connections=whole_number(spec, "connections", least=1),
        rpm=number(spec, "rpm", above=True),
        tpm=number(spec, "tpm", above=True),
        price=_price(spec),
        structured=choice(spec, "structured", STRUCTURED, "auto"),
        session_id=session_id,
        part_thoughts=thoughts == THOUGHTS[0],
        answer_limit=int(_MEBIBYTE * (number(spec, "answer_limit", above=True) or 64.0)),
    )


def _or(value: _T | None, default: _T) -> _T:
    return default if value is None else value


def _address(spec: AgentSpec) -> tuple[str, str]:
    model, url = spec.target, DEFAULT_URL
    for scheme in ("@http://", "@https://"):
        if scheme in spec.target:
            model, _, rest = spec.target.partition(scheme)
            url = scheme[1:] + rest.rstrip("/")
    parts = urlsplit(url)
    if not model or not parts.hostname:
        raise UsageError(f"{spec.shown!r} is incomplete", fix="write openai:MODEL or openai:MODEL@BASE_URL")
    if "@" in parts.netloc:
        raise UsageError(
            f"the base URL of model {model!r} holds a user or password",
            fix="put secrets into the environment and name them by api_key_env or headers",
        )
    return model, url


def _sampling_value(spec: AgentSpec, name: str) -> Any:  # noqa: ANN401 - float, int or str by option
    if name in _WORDS:
        return spec.options[name]
    if name in _WHOLE:
        return whole_number(spec, name, least=0 if name == "seed" else 1)
    return number(spec, name, least=-2.0 if name.endswith("penalty") else 0.0)


def _session_id(spec: AgentSpec, taken: set[str]) -> tuple[Literal["body", "header"], str] | None:
    """Where the server is told which conversation a request belongs to."""
    text = spec.options.get("session_id")
    if text is None:
        return None
    place, _, name = text.partition(":")
    if place == "body" and name and name not in {"model", "messages", "stream", *SAMPLING, *taken}:
        return "body", name
    if place == "header" and _HEADER.fullmatch(name):
        return "header", name
    raise UsageError(
        f"option session_id of agent {spec.shown!r} is wrong",
        fix="write body:NAME or header:NAME, NAME being a field or header that the server reads it from",
    )


def _check_body(spec: AgentSpec, extra: Mapping[str, Any]) -> None:
    taken = sorted({"model", "messages", "stream", *SAMPLING} & extra.keys())
    if taken:
        raise UsageError(
            f"body of agent {spec.shown!r} sets {', '.join(taken)}",
            fix="model and messages are the run's, streaming is not read, the others are options themselves",
        )


def _key(spec: AgentSpec, url: str) -> str | None:
    """The key; only OpenAI's own address has a default variable, so that no key goes to a stranger."""
    name = spec.options.get("api_key_env", DEFAULT_KEY if url == DEFAULT_URL else None)
    if name is None:
        return None
    return _from_environment(spec, name, "api_key_env")


def _from_environment(spec: AgentSpec, name: str, option: str) -> str:
    value = os.environ.get(name, "") if _VARIABLE.fullmatch(name) else ""
    if not value.strip():
        # The name is not repeated unless it is the usual one: it may be a key put in the wrong place.
        which = name if name == DEFAULT_KEY else f"that {option} names"
        raise UsageError(
            f"the environment variable {which} is not set (agent {spec.shown!r})",
            fix=f"set it to the key, and give its name, not the key, as {option}",
        )
    if not value.strip().isascii() or not value.strip().isprintable():
        raise UsageError(
            f"the key of agent {spec.shown!r} holds characters that no key has", fix="set the variable anew"
        )
    return value.strip()


def _headers(
    spec: AgentSpec, extra: Mapping[str, Any], key: str | None
) -> tuple[dict[str, str], tuple[str, ...]]:
    sent = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "User-Agent": f"standfast/{package_version()}",
    }
    hidden = []
    if key is not None:
        sent["Authorization"] = f"Bearer {key}"
        hidden.append(key)
    for name, value in extra.items():
        text = str(value)
        if text.startswith("env:"):
            text = _from_environment(spec, text[4:], "headers")
            hidden.append(text)
        elif _SECRET_HEADER.search(name):
            raise UsageError(
                f"header {name} of agent {spec.shown!r} may be a secret",
                fix="put it into an environment variable and write env:VARIABLE",
            )
        sent[name] = text
    return sent, tuple(hidden)


def _price(spec: AgentSpec) -> Price | None:
    prices = number(spec, "price_in"), number(spec, "price_out")
    if prices == (None, None) and not {"price_cached", "price_thought"} & spec.options.keys():
        return None
    if prices[0] is None or prices[1] is None:
        raise UsageError(
            f"agent {spec.shown!r} has only one price", fix="give price_in and price_out, per million tokens"
        )
    return Price(prices[0], prices[1], number(spec, "price_cached"), number(spec, "price_thought"))


def _canonical(
    spec: AgentSpec, model: str, url: str, sampling: Mapping[str, Any], extra: Mapping[str, Any]
) -> str:
    """One spelling for every spec that has the same effect; of headers the names, and digests of values.

    A value from the environment is a secret: of it the name alone is told.
    """
    options = dict(sampling)
    if extra:
        options["body"] = json.dumps(extra, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    headers = json_object(spec, "headers")
    if headers:
        options["headers"] = ",".join(_shown(name, headers[name]) for name in sorted(headers, key=str.lower))
    query = "&".join(f"{name}={quote(_plain(value), safe='{}:,')}" for name, value in sorted(options.items()))
    return f"openai:{model}@{url}" + (f"?{query}" if query else "")


def _shown(header: str, value: Any) -> str:  # noqa: ANN401 - whatever was given
    text = str(value)
    return header if text.startswith("env:") else f"{header}:{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _plain(value: Any) -> str:  # noqa: ANN401 - a number or text
    return f"{value:g}" if isinstance(value, float) else str(value)
