"""JSON as models write it: what can mean one thing only is read, and no text makes the reader fail or hang."""

import json
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.runner.judges.json_text import DEEPEST, find_objects


def values(text: str) -> list[dict]:
    return [one.value for one in find_objects(text).objects]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', [{"a": 1}]),
        ('Aqui: ```json\n{"a": {"b": 2}}\n``` pronto', [{"a": {"b": 2}}]),
        ('{"a": 1} ou {"a": 2}', [{"a": 1}, {"a": 2}]),
        ('{broken {"a": 1}', [{"a": 1}]),
        ('{"a": "}{"}', [{"a": "}{"}]),
        ("[1, 2]", []),
        ('[{"a": 1}]', [{"a": 1}]),
        ("", []),
    ],
)
def test_objects_are_found_wherever_they_stand(text: str, found: list[dict]) -> None:
    assert values(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": "x\ny"}', {"a": "x\ny"}),
        ('{"a": "x\ty\r\n"}', {"a": "x\ty\r\n"}),
        ('{"a": 1,}', {"a": 1}),
        ('{"a": [1, 2, ] ,\n }', {"a": [1, 2]}),
        (r'{"a": "don\'t"}', {"a": "don't"}),
        (r'{"a": "\(x\) \n \"y\""}', {"a": '\\(x\\) \n "y"'}),
        ('{"a": 1}{"a": 1} {"a":1}', {"a": 1}),
        ('{"a": 1, "b": 2} {"b": 2, "a": 1}', {"a": 1, "b": 2}),
        ('\ufeff{"a": "\ud83d"}', {"a": "\ud83d"}),
    ],
)
def test_what_models_write_beside_json_is_read(text: str, found: dict) -> None:
    assert values(text) == [found]


@pytest.mark.parametrize(
    "text", ['{"a": "x', '{"a": {"b": 1}, "c', '{"a": 1, ', "Concordo: {", '{"a": [{"b": 1}, {"b": 2}']
)
def test_a_text_that_ends_inside_an_object_is_open_and_nothing_inside_is_taken(text: str) -> None:
    found = find_objects(text)
    assert (found.objects, found.is_open) == ((), True)


def test_keys_that_stand_twice_are_noted() -> None:
    (same,) = find_objects('{"a": 1, "a": 1}').objects
    assert (same.value, same.twice, same.ambiguous) == ({"a": 1}, ("a",), False)
    (other,) = find_objects('{"b": {"a": 1, "a": 2}}').objects
    assert (other.twice, other.ambiguous) == (("a",), True)
    assert find_objects('{"a": 1, "b": {"a": 2}}').objects[0].twice == ()


@pytest.mark.parametrize("depth", [DEEPEST + 1, 900, 1500, 100_000])
@pytest.mark.parametrize("closed", [True, False])
def test_nesting_is_bounded(depth: int, closed: bool) -> None:
    found = find_objects('{"evidence":' * depth + ("1" + "}" * depth if closed else ""))
    assert found.objects == ()
    assert found.too_deep or found.is_open


def test_answers_are_nested_less_than_the_bound() -> None:
    text = '{"a":' * (DEEPEST - 1) + "1" + "}" * (DEEPEST - 1)
    assert values(text) == [json.loads(text)]


@pytest.mark.parametrize(
    "text",
    [
        "{" * 1_000_000,
        '{"a" ' * 200_000,
        '{"a":1,} ' * 100_000,
        '{"a":[' + '{"b":1},' * 100_000,
        r'\{"\q"' * 100_000,
        "".join(f'{{"a":{n}}}' for n in range(50_000)),
        '{"a":' + "1" * 10_000 + "}",
    ],
)
def test_no_text_takes_long(text: str) -> None:
    begun = perf_counter()
    find_objects(text)
    assert perf_counter() - begun < 5


@given(st.text(max_size=60) | st.text('{}[]":,\\ua1 \n', max_size=60))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    find_objects(text)
    find_objects('{"a": ' + text + "}")


@given(
    st.dictionaries(st.text(max_size=4), st.text(max_size=6) | st.integers(), max_size=3),
    st.text(alphabet="ab \n", max_size=6),
)
def test_any_object_is_found_between_words(value: dict, words: str) -> None:
    assert values(f"{words}{json.dumps(value)}{words}") == [value]
