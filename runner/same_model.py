"""Whether two roles of a run are played by one and the same model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

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


def shared_models(agents: Mapping[str, str], judges: Iterable[str]) -> list[str]:
    """A sentence for each role that the judge's model plays too.

    Args:
        agents: role to spec, as a run records them.
        judges: specs or names of those who judged it.
    """
    said = []
    for judge in judges:
        for role, spec in agents.items():
            if role != "judge" and (model := model_of(judge)) is not None and model == model_of(spec):
                said.append(f"The judge and the {role} are the same model, {model}: it judges its own words.")
    return list(dict.fromkeys(said))
