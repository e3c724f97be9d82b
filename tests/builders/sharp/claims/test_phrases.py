"""Sentences in three languages: articles, number, gender, contractions, negation."""

import re
from dataclasses import replace

import pytest
from standfast.builders.sharp.claims.english import plural as english_plural
from standfast.builders.sharp.claims.fold import fold
from standfast.builders.sharp.claims.lexicon import read_lexicon
from standfast.builders.sharp.claims.portuguese import plural as portuguese_plural
from standfast.builders.sharp.claims.select import AFFIRMATIVE
from standfast.builders.sharp.claims.sentences_en import qualifier, sentence_en
from standfast.builders.sharp.claims.sentences_pt import sentence_pt
from standfast.builders.sharp.claims.sentences_zh import sentence_zh
from standfast.builders.sharp.claims.statement import Rejected
from standfast.builders.sharp.claims.statements import make_statement

LEXICON = read_lexicon()
PHRASES = {"en": sentence_en, "zh": sentence_zh, "pt": sentence_pt}


def statement(relation, start, end):
    return make_statement(
        {"relation": relation, "start_fold": fold(start), "end_fold": fold(end), "end_term": end}, LEXICON, {}
    )


def texts(made):
    return tuple(phrase(made) for phrase in PHRASES.values())


@pytest.mark.parametrize(
    ("edge", "expected"),
    [
        (("IsA", "whale", "mammal"), ("A whale is a mammal.", "鲸鱼是一种哺乳动物。", "A baleia é um mamífero.")),
        (("IsA", "iron", "metal"), ("Iron is a metal.", "铁是一种金属。", "O ferro é um metal.")),
        (("IsA", "mars", "planet"), ("Mars is a planet.", "火星是一颗行星。", "Marte é um planeta.")),
        (("IsA", "france", "country"), ("France is a country.", "法国是一个国家。", "A França é um país.")),
        (("IsA", "table", "furniture"), ("A table is a piece of furniture.", "桌子是一种家具。", "A mesa é um móvel.")),
        (("IsA", "jeans", "clothing"), ("Jeans are an item of clothing.", "牛仔裤是一种衣服。", "As calças jeans são uma peça de roupa.")),
        (("PartOf", "wheel", "bicycle"), ("A wheel is part of a bicycle.", "轮子是自行车的一部分。", "A roda faz parte de uma bicicleta.")),
        (("PartOf", "earth", "solar_system"), ("The Earth is part of the solar system.", "地球是太阳系的一部分。", "A Terra faz parte do Sistema Solar.")),
        (("PartOf", "paris", "france"), ("Paris is part of France.", "巴黎是法国的一部分。", "Paris faz parte da França.")),
        (("HasA", "bird", "wing"), ("A bird has wings.", "鸟有翅膀。", "A ave tem asas.")),
        (("HasA", "dog", "tail"), ("A dog has a tail.", "狗有尾巴。", "O cachorro tem uma cauda.")),
        (("HasA", "cat", "fur"), ("A cat has fur.", "猫有皮毛。", "O gato tem pelo.")),
        (("AtLocation", "book", "shelf"), ("You can find books on a shelf.", "在架子上可以找到书。", "É possível encontrar livros em uma prateleira.")),
        (("AtLocation", "shark", "ocean"), ("You can find sharks in the ocean.", "在海洋里可以找到鲨鱼。", "É possível encontrar tubarões no oceano.")),
        (("AtLocation", "sand", "egypt"), ("You can find sand in Egypt.", "在埃及可以找到沙子。", "É possível encontrar areia no Egito.")),
        (("AtLocation", "scissors", "drawer"), ("You can find scissors in a drawer.", "在抽屉里可以找到剪刀。", "É possível encontrar tesouras em uma gaveta.")),
        (("MadeOf", "bottle", "glass"), ("A bottle can be made of glass.", "瓶子可以用玻璃制成。", "A garrafa pode ser feita de vidro.")),
        (("MadeOf", "clothes", "wool"), ("Clothes can be made of wool.", "衣服可以用羊毛制成。", "As roupas podem ser feitas de lã.")),
        (("UsedFor", "umbrella", "decoration"), ("An umbrella can be used for decoration.", "雨伞可以用来装饰。", "O guarda-chuva pode ser usado para decoração.")),
        (("CapableOf", "bird", "fly"), ("A bird can fly.", "鸟会飞。", "A ave consegue voar.")),
        (("CapableOf", "person", "die"), ("A person can die.", "人会死亡。", "Uma pessoa pode morrer.")),
        (("ReceivesAction", "apple", "eat"), ("An apple can be eaten.", "苹果可以吃。", "A maçã pode ser comida.")),
        (("Causes", "friction", "heat"), ("Friction can cause heat.", "摩擦力会产生热量。", "O atrito pode causar calor.")),
        (("HasProperty", "needle", "sharp"), ("A needle is sharp.", "针是锋利的。", "A agulha é afiada.")),
        (("HasPrerequisite", "sew", "needle"), ("Sewing requires a needle.", "缝纫需要针。", "Costurar exige uma agulha.")),
        (("HasPrerequisite", "listening_to_music", "ears"), ("Listening to music requires ears.", "听音乐需要耳朵。", "Ouvir música exige ouvidos.")),
        (("HasPrerequisite", "fire", "oxygen"), ("Fire requires oxygen.", "火需要氧气。", "O fogo precisa de oxigênio.")),
        (("HasPrerequisite", "plant", "sunlight"), ("A plant requires sunlight.", "植物需要阳光。", "A planta precisa de luz do sol.")),
        (("HasPrerequisite", "baseball", "bat"), ("Baseball requires a bat.", "棒球需要球棒。", "O beisebol exige um taco.")),
        (("CreatedBy", "honey", "bees"), ("Honey is made by bees.", "蜂蜜是由蜜蜂酿造的。", "O mel é produzido por abelhas.")),
        (("CreatedBy", "clothes", "tailor"), ("Clothes are made by a tailor.", "衣服是由裁缝制作的。", "As roupas são feitas por um alfaiate.")),
        (("DefinedAs", "paris", "capital_of_france"), ("Paris is the capital of France.", "巴黎是法国的首都。", "Paris é a capital da França.")),
        (("DefinedAs", "mars", "fourth_planet_from_sun"), ("Mars is the fourth planet from the Sun.", "火星是距太阳第四近的行星。", "Marte é o quarto planeta a partir do Sol.")),
        (("DefinedAs", "hate", "opposite_of_love"), ("Hate is the opposite of love.", "憎恨是爱的反面。", "O ódio é o oposto do amor.")),
        (("DefinedAs", "brazil", "largest_country_in_south_america"), ("Brazil is the largest country in South America.", "巴西是南美洲面积最大的国家。", "O Brasil é o maior país da América do Sul.")),
        (("NotHasPrerequisite", "sew", "needle"), ("Sewing does not require a needle.", "缝纫不需要针。", "Costurar não exige uma agulha.")),
        (("NotCreatedBy", "honey", "bees"), ("Honey is not made by bees.", "蜂蜜不是由蜜蜂酿造的。", "O mel não é produzido por abelhas.")),
        (("NotDefinedAs", "rome", "capital_of_france"), ("Rome is not the capital of France.", "罗马不是法国的首都。", "Roma não é a capital da França.")),
        (("NotCapableOf", "pig", "fly"), ("A pig cannot fly.", "猪不会飞。", "O porco não consegue voar.")),
        (("NotIsA", "spider", "insect"), ("A spider is not an insect.", "蜘蛛不是一种昆虫。", "A aranha não é um inseto.")),
        (("NotHasProperty", "rock", "alive"), ("A rock is not alive.", "岩石不是有生命的。", "A rocha não é um ser vivo.")),
    ],
)  # fmt: skip
def test_sentences(edge, expected):
    assert texts(statement(*edge)) == expected


