"""What is odd about a recorded row, by kind and place."""

from __future__ import annotations

from dataclasses import dataclass

# Kind of finding and what it means, in the order in which a report lists them.
KINDS = {
    "duplicate": "the same topic, mode and persona stands in more than one row",
    "foreign_judge": "judged by another model than most rows of this subject",
    "empty_reply": "a reply of the subject is empty",
    "whitespace_reply": "a reply of the subject is only white space",
    "cut_reply": "a reply of the subject ends inside a sentence",
    "legacy_label": "a verdict, persona or mode uses the vocabulary of the tool's first version",
    "unread_verdict": "the judge's output was not read: the verdict is null",
    "unknown_label": "the verdict is none of the four labels",
    "unknown_topic": "the release has no such topic",
    "unknown_condition": "mode or persona is none of the six conditions",
    "turn_count": "the conversation does not have five turns",
    "model_names": "one model stands under several names",
}


@dataclass(frozen=True)
class Finding:
    """One oddity.

    Attributes:
        kind: a key of ``KINDS``.
        file: name of the recorded file.
        line: line in it, from 1; 0 where the finding is about the whole file.
        detail: what exactly was found.
    """

    kind: str
    file: str
    line: int
    detail: str
