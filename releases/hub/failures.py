"""What the Hub's answers mean for someone who publishes or loads: one clear state and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from httpx2 import TransportError
from huggingface_hub.errors import (
    HfHubHTTPError,
    LocalTokenNotFoundError,
    OfflineModeIsEnabled,
    RemoteEntryNotFoundError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from huggingface_hub.utils import parse_ratelimit_headers  # type: ignore[attr-defined]

from ...errors import HubError

_AGAIN = "run the same command again: what has arrived is found and is not sent twice"
_TOKEN = "set HF_TOKEN to a token that may write there"
_STORAGE_WORDS = ("storage", "quota")


@contextmanager
def clear_failures(repository: str, doing: str) -> Iterator[None]:
    """Turn whatever the client raises inside into a ``HubError``.

    Args:
        repository: whose calls these are.
        doing: what is being done, as it reads after "while".

    Raises:
        HubError: the call failed; the client's own error is its cause.
    """
    try:
        yield
    except HfHubHTTPError as error:
        raise _of_answer(error, repository, doing) from error
    except LocalTokenNotFoundError as error:
        raise HubError(
            "no-right", f"there is no token while {doing}", where=repository, fix=_TOKEN
        ) from error
    except OfflineModeIsEnabled as error:
        raise HubError(
            "unreachable", f"HF_HUB_OFFLINE is set while {doing}", where=repository, fix="unset it"
        ) from error
    except (TransportError, ConnectionError) as error:
        raise HubError(
            "unreachable",
            f"the connection failed while {doing} ({_first_line(error)})",
            where=repository,
            fix=_AGAIN,
        ) from error


def _of_answer(error: HfHubHTTPError, repository: str, doing: str) -> HubError:
    if error.response.status_code == 429:
        return _rate_limited(error, repository, doing)
    state, problem, fix = _meaning(error)
    return HubError(state, problem.format(doing=doing), where=repository, fix=fix)


def _meaning(error: HfHubHTTPError) -> tuple[str, str, str]:
    """State, problem (with a place for what was being done) and fix."""
    status = error.response.status_code
    said = (error.server_message or _first_line(error)).replace("{", "(").replace("}", ")")
    no_room = status in {402, 413, 507} or (
        status == 403 and any(word in said.lower() for word in _STORAGE_WORDS)
    )
    if isinstance(error, RevisionNotFoundError | RemoteEntryNotFoundError):
        return "not-found", "there is no such revision or file while {doing}", "check the revision"
    if isinstance(error, RepositoryNotFoundError):
        problem = "there is no such dataset, or it is private, while {doing}"
        return "not-found", problem, "check the name; for a private one set HF_TOKEN"
    if status == 412:
        return "parent-moved", "someone else committed while {doing}; nothing was written", _AGAIN
    if no_room:
        return "quota", f"the Hub has no room for it while {{doing}}: {said}", "free some storage"
    if status in {401, 403}:
        return "no-right", f"the Hub refuses while {{doing}}: {said}", _TOKEN
    return "server", f"the Hub answers {status} while {{doing}}: {said}", _AGAIN


def _rate_limited(error: HfHubHTTPError, repository: str, doing: str) -> HubError:
    limits = parse_ratelimit_headers(error.response.headers)
    wait = limits.reset_in_seconds if limits else error.response.headers.get("Retry-After")
    allowed = ""
    if limits and limits.limit is not None and limits.window_seconds is not None:
        allowed = f" ({limits.limit} calls in {limits.window_seconds} seconds are allowed)"
    return HubError(
        "rate-limited",
        f"the Hub's rate limit is reached while {doing}{allowed}",
        where=repository,
        fix=f"wait {wait} seconds, then {_AGAIN}" if wait else f"wait some minutes, then {_AGAIN}",
    )


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
