"""The picon protocol: an interview in chained turns, with evidence and retest (PICon, arXiv 2603.25620)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ....errors import UsageError
from ....releases.prompts import Prompts
from ...agents.agent import Agent
from ...agents.making import Kind
from ...play.benchmark import Agents, CaseFinder, Cast, Playing, Role, Unit
from ...records.conversation import Case
from .baselines import BASELINES
from .evidence.search import OPTIONS, make_search
from .interview.later_searches import search_again
from .interview.material import MODEL_LANGUAGE, MaterialMaker
from .interview.prompted import EXTRACTOR_PROMPTS, QUESTIONER_PROMPTS
from .interview.session import play_interview
from .settings import FILE, RELEASE, PiconSettings, check_settings

if TYPE_CHECKING:
    from ....releases.release import Release

_SCRIPTED = ("questioner.opening", "questioner.revisit", "questioner.retest", "questioner.confirmation")
_BY_RULE = ("extractor.exists", "extractor.is_in")
_PERSONA = "subject.persona"
_SCRIPT = "scripted"
_UNCERTAIN = "What answers name, and so how many searches and confirmations follow, is not known beforehand."


def picon_cases(release: Release, settings: PiconSettings) -> Iterator[Case]:
    """A case for every persona, language and order of the settings."""
    maker = MaterialMaker(release)
    for persona, language in _personas(maker, settings):
        for order in settings.orders:
            yield _case(maker, {"persona": persona, "language": language, "order": order}, 0)


def find_picon_case(release: Release) -> CaseFinder:
    """A function that gives the case of a key; keys that the release does not have give one without facts."""
    maker = MaterialMaker(release)

    def find(key: Mapping[str, str], repeat: int) -> Case:
        return _case(maker, key, repeat)

    return find


def cast_picon(release: Release, settings: PiconSettings, agents: Agents) -> Cast:
    """The agents as they are; an interview gives each its prompts, whose digests are taken here.

    Raises:
        UsageError: a baseline is to play a persona that is not the release's.
        ReleaseError: the release lacks a prompt.
    """
    if agents["subject"].spec.startswith("baseline:") and settings.persona != RELEASE:
        raise UsageError("a baseline plays the release's personas only", fix="leave --set persona out")
    digests: dict[str, str] = {}
    for language in settings.languages:
        names = [*_SCRIPTED, *([] if agents["extractor"].chat else _BY_RULE)]
        if agents["subject"].chat and settings.persona == RELEASE:
            names.append(_PERSONA)
        found = Prompts(release, language).digests(names)
        digests |= {f"{name}.{language}": digest for name, digest in found.items()}
    for role, prompts in (("questioner", QUESTIONER_PROMPTS), ("extractor", EXTRACTOR_PROMPTS)):
        if agents[role].chat:
            digests |= Prompts(release, MODEL_LANGUAGE).digests(prompts)
    return Cast(agents, digests)


def _personas(maker: MaterialMaker, settings: PiconSettings) -> Iterator[tuple[str, str]]:
    if settings.persona != RELEASE:
        name = "file" if settings.persona.startswith(FILE) else settings.persona
        yield from ((name, language) for language in settings.languages)
        return
    for persona, language in maker.personas().items():
        chosen = settings.personas is None or persona in settings.personas
        if chosen and language in settings.languages:
            yield persona, language


def _case(maker: MaterialMaker, key: Mapping[str, str], repeat: int) -> Case:
    material = maker.make(key)
    info = {name: key[name] for name in ("persona", "language") if name in key}
    return Case("picon", key, {} if material is None else {"material": material}, repeat, info)


def _unit(case: Case) -> Unit:
    """Personas of each language; a persona is drawn with all its orders."""
    return Unit(case.key["language"], case.key["persona"])


def _no_script_nor_model(agent: Agent) -> str | None:
    if agent.chat or agent.spec == _SCRIPT:
        return None
    return f"{agent.spec} is neither scripted nor a chat agent"


def _no_searcher(agent: Agent) -> str | None:
    if agent.reply_as is not None and not agent.chat:
        return None
    return f"{agent.spec} does not search, as agents that begin with search: do"


PLAYING = Playing(
    settings=PiconSettings,
    check=check_settings,
    cases=picon_cases,
    find=find_picon_case,
    unit=_unit,
    units="personas",
    cast=cast_picon,
    play=play_interview,
    roles={
        "questioner": Role(
            _SCRIPT, "Questioner: asks the main questions and those that confirm.", unfit=_no_script_nor_model
        ),
        "extractor": Role(
            _SCRIPT, "Extractor: finds what answers name, and claims about it.", unfit=_no_script_nor_model
        ),
        "evidence": Role(
            "search:release",
            "Where evidence is searched for, for example search:wikipedia.",
            unfit=_no_searcher,
        ),
    },
    baselines=BASELINES,
    agents={"search": Kind("search:ENGINE[@URL][+ENGINE…][?option=value&…]", make_search, OPTIONS)},
    search_again=search_again,
    uncertain=_UNCERTAIN,
)
