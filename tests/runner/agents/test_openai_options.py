import pytest
from standfast.errors import UsageError
from standfast.runner.agents.catalogue import resolve_spec
from standfast.runner.agents.openai_options import ChatOptions, read_options
from standfast.runner.agents.price import Price

LOCAL = "openai:org/model-7b:free@http://localhost:8000/v1"


def options(text: str) -> ChatOptions:
    return read_options(resolve_spec(text))


def test_model_address_and_options_are_read() -> None:
    found = options(f"{LOCAL}/?temperature=0.70&max_tokens=512&timeout=9&rpm=60&price_in=1&price_out=2")
    assert (found.model, found.url) == ("org/model-7b:free", "http://localhost:8000/v1")
    assert found.body == {"temperature": 0.7, "max_tokens": 512}
    assert (found.timeout, found.rpm, found.price) == (9, 60, Price(1, 2))
    assert "Authorization" not in found.headers


def test_only_what_changes_the_replies_enters_the_canonical_spec() -> None:
    one = options(f"{LOCAL}?max_tokens=9&temperature=0.70&rpm=3&timeout=2&retries=1")
    two = options(f"{LOCAL}?temperature=0.7&max_tokens=9&price_in=1&price_out=1&connections=2")
    assert one.spec == two.spec == f"{LOCAL}?max_tokens=9&temperature=0.7"
    extra = options(f'{LOCAL}?body={{"top_k":4}}&headers={{"X-Title":"a"}}&seed=3')
    assert extra.spec == f"{LOCAL}?body={{%22top_k%22:4}}&headers=X-Title:ca978112ca1b&seed=3"
    assert extra.body == {"top_k": 4}


def test_header_values_are_part_of_an_agent_and_secrets_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADER", "hidden-0123456789")
    specs = {
        options(f'{LOCAL}?headers={{"X-Mode":"{mode}","api-key":"env:HEADER"}}').spec for mode in ("a", "b")
    }
    assert len(specs) == 2
    assert all(spec.endswith(",X-Mode:" + spec[-12:]) and "api-key," in spec for spec in specs)
    assert not any("hidden" in spec for spec in specs)


def test_how_thoughts_and_sessions_are_treated_is_part_of_an_agent() -> None:
    assert options(f"{LOCAL}?thoughts=keep").spec == LOCAL
    found = options(f"{LOCAL}?thoughts=strip-none&session_id=header:X-Session")
    assert found.spec == f"{LOCAL}?session_id=header:X-Session&thoughts=strip-none"
    assert (found.part_thoughts, found.session_id) == (False, ("header", "X-Session"))


def test_every_place_has_a_seed_of_its_own() -> None:
    seed_of = options(f"{LOCAL}?seed=7").seed_of
    assert [seed_of(0, 1, 0), seed_of(1, 1, 0)] == [7, 8]
    places = [(repeat, session, asked) for repeat in range(9) for session in (1, 2, 3) for asked in range(4)]
    assert len({seed_of(*place) for place in places}) == len(places)
    assert options(LOCAL).seed_of(1, 2, 3) is None


def test_the_key_comes_from_the_variable_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", " sk-mine-0123456789\n")
    found = options(f"{LOCAL}?api_key_env=MY_KEY")
    assert found.headers["Authorization"] == "Bearer sk-mine-0123456789"
    assert found.secrets == ("sk-mine-0123456789",)
    assert "mine" not in repr(found)


def test_the_usual_key_goes_to_its_own_address_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-usual-0123456789")
    assert options("openai:gpt").headers["Authorization"] == "Bearer sk-usual-0123456789"
    assert "Authorization" not in options(LOCAL).headers
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(UsageError, match="the environment variable OPENAI_API_KEY is not set"):
        options("openai:gpt")


def test_a_header_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADER", "hidden-0123456789")
    found = options(f'{LOCAL}?headers={{"api-key":"env:HEADER","X-Title":"t"}}')
    assert (found.headers["api-key"], found.headers["X-Title"]) == ("hidden-0123456789", "t")
    assert "hidden-0123456789" in found.secrets


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("api_key=sk-secret-1", "has no option 'api_key'; it takes temperature, top_p"),
        ("api_key_env=sk-secret-1", "the environment variable that api_key_env names is not set"),
        ("api_key_env=secret_1", "the environment variable that api_key_env names is not set"),
        ('headers={"Authorization":"secret-1"}', "header Authorization of agent"),
        ('headers={"X-Api-Key":"secret-1"}', "may be a secret"),
        ("temperature=secret-1", "option temperature of agent"),
        ("temperature=-1", "give a number of 0 or more"),
        ("temperature=nan", "give a number of 0 or more"),
        ("timeout=0", "give a number above 0"),
        ("max_tokens=0", "give a whole number of 1 or more"),
        ("max_tokens=1.5", "give a whole number of 1 or more"),
        ("retries=-1", "give a whole number of 0 or more"),
        ("body=[1]", "give a JSON object"),
        ('body={"messages":[]}', "sets messages"),
        ('body={"stream":true}', "sets stream"),
        ("structured=maybe", "choose from auto, json_schema"),
        ("price_in=1", "has only one price"),
        ("price_cached=1", "has only one price"),
        ("session_id=secret-1", "write body:NAME or header:NAME"),
        ("session_id=body:messages", "write body:NAME or header:NAME"),
        ("session_id=header:a b", "write body:NAME or header:NAME"),
        ("thoughts=secret-1", "choose from keep, strip-none"),
        ("answer_limit=0", "give a number above 0"),
    ],
)
def test_a_wrong_option_is_refused_without_repeating_its_value(query: str, sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        options(f"{LOCAL}?{query}")
    assert sentence in str(caught.value)
    assert "secret-1" not in str(caught.value)
    assert "secret_1" not in str(caught.value)


@pytest.mark.parametrize("text", ["openai:", "openai:@http://h/v1", "openai", "openai:m@http://"])
def test_an_incomplete_spec_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="incomplete"):
        options(text)


def test_a_password_in_the_address_is_refused_and_not_shown() -> None:
    with pytest.raises(UsageError) as caught:
        options("openai:m@http://user:secret-1@host/v1")
    assert "secret-1" not in str(caught.value)
