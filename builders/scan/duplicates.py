"""The same text twice, and texts that share most of their wording."""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt

from .finding import Finding
from .prose import TEMPLATES, Prose

SIMILAR = 0.8
_SHINGLE = 5
_SHORT = 12
# 16 bands of 4 hashes: two texts that share 80 % of their shingles meet in a band with 99.98 % probability.
_BANDS, _ROWS = 16, 4
_PRIME = np.uint64((1 << 31) - 1)


def find_duplicates(prose: Prose) -> list[Finding]:
    """Groups of rows with one text; labels of a word or two may repeat."""
    if prose.table == TEMPLATES:
        return []
    places = defaultdict(list)
    for key, text in zip(prose.keys, prose.texts, strict=True):
        folded = _folded(text)
        if len(folded) >= _SHORT:
            places[folded].append(key)
    return [
        Finding("duplicate", prose.table, prose.column, tuple(keys), f"{_shortened(text)!r}")
        for text, keys in places.items()
        if len(set(keys)) > 1
    ]


def find_near_duplicates(prose: Prose) -> list[Finding]:
    """Groups of texts that share at least four fifths of their five-letter pieces, pairwise or by a chain.

    Candidates come from MinHash with banding, then every pair is counted exactly. Identical texts are
    left to ``find_duplicates``.
    """
    if prose.table == TEMPLATES:
        return []
    distinct: dict[str, str] = {}
    for key, text in zip(prose.keys, prose.texts, strict=True):
        folded = _folded(text)
        if len(folded) >= _SHORT:
            distinct.setdefault(folded, key)
    texts = list(distinct)
    shingles = [_shingles(text) for text in texts]
    pairs = [pair for pair in _candidates(shingles) if _alike(shingles[pair[0]], shingles[pair[1]])]
    return [
        Finding(
            "near duplicate",
            prose.table,
            prose.column,
            tuple(distinct[texts[place]] for place in group),
            f"alike to {_shortened(texts[group[0]])!r}",
        )
        for group in _groups(pairs)
    ]


def _folded(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _shingles(text: str) -> frozenset[int]:
    return frozenset(
        zlib.crc32(text[place : place + _SHINGLE].encode())
        for place in range(max(1, len(text) - _SHINGLE + 1))
    )


def _alike(one: frozenset[int], other: frozenset[int]) -> bool:
    return len(one & other) >= SIMILAR * len(one | other)


def _candidates(shingles: list[frozenset[int]]) -> set[tuple[int, int]]:
    """Pairs that meet in a band."""
    generator = np.random.default_rng(0)
    factors, offsets = generator.integers(1, int(_PRIME), (2, _BANDS * _ROWS), dtype=np.uint64)
    signatures = [_signature(one, factors, offsets) for one in shingles]
    found: set[tuple[int, int]] = set()
    for band in range(_BANDS):
        buckets = defaultdict(list)
        for place, signature in enumerate(signatures):
            buckets[signature[band * _ROWS : (band + 1) * _ROWS].tobytes()].append(place)
        for places in buckets.values():
            # A bucket of one template filled many times: neighbours suffice to chain it together.
            found.update(combinations(places, 2) if len(places) <= 50 else pairwise(places))
    return found


def _signature(
    shingles: frozenset[int], factors: npt.NDArray[np.uint64], offsets: npt.NDArray[np.uint64]
) -> npt.NDArray[np.uint64]:
    values = np.fromiter(shingles, dtype=np.uint64, count=len(shingles)) % _PRIME
    hashes = (values[:, None] * factors + offsets) % _PRIME
    minima: npt.NDArray[np.uint64] = hashes.min(axis=0)
    return minima


def _groups(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Connected groups, each and all in order of place."""
    root: dict[int, int] = {}

    def find(place: int) -> int:
        while root.setdefault(place, place) != place:
            root[place] = root[root[place]]
            place = root[place]
        return place

    for one, other in pairs:
        low, high = sorted((find(one), find(other)))
        root[high] = low
    groups = defaultdict(list)
    for place in sorted(root):
        groups[find(place)].append(place)
    return [groups[first] for first in sorted(groups)]
