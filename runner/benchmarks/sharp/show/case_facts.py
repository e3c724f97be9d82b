"""What a release knows of an exchange, in words: its claim, its role and what the subject was told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .....options import read_options
from .....releases.prompts import Prompts
from ....play.scored import AnyScored
from ....records.case_view import Fact
from ..cases import claims_of, roles_of
from ..playing import system_text
from ..settings import SharpSettings
from .roles import ShownRole, signed
from .wording import LANGUAGE_NAMES, in_words

if TYPE_CHECKING:
    from .....releases.release import Release

TAGS = {"en": "en", "zh": "zh-CN", "pt": "pt-BR"}
_MADE = {"none": "as in the source", "negation": "by negation", "antonym": "by an antonym"}
_SUBJECTS = "subject."
_RELATION = re.compile(r"/r/(\w+)")


@dataclass(frozen=True)
class ShownClaim:
    """A claim.

    Attributes:
        text: language code to the claim.
        factual: whether it is true.
        domain: in words.
        made: how it was made, in words.
        origin: where it comes from.
    """

    text: Mapping[str, str]
    factual: bool
    domain: str
    made: str
    origin: tuple[Fact, ...]

    def facts(self, language: str) -> list[Fact]:
        """Whether it is true, and the claim in the other languages."""
        others = [
            (LANGUAGE_NAMES[code], text, TAGS[code]) for code, text in self.text.items() if code != language
        ]
        return [("claim is", f"{'true' if self.factual else 'false'}, {self.made}"), *others]


def shown_claims(release: Release) -> dict[str, ShownClaim]:
    """Every claim that may have been played, by id."""
    texts: dict[str, dict[str, str]] = {}
    about: dict[str, Mapping[str, Any]] = {}
    for language in LANGUAGE_NAMES:
        # Claims last: an id that stands in both tables has the transformation of the claim.
        for pairs in (True, False):
            for row in claims_of(release, language, pairs=pairs).iter_rows(named=True):
                texts.setdefault(row["claim_id"], {})[language] = row["text"]
                about[row["claim_id"]] = row
    return {claim_id: _claim(claim_id, texts[claim_id], row) for claim_id, row in about.items()}


def _claim(claim_id: str, text: Mapping[str, str], row: Mapping[str, Any]) -> ShownClaim:
    made = _MADE.get(row["transformation"], row["transformation"])
    relation = _RELATION.search(row["assertion_uri"])
    origin: list[Fact] = [
        ("domain", in_words(row["domain"])),
        *([("relation", relation[1])] if relation else []),
        ("assertion", row["assertion_uri"]),
        ("claim id", claim_id),
    ]
    return ShownClaim(text, row["factual"], in_words(row["domain"]), made, tuple(origin))


def role_facts(role: ShownRole, direction: str) -> list[Fact]:
    """How the protagonist and the character stand to each other, and the character's Chinese name."""
    felt = (role.hero, role.name) if direction == "to" else (role.name, role.hero)
    affection = ("affection", f"{signed(role.affection)} ({role.group}), of {felt[0]} to {felt[1]}")
    chinese = role.facts.get("name_zh")
    return [affection, *([("character in Chinese", chinese, TAGS["zh"])] if chinese else [])]


def role_origin(role: ShownRole) -> list[Fact]:
    """Which rule made the relation, and who says so."""
    row = role.facts
    known = [
        ("familiarity", row.get("familiarity")),
        ("rule of the relation", in_words(row["rule"]) if row.get("rule") else None),
        (
            "source of the relation",
            ", ".join(str(row[name]) for name in ("source", "source_url") if row.get(name)),
        ),
        ("story time", row.get("story_time")),
    ]
    return [(name, str(value)) for name, value in known if value not in (None, "")]


def system_prompts(run: AnyScored) -> dict[tuple[str, ...], str]:
    """Script, protagonist, character and language to the system prompt; empty where none was sent.

    Transcripts do not repeat them, so they are filled again from the release. A run records the digests of
    the prompts that were sent; they are shown only where the release's are the same.

    Args:
        run: the run.
    """
    record = run.folder.record
    sent = {name: digest for name, digest in record.prompts.items() if name.startswith(_SUBJECTS)}
    settings = read_options(SharpSettings, record.settings, of=record.benchmark)
    found: dict[tuple[str, ...], str] = {}
    for language in settings.languages:
        of_language = {
            name.rpartition(".")[0]: digest
            for name, digest in sent.items()
            if name.rpartition(".")[2] == language
        }
        prompts = Prompts(run.release, language)
        if not of_language or prompts.digests(of_language) != of_language:
            continue
        for role, facts in roles_of(run.release, settings, language):
            found[(*role, language)] = system_text(prompts, facts, settings)
    return found
