"""``replay:FILE``: a subject that says what a recorded transcript says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...errors import AgentError
from ..records.conversation import Case, Message, Reply, Transcript, transcript_from_record
from ..records.journal import read_lines
from .agent import Agent
from .spec import AgentSpec


def make_replay(spec: AgentSpec) -> Agent:
    """Replay the subject's replies of a run's ``transcripts.jsonl`` (or of the run folder that holds it).

    The user may say something else than it did then: the recorded replies follow by turn.

    Raises:
        AgentError: the file is missing or holds no transcript.
    """
    spec.refuse_unknown_options()
    path = Path(spec.target)
    if path.is_dir():
        path /= "transcripts.jsonl"
    if not path.is_file():
        raise AgentError("there is no such file to replay", where=spec.text, fix="name a transcripts.jsonl")
    recorded = _recorded(path)

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        turn = sum(message["role"] == "assistant" for message in messages)
        transcript = recorded.get(case.name)
        if transcript is None or turn >= len(transcript.turns):
            raise AgentError(
                f"the recording has no turn {turn + 1} of case {case.name}",
                where=spec.text,
                fix="replay a run that played this case, or limit the run to the recorded cases",
            )
        return transcript.turns[turn].subject

    return Agent(spec.text, reply)


def _recorded(path: Path) -> dict[str, Transcript]:
    try:
        transcripts = [transcript_from_record(record) for record in read_lines(path)]
    except (KeyError, TypeError) as error:
        raise AgentError(
            f"a line is not a transcript ({error!r})", where=str(path), fix="name a run's transcripts.jsonl"
        ) from error
    if not transcripts:
        raise AgentError("the recording is empty", where=str(path), fix="name a run's transcripts.jsonl")
    return {transcript.name: transcript for transcript in transcripts}
