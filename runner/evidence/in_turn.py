"""Several searches one after the other, so that one engine's outage is not the end of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..conversation import Case
from .evidence import Found, Query, Searcher


def in_turn(searchers: Sequence[Searcher]) -> Searcher:
    """A searcher that asks each until one finds something.

    Where none does, and one of them failed, the search has failed: what that one would have found is unknown.

    Args:
        searchers: in the order in which they are asked.
    """

    async def search(query: Query, case: Case) -> Found:
        tried: list[Found] = []
        for one in searchers:
            found = await one.search(query, case)
            tried.append(found)
            if found.status == "found":
                break
        last = next((one for one in reversed(tried) if one.status != "nothing"), tried[-1])
        problems = [
            f"{one.engine}: {one.problem}" if one.engine else str(one.problem) for one in tried if one.problem
        ]
        return replace(last, problem="; ".join(problems) or None, attempts=sum(one.attempts for one in tried))

    async def close() -> None:
        for one in searchers:
            await one.close()

    identities = [one.identity for one in searchers if one.identity]
    return Searcher(search, close, "+".join(identities) or None)
