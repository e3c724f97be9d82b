"""The system prompts of a run, filled again from its release: transcripts do not repeat them."""

from __future__ import annotations

from .....releases.prompts import Prompts
from ....report.report_run import ReportRun
from ..cases import roles_of
from ..cast import system_text
from ..settings import read_settings

_TOLD = "subject."


def told_prompts(run: ReportRun) -> dict[tuple[str, ...], str]:
    """Script, protagonist, character and language to the system prompt; empty where none was sent.

    A run records the digests of the prompts that were sent; they are shown only where the release's are the
    same.

    Args:
        run: the run.
    """
    record = run.folder.record
    sent = {name: digest for name, digest in record.prompts.items() if name.startswith(_TOLD)}
    settings = read_settings({k: v for k, v in record.settings.items() if v is not None})
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
