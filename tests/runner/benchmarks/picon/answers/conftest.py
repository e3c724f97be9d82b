import pytest
import standfast
from standfast.builders.build import Build
from standfast.runner.benchmarks.picon.answers.bank import Bank, Question
from standfast.runner.benchmarks.picon.answers.code_lists import read_code_lists


@pytest.fixture(scope="session")
def picon() -> Build:
    return standfast.build("picon")


@pytest.fixture(scope="session")
def bank(picon: Build) -> Bank:
    names = list(Question.__dataclass_fields__)
    rows = picon.tables["questions"].select(names).iter_rows(named=True)
    questions = [Question(**row) for row in rows]
    return Bank(
        {(question.question_id, question.language): question for question in questions},
        read_code_lists(picon.tables["categories"]),
    )
