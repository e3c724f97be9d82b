"""Who judged a run, and whether a judge judges its own words."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping

from .run_folder import RunFolder


def judge_names(folder: RunFolder, judge: str) -> dict[str, int]:
    """Who gave the last verdict of each case, with counts: an imported run may mix judges under one name."""
    # Only what is counted is kept: a full run has hundreds of thousands of cases.
    last: dict[tuple[object, ...], tuple[int, str]] = {}
    for verdict in folder.verdicts(judge):
        case = *verdict.key.values(), verdict.repeat
        if case not in last or verdict.turn >= last[case][0]:
            last[case] = verdict.turn, sys.intern(verdict.judge)
    return dict(Counter(name for _, name in last.values()).most_common())


_OFFLINE = ("baseline:", "replay:", "scripted", "rules", "python:")


def model_of(spec: str) -> str | None:
    """The bare model name of an agent's spec, or of a name as recorded results state it.

    Provider, address and options are left out: ``openai:org/m-1@http://host/v1?temperature=0`` and
    ``org/m-1`` are both ``m-1``. None for agents that are no models.
    """
    if spec.startswith(_OFFLINE):
        return None
    name = re.split(r"[@?]| \(", spec.removeprefix("openai:"))[0]
    return name.rsplit("/", 1)[-1].casefold() or None


def shared_models(agents: Mapping[str, str], judges: Mapping[str, int]) -> list[str]:
    """A sentence for each role that a judge's model plays too.

    Args:
        agents: role to spec, as a run records them.
        judges: spec or name of who judged the run to how many of its verdicts are theirs; models of one name
            are taken together.
    """
    verdicts: dict[str, int] = {}
    for judge, count in judges.items():
        if (model := model_of(judge)) is not None:
            verdicts[model] = verdicts.get(model, 0) + count
    total = sum(judges.values())
    return [
        _sentence(role, model, count, total)
        for model, count in verdicts.items()
        for role, spec in agents.items()
        if role != "judge" and model == model_of(spec)
    ]


def _sentence(role: str, model: str, count: int, total: int) -> str:
    judged = "its own words" if role == "subject" else "conversations that it took part in"
    if count == total:
        return f"The judge and the {role} are the same model, {model}: it judges {judged}."
    playing = "the model under test" if role == "subject" else f"the model that plays the {role}"
    verb = "is" if count == 1 else "are"
    return f"{count} of {total} verdicts {verb} by {model}, {playing}: there it judges {judged}."