@pytest.mark.parametrize(
    ("edge", "expected", "words"),
    [
        (("IsA", "whale", "mammal"), ("A whale is in no way a mammal.", "鲸鱼绝不是一种哺乳动物。", "A baleia não é de modo algum um mamífero."), "in no way"),
        (("HasA", "bird", "wing"), ("A bird has no wings at all.", "鸟根本没有翅膀。", "A ave não tem asa nenhuma."), "no ... at all"),
        (("HasA", "dog", "tail"), ("A dog has no tail at all.", "狗根本没有尾巴。", "O cachorro não tem cauda nenhuma."), "no ... at all"),
        (("AtLocation", "book", "shelf"), ("You can never find books on a shelf.", "在架子上根本找不到书。", "Nunca é possível encontrar livros em uma prateleira."), "never"),
        (("CapableOf", "bird", "fly"), ("A bird can never fly.", "鸟根本不会飞。", "A ave nunca consegue voar."), "never"),
        (("UsedFor", "piano", "play_music"), ("A piano can never be used for playing music.", "钢琴根本不能用来演奏音乐。", "O piano nunca pode ser usado para tocar música."), "never"),
        (("MadeOf", "bottle", "glass"), ("A bottle can never be made of glass.", "瓶子根本不能用玻璃制成。", "A garrafa nunca pode ser feita de vidro."), "never"),
        (("Causes", "rain", "flood"), ("Rain can never cause floods.", "雨绝不会引发洪水。", "A chuva nunca pode causar inundações."), "never"),
        (("PartOf", "wheel", "bicycle"), ("A wheel is in no way part of a bicycle.", "轮子绝不是自行车的一部分。", "A roda não faz parte de uma bicicleta de modo algum."), "in no way"),
        (("HasProperty", "needle", "sharp"), ("A needle is never sharp.", "针从来不是锋利的。", "A agulha nunca é afiada."), "never"),
        (("HasPrerequisite", "sew", "needle"), ("Sewing never requires a needle.", "缝纫根本不需要针。", "Costurar nunca exige uma agulha."), "never"),
        (("CreatedBy", "honey", "bees"), ("Honey is never made by bees.", "蜂蜜绝不是由蜜蜂酿造的。", "O mel nunca é produzido por abelhas."), "never"),
        (("DefinedAs", "paris", "capital_of_france"), ("Paris is not the capital of France.", "巴黎不是法国的首都。", "Paris não é a capital da França."), None),
        (("ReceivesAction", "apple", "eat"), ("An apple can never be eaten.", "苹果根本不能吃。", "A maçã nunca pode ser comida."), "never"),
    ],
)  # fmt: skip
def test_absolute_denials(edge, expected, words):
    denied = replace(statement(*edge), denied=True, absolute=True)
    assert texts(denied) == expected
    assert qualifier(denied) == words


