"""Which replies agree, which are no answer, and which name a place, in the three languages."""

import pytest
from standfast.releases.release import Release
from standfast.runner.benchmarks.picon.interview.abstention import abstention_of, says_yes
from standfast.runner.benchmarks.picon.interview.material import Material, MaterialMaker
from standfast.runner.benchmarks.picon.interview.places import places_in
from standfast.runner.benchmarks.picon.interview.statements import read_once


@pytest.fixture(scope="module")
def materials(release: Release) -> dict[str, Material]:
    maker = MaterialMaker(release)
    personas = {language: persona for persona, language in maker.personas().items()}
    return {
        language: maker.make({"persona": persona, "language": language, "order": "fixed"})
        for language, persona in personas.items()
    }


@pytest.mark.parametrize(
    ("language", "reply", "agrees"),
    [
        ("en", "Yes.", True),
        ("en", "Yes, I told you so.", True),
        ("en", "It is.", True),
        ("en", "I am a Catholic and go to church every week.", False),
        ("en", "I have two sisters.", False),
        ("en", "It is a big town.", False),
        ("en", "Yes, but I don't know what you mean.", False),
        ("en", "No, it is not.", False),
        ("pt", "Sim, faz parte.", True),
        ("pt", "É.", True),
        ("pt", "Sou católica e vou à missa toda semana.", False),
        ("pt", "Tenho dois filhos.", False),
        ("pt", "Não, não é.", False),
        ("zh", "是的，讲过。", True),
        ("zh", "没错。", True),
        ("zh", "有的人住在那里。", False),
        ("zh", "是一个大城市。", False),
        ("zh", "我是天主教徒，每周都去教堂。", False),
        ("zh", "当然不是。", False),
    ],
)
def test_only_a_clear_yes_agrees(materials, language: str, reply: str, agrees: bool) -> None:
    assert says_yes(reply, materials[language]) is agrees


@pytest.mark.parametrize(
    ("language", "reply", "kind"),
    [
        ("en", "I am a nurse.", None),
        ("en", "I do a lot of sport.", None),
        ("en", "I do.", "bare_confirmation"),
        ("en", "Yes, that is correct.", "bare_confirmation"),
        ("pt", "Fui enfermeira.", None),
        ("pt", "Isso mesmo.", "bare_confirmation"),
        ("zh", "是一个好问题。", None),
        ("zh", "是的，没错。", "bare_confirmation"),
    ],
)
def test_a_mere_yes_to_an_open_question_is_no_answer(materials, language: str, reply: str, kind) -> None:
    material = materials[language]
    question = material.question("religion" if kind is None else "district")
    reading = read_once(reply, question, material.bank.lists, material.persona.day)
    assert abstention_of(reply, question.text, reading, material) == kind


@pytest.mark.parametrize(
    ("language", "reply", "names"),
    [
        ("en", "Yes.", []),
        ("en", "No.", []),
        ("en", "I am a nurse.", []),
        ("en", "Yes, Partick.", ["Partick"]),
        ("en", "partick", ["partick"]),
        ("en", "The Aire.", ["Aire"]),
        ("pt", "Sim.", []),
        ("pt", "Fui enfermeira.", []),
        ("pt", "Sim, em Icaraí.", ["Icaraí"]),
        ("zh", "是的。", []),
        ("zh", "没错，荔湾。", ["荔湾"]),
    ],
)
def test_a_yes_is_no_place(materials, language: str, reply: str, names: list[str]) -> None:
    material = materials[language]
    reading = read_once(reply, material.question("district"), material.bank.lists, material.persona.day)
    assert [place.name for place in places_in(reply, reading, material)] == names
