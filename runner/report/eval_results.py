"""A score as an entry of the Hub's ``.eval_results/*.yaml``, which shows it on a model's page.

The entry names the commit of the release the run was played on. The Hub lists entries in a leaderboard only
for tasks that the dataset's ``eval.yaml`` defines, and that file defines what Inspect can run: the
single-turn part. A score of whole conversations therefore goes under a task name of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import yaml
from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml

from ...errors import RunError, UsageError
from ...releases.hub.records import Publication
from ..records.score import ScoreRecord

if TYPE_CHECKING:
    from ..records.run_folder import RunFolder

DEMO_JUDGE = "rules"


def publication_of(
    run: RunFolder, known: Sequence[Publication], repository: str | None = None
) -> Publication:
    """Where the release of a run was published.

    Args:
        run: the run.
        known: recorded publications.
        repository: the one to take where a release was published to several.

    Raises:
        RunError: the run was not played on a release, or that is recorded nowhere.
    """
    if run.record.release is None:
        raise RunError("the run was not played on a release", where=str(run.path), fix="run it on a release")
    digest, name = run.record.release["digest"], run.record.release["name"]
    for one in known:
        if one.digest == digest and repository in {None, one.repository}:
            return one
    raise RunError(
        f"no publication of {name} with digest {digest[:16]} is recorded",
        where=str(run.path),
        fix=f"publish it first: standfast publish {name} --to ORG/NAME",
    )


def find_score(records: Sequence[ScoreRecord], metric: str, by: Mapping[str, str]) -> ScoreRecord:
    """The one score with this metric and restriction.

    Raises:
        UsageError: there is none; lists what there is.
    """
    found = [record for record in records if record.metric == metric and dict(record.by) == dict(by)]
    if len(found) == 1:
        return found[0]
    near = [_restriction(record.by) for record in records if record.metric == metric]
    known = f"{metric} by: {'; '.join(near)}" if near else ", ".join(sorted({r.metric for r in records}))
    raise UsageError(f"there is no score {metric} {_restriction(by)}", fix=f"choose from {known}")


def eval_results_yaml(
    run: RunFolder, judge: str, score: ScoreRecord, publication: Publication, *, task: str, source: str | None
) -> str:
    """The text of one ``.eval_results`` file.

    Args:
        run: the run.
        judge: whose verdicts were scored.
        score: the score.
        publication: where the release is.
        task: the task's name.
        source: a page with the run's transcripts or report, or None.

    Raises:
        RunError: the score is undefined, or the rule-based judge gave it, which is for demos and tests.
    """
    if judge == DEMO_JUDGE:
        raise RunError(
            f"the judge {judge} is for demos and tests: its scores are not findings to publish",
            where=str(run.path),
            fix="judge the run by a model: standfast judge",
        )
    if score.value is None:
        raise RunError("the score is undefined: nothing to count", where=str(run.path), fix="choose another")
    interval = (
        f", 95 % interval {score.low:.4f} to {score.high:.4f}"
        if score.low is not None and score.high is not None
        else ""
    )
    release = run.record.release or {}
    entry = EvalResultEntry(
        dataset_id=publication.repository,
        task_id=task,
        value=score.value,
        dataset_revision=publication.commit,
        source_url=source,
        source_name="standfast run" if source else None,
        notes=(
            f"standfast {run.record.package_version}, {publication.release}, comparability number "
            f"{release.get('comparability')}; {score.metric} {_restriction(score.by)}, n = {score.n}"
            f"{interval}{_lacks(score)}; "
            f"user {run.record.agents.get('user', 'none')}, judge {judge}"
        ),
    )
    return yaml.safe_dump(
        eval_result_entries_to_yaml([entry]), sort_keys=False, allow_unicode=True, width=110
    )


def _lacks(score: ScoreRecord) -> str:
    """What the score should rest on and does not, as further words of the note."""
    smoke = score.choices.get("cases")
    parts = [
        *([] if smoke is None else [smoke]),
        *([] if score.played is None else [f"{score.played} of {score.planned or 'unknown'} cases played"]),
        *([] if score.unread is None else [f"{score.judged} replies judged, {score.unread} unread"]),
        *([] if score.bounds is None else [f"between {score.bounds[0]:.4f} and {score.bounds[1]:.4f}"]),
    ]
    return "".join(f", {part}" for part in parts)


def _restriction(by: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in by.items()) or "over all"