@pytest.mark.parametrize(
    ("relation", "start", "end"),
    [
        ("DefinedAs", "saturn", "large_planet_in_solar_system"),
        ("DefinedAs", "paris", "capital_of_love"),
        ("DefinedAs", "kangaroo", "capital_of_france"),
        ("HasPrerequisite", "watch_television", "television"),
        ("HasPrerequisite", "ride_bike", "bicycle"),
        ("HasPrerequisite", "sew", "snow"),
        ("CreatedBy", "honey", "programmer"),
        ("MadeOf", "bread", "carbon"),
        ("AtLocation", "field", "meadow"),
        ("HasProperty", "heat", "hot"),
        ("HasProperty", "love", "contagious"),
    ],
)
def test_what_cannot_be_said_well_is_set_aside(relation, start, end):
    with pytest.raises(Rejected):
        statement(relation, start, end)


NEGATIVE = {"en": r"\b(not|cannot|no|never)\b", "zh": "不|没有", "pt": r"\b(não|nunca|Nunca)\b"}


def test_the_three_languages_of_a_statement_are_denied_together():
    edges = [("IsA", "whale", "mammal"), ("PartOf", "wheel", "bicycle"), ("HasA", "bird", "wing"), ("HasA", "boat", "sail"),
             ("AtLocation", "book", "shelf"), ("MadeOf", "bottle", "glass"), ("UsedFor", "umbrella", "decoration"),
             ("CapableOf", "bird", "fly"), ("ReceivesAction", "apple", "eat"), ("Causes", "rain", "flood"),
             ("HasProperty", "needle", "sharp"), ("HasPrerequisite", "sew", "needle"), ("CreatedBy", "honey", "bee"),
             ("DefinedAs", "rome", "capital_of_italy")]  # fmt: skip
    assert {edge[0] for edge in edges} == set(AFFIRMATIVE) - {"InstanceOf"}
    for edge in edges:
        for denied, absolute in ((False, False), (True, False), (True, True)):
            made = replace(statement(*edge), denied=denied, absolute=absolute)
            for code, phrase in PHRASES.items():
                assert bool(re.search(NEGATIVE[code], phrase(made))) == denied, (edge, code)


def test_a_contrast_is_told_as_always():
    told = replace(
        statement("HasProperty", "needle", "sharp"), end=LEXICON.properties["blunt"], absolute=True
    )
    assert texts(told) == ("A needle is always blunt.", "针总是钝的。", "A agulha é sempre cega.")
    assert qualifier(told) == "always"


@pytest.mark.parametrize(
    ("singular", "several"),
    [
        ("animal", "animais"), ("hotel", "hotéis"), ("réptil", "répteis"), ("barril", "barris"), ("farol", "faróis"),
        ("coração", "corações"), ("mão", "mãos"), ("pão", "pães"), ("nuvem", "nuvens"), ("flor", "flores"),
        ("raiz", "raízes"), ("lápis", "lápis"), ("livro", "livros"), ("sala de jantar", "salas de jantar"),
        ("animal aquático", "animais aquáticos"), ("chave de fenda", "chaves de fenda"), ("móvel", "móveis"),
    ],
)  # fmt: skip
def test_portuguese_plurals(singular, several):
    assert portuguese_plural(singular) == several


@pytest.mark.parametrize(
    ("singular", "several"),
    [
        ("knife", "knives"),
        ("palm tree", "palm trees"),
        ("fungus", "fungi"),
        ("tooth", "teeth"),
        ("bus", "buses"),
        ("bird of prey", "birds of prey"),
        ("piece of furniture", "pieces of furniture"),
    ],
)
def test_english_plurals(singular, several):
    assert english_plural(singular) == several
