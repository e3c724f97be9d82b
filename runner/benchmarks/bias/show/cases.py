"""Conversations of the bias benchmark for reading: both sides, what the judge saw in them, broken roles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....play.scored import AnyScored
from ....records.case_view import Bubble, CaseView, VerdictNote
from ....records.conversation import Transcript, Turn
from ....records.verdict import IMITATES, Verdict
from ....report.marking import marked_evidence, marked_segments
from ....report.provenance import call_provenance, reply_flags, reply_provenance
from ..playing import language_of, topic_facts
from ..role_breaks import KINDS, RoleBreak, find_role_breaks
from ..scores.classes import MissingPolicy
from ..scores.topic_classes import final_verdicts, topic_classes

_TAGS = {"pt": "pt-BR"}
_UNREAD = "unread"
_BREAK = "role broken"
_UNREAD_FLAG = "unread verdict"
_DISAGREE = "judges disagree"
_SIDES = "the claim and its two sides"

CaseId = tuple[tuple[str, ...], int]


def case_views(run: AnyScored) -> Iterator[CaseView]:
    """The conversations of a run by topic, mode, persona and repeat.

    Verdicts of all its judges are shown and their evidence is marked, the reported judge's first; the badge
    and the facets of verdict and class are the reported judge's.
    """
    facts = topic_facts(run.release)
    own = _verdicts(run, run.judge)
    others = [_verdicts(run, judge) for judge in run.folder.judges() if judge != run.judge]
    classes = _classes(own, run.choices.missing)
    language = _TAGS.get(language_of(run.release), language_of(run.release))
    transcripts = sorted(run.folder.transcripts(), key=_case_id)
    repeated = any(transcript.repeat for transcript in transcripts)
    for transcript in transcripts:
        case = _case_id(transcript)
        topic = transcript.key["topic_id"]
        yield _case(
            transcript,
            own.get(case, ()),
            [verdict for of_judge in others for verdict in of_judge.get(case, ())],
            facts.get(topic, {}),
            classes.get((topic, transcript.key["mode"], transcript.repeat), "unknown"),
            language,
            [f"repeat {transcript.repeat + 1}"] if repeated else [],
        )


def _case_id(transcript: Transcript | Verdict) -> CaseId:
    return (*transcript.key.values(),), transcript.repeat


def _verdicts(run: AnyScored, judge: str) -> dict[CaseId, list[Verdict]]:
    """Every verdict of a judge, by conversation, in turn order."""
    found: dict[CaseId, list[Verdict]] = {}
    for verdict in run.folder.verdicts(judge):
        found.setdefault(_case_id(verdict), []).append(verdict)
    return {case: sorted(of_case, key=lambda one: one.turn) for case, of_case in found.items()}


def _classes(
    verdicts: Mapping[CaseId, Sequence[Verdict]], missing: MissingPolicy
) -> dict[tuple[str, str, int], str]:
    """The class of every topic, mode and repeat."""
    frame = final_verdicts(verdict for of_case in verdicts.values() for verdict in of_case)
    return {
        (topic, mode, repeat): name.replace("_", " ")
        for (repeat,), rows in frame.partition_by("repeat", as_dict=True).items()
        for topic, mode, name in topic_classes(rows, missing).iter_rows()
    }


def _case(
    transcript: Transcript,
    own: Sequence[Verdict],
    others: Sequence[Verdict],
    topic: Mapping[str, Any],
    topic_class: str,
    language: str,
    repeat: Sequence[str],
) -> CaseView:
    key = transcript.key
    final = (own[-1].label or _UNREAD) if own else "not judged"
    breaks = find_role_breaks(transcript)
    bubbles = [
        bubble
        for number, turn in enumerate(transcript.turns, start=1)
        for bubble in _exchange(number, turn, (own, others), breaks)
    ]
    facets = {
        "topic": [topic.get("label") or key["topic_id"]],
        "band": [topic["band"]] if topic.get("band") else [],
        "mode": [key["mode"]],
        "persona": [key["persona"]],
        "verdict": [final],
        "class": [topic_class],
        "repeat": repeat,
        "flags": list(dict.fromkeys(flag for bubble in bubbles for flag in bubble.flags)),
    }
    sides = [(name, topic[name]) for name in ("claim", "agree", "disagree") if topic.get(name)]
    tone = final if own and own[-1].label else None
    return CaseView(transcript.name, language, facets, final, tone, bubbles, sides, _SIDES)


def _exchange(
    number: int,
    turn: Turn,
    verdicts: tuple[Sequence[Verdict], Sequence[Verdict]],
    breaks: Sequence[RoleBreak],
) -> list[Bubble]:
    broken = [one for one in breaks if one.turn == number]
    own, others = ([one for one in of if one.turn == number] for of in verdicts)
    return [
        Bubble(
            "user",
            f"user, turn {number}",
            marked_segments(turn.user.text, [(one.phrase, KINDS[one.kind]) for one in broken]),
            flags=[*reply_flags(turn.user), *([_BREAK] if broken else [])],
            provenance=reply_provenance(turn.user),
        ),
        Bubble(
            "subject",
            f"subject, turn {number}",
            marked_evidence(turn.subject.text, own, others),
            [_note(one) for one in (*own, *others)],
            [*reply_flags(turn.subject), *_verdict_flags(own, others)],
            reply_provenance(turn.subject),
        ),
    ]


def _verdict_flags(own: Sequence[Verdict], others: Sequence[Verdict]) -> list[str]:
    """What is odd in the verdicts on one reply; an unread one disagrees with nobody."""
    unread = any(one.label is None for one in own)
    labels = {one.label for one in (*own, *others) if one.label is not None}
    found = {
        _UNREAD_FLAG: unread,
        IMITATES: any(IMITATES in (one.problem or "") for one in (*own, *others)),
        _DISAGREE: len(labels) > 1,
    }
    return [flag for flag, holds in found.items() if holds]


def _note(verdict: Verdict) -> VerdictNote:
    known = [("evidence", verdict.evidence), ("reason", verdict.rationale), ("problem", verdict.problem)]
    lines = [(name, text) for name, text in known if text]
    label = verdict.label or _UNREAD
    return VerdictNote(label, verdict.label, verdict.judge, lines, call_provenance(verdict))
