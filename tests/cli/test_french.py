"""Everything that people read has its French."""

import ast
import gettext
import re
import string
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from aparte.cli.console import print_words
from aparte.cli.language import spoken, tell
from aparte.models import games
from aparte.models.bards.state import Step
from aparte.models.core import view
from aparte.models.words import listed, say, say_n
from aparte.sessions import languages
from tests.aparte_cli import EXAMPLES, FOUR, aparte
from tests.tables import prefixes, random_game

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "cli" / "locale"
FRENCH = LOCALE / "fr" / "LC_MESSAGES" / "aparte.po"
FOLDERS = ("models", "solver", "puzzles", "sessions", "cli", "web")
KEYWORDS = {"say": None, "say_n": (1, 2), "forms": (1, 2), "_": None, "N_": None}
NARROW = "\N{NARROW NO-BREAK SPACE}"


def catalogue():
    with FRENCH.open("rb") as file:
        return read_po(file)


@cache
def said() -> set[object]:
    """Every message in the sources."""
    return {
        message
        for folder in FOLDERS
        for _, _, message, _, _ in extract_from_dir(ROOT / folder, keywords=KEYWORDS)
    }


def written() -> Iterator[object]:
    """Every message as Python reads the sources: Babel loses some of those within others."""
    for file in (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        for each in ast.walk(ast.parse(file.read_text("utf-8"))):
            match each:
                case ast.Call(ast.Name(name), [ast.Constant(str(one)), *more]) if name in KEYWORDS:
                    many = [other.value for other in more[:1] if isinstance(other, ast.Constant)]
                    yield one if KEYWORDS[name] is None else (one, *many)


def texts(message) -> tuple[str, ...]:
    return message if isinstance(message, tuple) else (message,)


def fields(text: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def ids(messages) -> set[object]:
    return {each.id if isinstance(each.id, str) else tuple(each.id) for each in messages}


MESSAGES = [message for message in catalogue() if message.id]


@pytest.mark.parametrize(
    "name, told",
    [
        ("Élise", "d’Élise"),
        ("Ana", "d’Ana"),
        ("Hélène", "d’Hélène"),
        ("Hugo", "d’Hugo"),
        ("Yves", "d’Yves"),
        ("Hans", "de Hans"),
        ("Yann", "de Yann"),
        ("Bo", "de Bo"),
        ("A", "de A"),
        ("O2 B3", "de O2 B3"),
        ("11", "de 11"),
    ],
)
def test_a_word_is_shortened_before_a_name_that_begins_with_a_vowel(name: str, told: str) -> None:
    french = languages.catalogue(languages.Language.FRENCH)
    words = say("Seat of {player}", player=name)
    assert words.text_in(french) == f"Place {told}"


@pytest.mark.parametrize(
    "name, told",
    [
        ("Les Adresses Jaunes", "3 parties des Adresses Jaunes"),
        ("Le Roi {1}", "3 parties du Roi {1}"),
        ("Onstage", "3 parties d’Onstage"),
        ("Battle of the Bards", "3 parties de Battle of the Bards"),
        ("Lesseps", "3 parties de Lesseps"),
    ],
)
def test_a_title_that_begins_with_its_article_joins_the_word_before_it(
    name: str, told: str
) -> None:
    french = languages.catalogue(languages.Language.FRENCH)
    assert say_n("{n} game of {game}", "{n} games of {game}", 3, game=name).text_in(french) == told


def test_a_semicolon_between_parts_has_its_space() -> None:
    french = languages.catalogue(languages.Language.FRENCH)
    words = say("{line}", line=listed(("K4", "K5"), "; "))
    assert words.text_in(french) == f"K4{NARROW}; K5" and str(words) == "K4; K5"


@pytest.mark.parametrize("name", games.names())
def test_a_word_that_is_typed_has_as_many_words_in_french(name: str) -> None:
    french = languages.catalogue(languages.Language.FRENCH)
    for words in games.game_named(name).notation.spoken:
        assert len(words.text_in(french).split()) == len(str(words).split()), str(words)


def test_no_message_lacks_its_french() -> None:
    translated = ids(each for each in MESSAGES if all(texts(each.string)) and not each.fuzzy)
    assert not said() - translated


def test_messages_within_messages_are_collected_too() -> None:
    assert not {*written()} - said()


def test_the_catalogue_has_nothing_that_nobody_says() -> None:
    assert not ids(MESSAGES) - said()


def test_french_fills_the_same_braces() -> None:
    assert not [
        text for message in MESSAGES for text in texts(message.string) if odd(text, message)
    ]


def odd(text: str, message) -> bool:
    """Whether a French text fills in other things than the English, or begins or ends other."""
    english = texts(message.id)
    return (
        fields(text) not in [fields(each) for each in english]
        or text.startswith(" ") != english[0].startswith(" ")
        or text.endswith(" ") != english[0].endswith(" ")
    )


def test_the_compiled_catalogue_is_fresh() -> None:
    compiled = BytesIO()
    write_mo(compiled, catalogue())
    with FRENCH.with_suffix(".mo").open("rb") as file:
        shipped = gettext.GNUTranslations(file)
    assert shipped._catalog == gettext.GNUTranslations(BytesIO(compiled.getvalue()))._catalog


def test_words_within_words_are_told_in_french() -> None:
    french = gettext.translation("aparte", str(LOCALE), ["fr"])
    one = say("line {line}: {words}", line=3, words=say("{tile} already has a cube", tile="5T"))
    assert one.text_in(french) == "ligne 3\N{NO-BREAK SPACE}: 5T porte déjà un cube"
    two = say_n("{items} is with nobody", "{items} are with nobody", 2, items=listed(["5T", "6T"]))
    assert two.text_in(french) == "5T, 6T ne sont chez personne"


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("performances?", "performance"),
        ("abilit(y|ies)", "capacité"),
        ("trash(es)?", "vir"),
        (r"wins? (an audience|\{card\})|audiences? that .*\bwon", "sédui"),
        ("wins the encore", "remporte"),
    ],
)
def test_a_thing_has_the_one_word_of_its_rulebook(english: str, french: str) -> None:
    said = re.compile(rf"(?<![\w{{])({english})(?![\w}}])")
    told = [(texts(each.id)[0], texts(each.string)) for each in MESSAGES]
    found = [strings for text, strings in told if said.search(text)]
    assert found and not [each for each in found if not all(french in text for text in each)]


def test_commands_speak_french() -> None:
    shown = aparte("solve", FOUR, "--lang", "fr").stdout
    assert f"20{NARROW}207 mondes" in shown
    assert "le disque sur h2 (Dai) a compté 1" in " ".join(shown.split())
    assert aparte("solve", FOUR, APARTE_LANG="fr").stdout == shown
    assert aparte("--lang=fr", "solve", FOUR).stdout == shown
    assert aparte("solve", FOUR, LANG="fr_FR.UTF-8").stdout == shown
    english = aparte("solve", FOUR, "--lang", "en", LANG="fr_FR.UTF-8").stdout
    assert english == aparte("solve", FOUR).stdout


@pytest.mark.parametrize("name", ["", "solve", "explain", "hint", "check", "replay", "rules"])
def test_help_is_french(name: str) -> None:
    english = aparte(*name.split(), "--help").stdout
    shown = aparte(*name.split(), "--help", "--lang", "fr").stdout
    assert shown.startswith("Usage\N{NO-BREAK SPACE}: aparte")
    assert not set(sentences(english)) & set(sentences(shown))
    assert aparte(*name.split(), "--help").stdout == english  # and nothing of it stays


def sentences(shown: str) -> list[str]:
    """Lines of a help page that hold a sentence, not only names."""
    return [line.strip() for line in shown.splitlines() if line.strip().endswith(".")]


def test_mistakes_are_told_in_french(tmp_path: Path) -> None:
    assert "Pas de commande « chek »" in aparte("--lang", "fr", "chek", code=2).stderr
    missing = aparte("check", "--lang", "fr", "nulle-part", code=2).stderr
    assert "Le fichier « nulle-part » n’existe pas." in missing
    path = tmp_path / "wrong.rec"
    path.write_text(FOUR.read_text() + "Bo disc h9 = 1\n")
    refused = aparte("check", "--lang", "fr", path, code=1).stderr
    assert "ligne 21, colonne 9" in refused
    assert "une rue ou un type" in refused


def test_the_rules_are_told_in_french() -> None:
    shown = aparte("rules", "adresses-jaunes", "--lang", "fr").stdout
    assert "salon de thé" in shown
    assert "les tuiles révélées au début" in shown


ENGLISH_WORDS = re.compile(
    r"(?<![\w’'.=])(the|and|with|of|is|are|was|any|hand|from|which|who|what|not|this|that|it|its|by"
    r"|to|cards?|players?|lines?|games?|rounds|turn|seat|dice|draw|plays|hint|board|true|false|yes"
    r"|known|unknown|between|left|right|all|each)(?![\w’'.=])"
)
AS_TYPED = re.compile(
    r"""\{[^}]*\}|`[^`]*`|«[^»]*»|"[^"]*"|--[\w-]+|\[[^]]*\]"""
    r"|all \(|; any est|aparte( [a-z]+)+|Battle of the Bards"
)
"""What is typed or printed so in every language, and titles."""


def test_no_english_word_is_left() -> None:
    french = [text for message in MESSAGES for text in texts(message.string)]
    assert not [text for text in french if ENGLISH_WORDS.findall(AS_TYPED.sub(" ", text))]


def test_english_words_would_be_found() -> None:
    assert ENGLISH_WORDS.findall(AS_TYPED.sub(" ", "un dé any, « all », {the}"))


def test_figures_have_a_comma() -> None:
    from aparte.cli.language import decimal, spoken, tell
    from aparte.models.words import figure

    words = say("{amount} ± {error}", amount=figure(-1.25, "+.2f"), error=figure(0.5, ".1f"))
    for language, told in (("en", "−1.25 ± 0.5"), ("fr", "−1,25 ± 0,5")):
        with spoken(language):
            assert tell(words) == told
    with spoken("fr"):
        assert decimal(80.0) == "80,00"
    for path in (("onstage", "coach"), ("overseers", "greedy")):
        seats = ",".join([path[1], "greedy", "random"])
        told = aparte("simulate", path[0], "--seats", seats, "--games", 1, "--lang", "fr").stdout
        assert not re.search(r"\d\.\d", told), told
        assert re.search(r"\d,\d", told), told


def test_no_line_ends_before_a_punctuation() -> None:
    shown = languages.catalogue(languages.Language.FRENCH)
    for message in MESSAGES:
        one, *many = texts(message.id)
        for n, text in enumerate(texts(message.string), 1):
            told = shown.ngettext(one, many[0], n) if many else shown.gettext(one)
            assert not re.search(r" [;:!?»]|« ", told), told
            assert told.split() == text.split() or re.search(r"[;:!?»«]", text), told


def test_only_messages_are_typeset_not_what_they_are_filled_with() -> None:
    shown = languages.catalogue(languages.Language.FRENCH)
    told = say("line {line}: {words}", line=3, words="why ; « so » !").text_in(shown)
    assert told == "ligne 3\N{NO-BREAK SPACE}: why ; « so » !"


FIGURES = ["or about", "4 %,", "30 ± 5 %"]


def test_no_line_breaks_at_a_space_that_does_not_break_nor_in_a_figure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "12")
    print_words(say("{text}", text="vous partez\N{NO-BREAK SPACE}? oui\N{NARROW NO-BREAK SPACE}!"))
    print_words(say("{text}", text="or about 4 %, 30 ± 5 %"))
    rows = [row.rstrip(" ") for row in capsys.readouterr().out.splitlines()]
    assert rows == ["vous", "partez\N{NO-BREAK SPACE}?", "oui\N{NARROW NO-BREAK SPACE}!", *FIGURES]


@pytest.mark.parametrize(
    ("path", "asked", "english"),
    [
        ("onstage-5p-ana", "chances Bo", r"\b[KPG]\d"),
        ("overseers-3p-cy", "chances Bo", r"\b[AMT] \d"),
    ],
)
def test_what_a_hand_may_hold_is_told_in_french(
    tmp_path: Path, path: str, asked: str, english: str
) -> None:
    game = ("table", path.partition("-")[0], "--from", EXAMPLES / f"{path}.rec")
    typed = f"{asked}\nquitter\n"
    told = aparte(*game, "--lang", "fr", "--plain", typed=typed, APARTE_HOME=str(tmp_path)).stdout
    chances = [line for line in told.splitlines() if "%" in line or "en moyenne" in line]
    assert chances and not re.findall(english, " ".join(chances)), chances


def test_the_leader_of_overseers_leads_no_trick() -> None:
    with spoken("fr"):
        assert tell(games.face_of("overseers").labels["leads"]) == "leader"


def test_a_row_is_named_by_its_french_letter() -> None:
    with spoken("fr"):
        said = tell(games.game_named("overseers").notation.vocabulary["SPOT"].expected)
    assert "h1" in said and "t1" not in said


def test_people_are_told_how_many_bards_go_on_stage() -> None:
    record = random_game("bards", 2, 1)
    staging = next(own for own in prefixes(record) if own.state.step is Step.STAGE)
    with spoken("fr"):
        assert "3 cartes" in tell(games.face_of("bards").task(view(staging, "Ana")))


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [("en", each, "-> Everybody: keep 1 card of your pack") for each in ("now", "what now")]
    + [
        ("fr", each, "gardez 1 carte de votre paquet, face cachée")
        for each in ("maintenant", "et maintenant", "what now")
    ],
)
def test_who_plays_may_ask_what_is_awaited(
    tmp_path: Path, language: str, asked: str, told: str
) -> None:
    seats = ("--players", "Ana,Bo,Cy", "--bots", "Bo=random,Cy=random", "--seed", "4")
    game = ("play", "overseers", *seats, "--lang", language, "--plain")
    assert told in aparte(*game, typed=f"{asked}\nquit\n", APARTE_HOME=str(tmp_path)).stdout


def test_french_speaks_to_people_in_one_way() -> None:
    """It says "vous", as the rulebooks do; of lists of words that are read, anything may be one."""
    familiar = re.compile(r"\b(tu|toi|ton|tes|te)\b|\bt’", re.IGNORECASE)
    spoken = [
        text
        for message in MESSAGES
        if not any(source.endswith(("saying.py", "sayings.py")) for source, _ in message.locations)
        for text in texts(message.string)
    ]
    assert not [text for text in spoken if familiar.search(text)]
