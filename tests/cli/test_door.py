"""The door: bare `aparte` leads to a game at a terminal, and names the games in a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from aparte.models.games import meant, names, nearest
from aparte.models.record import read
from tests.aparte_cli import aparte, process
from tests.terminals import exit_status, killed, pexpect, spawned

ASKED = "]:"


class Guest:
    """Somebody at a terminal who answers one question after the other."""

    def __init__(self, home: Path, *arguments: str, **extra: str) -> None:
        self._child = spawned("-m", "aparte.cli", *arguments, APARTE_HOME=str(home), **extra)
        self.read = ""

    def answers(self, question: str, answer: str = "") -> None:
        self.reads(question)
        self._child.send(f"{answer}\r")

    def reads(self, wanted: str) -> None:
        self._child.expect_exact(wanted)
        self.read += self._child.before + wanted

    def types(self, keys: str) -> None:
        """Press keys, without Enter."""
        self._child.send(keys)

    def stops(self, number: int) -> None:
        """Send the program a signal."""
        self._child.kill(number)

    def ends(self) -> None:
        """Read all that comes until the program ends."""
        self._child.expect(pexpect.EOF)
        self.read += self._child.before
        exit_status(self._child)

    def leaves(self) -> None:
        """Press Ctrl-D at the next prompt, wherever that is."""
        for _ in range(60):  # a key is lost where no prompt is yet, or a cover comes down
            self._child.send("\x04")
            if self._child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=1) == 0:
                break
        killed(self._child)


def test_in_a_pipe_it_names_the_games() -> None:
    for arguments in ((), ("--help",)):
        ran = process(*arguments) if not arguments else aparte(*arguments)
        for title in ("Onstage", "Les Adresses Jaunes", "Battle of the Bards", "Overseers"):
            assert title in ran.stdout
    assert "Jeux" in aparte("--lang", "fr").stdout


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("Onstage", "onstage"),
        ("AJ", "adresses-jaunes"),
        ("Les Adresses Jaunes", "adresses-jaunes"),
        ("les adresses-jaunes", "adresses-jaunes"),
        ("adresses jaunes", None),
        ("BATTLE OF THE BARDS", "bards"),
        ("Sáng Đèn", "onstage"),
        ("chess", None),
    ],
)
def test_games_go_by_their_names(typed: str, game: str | None) -> None:
    found = meant(typed)
    assert found == game or (game is None and found in (None, "adresses-jaunes"))


@pytest.mark.parametrize(("typed", "game"), [("onstge", "onstage"), ("overseer", "overseers")])
def test_a_typo_gets_a_suggestion(typed: str, game: str) -> None:
    assert nearest(typed) == game
    assert f"did you mean {game}?" in aparte("rules", typed, code=2).stderr
    assert nearest("zzzzzz") is None


def test_language_and_plain_stand_anywhere() -> None:
    for words, places in (
        (["cards", "list"], (0, 1, 2)),
        (["puzzle", "list"], (1,)),
        (["rules", "onstage"], (0, 1, 2)),
    ):
        in_plain = aparte(*words, APARTE_PLAIN="1").stdout
        in_french = aparte(*words, APARTE_LANG="fr").stdout
        for where in places:
            plain, french = [*words], [*words]
            plain.insert(where, "--plain")
            french[where:where] = ["--lang", "fr"]
            assert aparte(*plain).stdout == in_plain
            assert aparte(*french).stdout == in_french
    assert aparte("rules", "onstage", "--lang=fr").stdout != aparte("rules", "onstage").stdout


def test_a_language_that_is_not_spoken_is_told() -> None:
    assert "'xx' is not one of" in aparte("rules", "onstage", "--lang", "xx", code=2).stderr
    assert "requires an argument" in aparte("rules", "onstage", "--lang", code=2).stderr


def test_a_language_of_the_environment_that_is_not_spoken_is_told() -> None:
    told = aparte("rules", "onstage", APARTE_LANG="de")
    assert (
        told.stderr == "aparte: APARTE_LANG=de is no language of this program; there are en, fr\n"
    )
    assert told.stdout == aparte("rules", "onstage").stdout
    for spoken in ("fr", "fr_CA.UTF-8", "EN", ""):
        assert aparte("rules", "onstage", APARTE_LANG=spoken).stderr == ""
    assert aparte("rules", "onstage", "--lang", "fr", APARTE_LANG="de").stderr == ""


def test_what_is_not_there_has_one_exit_code(tmp_path: Path) -> None:
    home = {"APARTE_HOME": str(tmp_path)}
    for asked in (("resume",), ("again",), ("resume", 9), ("again", 9), ("export", 9)):
        assert aparte(*asked, code=1, **home).stderr
    assert aparte("puzzle", "show", "nosuch", code=1, **home).stderr


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("bards", ("hand", "deck", "stage")),
        ("overseers", ("discard", "aside")),
        ("onstage", ("removed", "nothing")),
    ],
)
def test_words_of_a_games_places_are_no_names(game: str, names: tuple[str, ...]) -> None:
    for name in names:
        asked = ("play", game, "--players", f"Ana,{name},Cy")
        assert "is a word of the notation" in aparte(*asked, code=2).stderr


def test_it_leads_to_a_game_and_back_to_it(tmp_path: Path) -> None:
    guest = Guest(tmp_path)
    guest.reads("Which game?")
    for name in names()[:4]:
        guest.reads(name[:1].upper() if name == "onstage" else "players")
    guest.answers(ASKED, "onstge")
    guest.reads("did you mean Onstage?")
    guest.answers(ASKED, "2")
    guest.answers("Who deals?")
    guest.answers("Who plays", "Ana, ?!")
    guest.reads("is no name")
    guest.answers("Who plays", "Ana, Mary Ann and Cy")
    guest.answers("Whom does the program play", "Zoe")
    guest.reads("no player 'Zoe'")
    guest.answers("Whom does the program play", "Cy, mary ann=random")
    guest.answers("Which help is allowed?", "4")
    guest.reads("aparte play adresses-jaunes --players 'Ana,Mary Ann,Cy'")
    guest.reads("'Cy=coach,Mary Ann=random' --help-level off")
    guest.answers("Begin")
    guest.reads("Ana, a move or help:")
    guest.leaves()
    record = read(aparte("export", 1, "--all", APARTE_HOME=str(tmp_path)).stdout)
    assert record.setup.players == ("Ana", "Mary_Ann", "Cy")
    assert record.tag("Help") == "off"
    guest = Guest(tmp_path)
    guest.answers("Go on with it", "n")
    guest.reads("[Les Adresses Jaunes]")
    guest.answers("", "")
    guest.answers("Who deals?", "2")
    guest.reads("Names used before: Ana, Mary Ann, Cy")
    guest.answers("[Ana, Mary Ann, Cy]", "")
    guest.answers("Is everybody's phone their seat")
    guest.answers("[the table]", "mary ann")
    guest.answers("Which help is allowed?")
    guest.reads("aparte table adresses-jaunes")
    guest.answers("Begin", "no")
    guest = Guest(tmp_path)
    guest.answers("Go on with it", "n")
    guest.answers("[Les Adresses Jaunes]")
    guest.answers("Who deals?", "2")
    guest.answers("[Ana, Mary Ann, Cy]")
    guest.answers("Is everybody's phone their seat", "yes")
    guest.answers("Which help is allowed?")
    guest.reads("aparte host adresses-jaunes --players")
    guest.reads("--real")
    guest.answers("Begin", "no")
    guest = Guest(tmp_path)
    guest.answers("Go on with it")
    guest.answers("a move or help:", "hint")
    guest.reads("is not answered")
    guest.leaves()


def test_people_play_the_edition_of_their_language(tmp_path: Path) -> None:
    for home, arguments, edition in (
        ("fr", ("--lang", "fr"), "fr"),
        ("en", ("--lang", "en"), None),
        ("asked", ("--lang", "fr", "--edition", "en"), None),
    ):
        guest = Guest(tmp_path / home, "play", "onstage", "--players", "Ana,Bo,Cy", *arguments)
        guest.reads(f"dition {edition}" if edition else "Onstage")
        guest.leaves()
        saved = aparte("export", 1, "--all", APARTE_HOME=str(tmp_path / home)).stdout
        assert read(saved).tag("Edition") == edition
    assert "--edition en|fr" in aparte("play", "onstage", "--help").stdout


def test_a_language_never_changes_what_bots_do() -> None:
    bots = ("--players", "Ana,Bo,Cy", "--bots", "Ana=random,Bo=random,Cy=random", "--seed", 4)
    english = aparte("play", "onstage", *bots).stdout
    assert aparte("play", "onstage", *bots, "--lang", "fr").stdout == english
    assert "Edition" not in english


def test_a_house_has_its_ways(tmp_path: Path) -> None:
    home = {"APARTE_HOME": str(tmp_path)}
    assert "language" in aparte("config", **home).stdout
    assert not (tmp_path / "config.toml").exists()
    assert "is not set" in aparte("config", "language", **home).stdout
    aparte("config", "language", "FR", **home)
    assert "Versions" in aparte("doctor", **home).stdout
    assert "Dossiers" in aparte("doctor", **home).stdout
    assert "Folders" in aparte("doctor", "--lang", "en", **home).stdout
    assert "Folders" in aparte("doctor", APARTE_LANG="en", **home).stdout
    assert aparte("config", "language", **home).stdout == "fr\n"
    aparte("config", "Onstage.abilities", "Optional", **home)
    aparte("config", "help", "none", **home)
    aparte("config", "width", "60", **home)
    text = 'language = "fr"\nhelp = "off"\nwidth = 60\n\n[onstage]\nAbilities = "optional"\n'
    assert (tmp_path / "config.toml").read_text() == text
    guest = Guest(tmp_path, "play", "onstage", "--players", "Ana,Bo,Cy")
    guest.reads("édition française")
    guest.leaves()
    record = read(aparte("export", 1, "--all", **home).stdout)
    assert (record.tag("Abilities"), record.tag("Help")) == ("optional", "off")
    aparte("config", "language", "--unset", **home)
    assert "Folders" in aparte("doctor", **home).stdout


def test_a_house_has_one_setting_for_all_games_that_have_it(tmp_path: Path) -> None:
    home = {"APARTE_HOME": str(tmp_path)}
    aparte("config", "edition", "FR", **home)
    assert (tmp_path / "config.toml").read_text() == 'edition = "fr"\n'
    assert aparte("config", "Edition", **home).stdout == "fr\n"
    assert "edition = fr" in aparte("config", **home).stdout
    assert "expected one of en, fr" in aparte("config", "edition", "de", code=2, **home).stderr
    guest = Guest(tmp_path, "play", "onstage", "--players", "Ana,Bo,Cy", "--lang", "en")
    guest.reads("followed: fr")
    guest.leaves()
    aparte("config", "edition", "--unset", **home)
    assert "edition" not in aparte("config", **home).stdout


@pytest.mark.parametrize("words", ["onstage --edition fr", "--edition fr onstage"])
def test_a_setting_is_an_option_wherever_its_game_stands(words: str) -> None:
    bots = ("--players", "Ana,Bo,Cy", "--bots", "Ana=random,Bo=random,Cy=random", "--seed", 4)
    told = aparte("play", *words.split(), *bots).stdout
    assert read(told).tag("Edition") == "fr"
    assert told == aparte("play", "onstage", "--set", "Edition=fr", *bots).stdout


def test_a_wrong_game_is_told_before_its_options() -> None:
    told = aparte("play", "onstag", "--edition", "fr", code=2).stderr
    assert "did you mean onstage" in " ".join(told.split())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("colour", "red"), "no 'colour' to be set"),
        (("language", "de"), "expected one of en, fr"),
        (("width", "3"), "a number from 20 to 1000"),
        (("chess.Clock", "1"), "no game 'chess'"),
        (("onstage.Clock", "1"), "no setting 'Clock' in Onstage"),
        (("onstage.Abilities", "often"), "expected one of mandatory, optional"),
        (("--unset",), "name the setting to remove"),
        (("help", "all", "--unset"), "a value, or --unset"),
    ],
)
def test_what_cannot_be_set_is_told(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    assert told in aparte("config", *arguments, code=2, APARTE_HOME=str(tmp_path)).stderr
    assert not (tmp_path / "config.toml").exists()


@pytest.mark.parametrize("text", ["language = ", "language = 3", "[chess]\nclock = 1", "\xff"])
def test_a_file_that_cannot_be_understood_is_told_and_stops_nothing(
    tmp_path: Path, text: str
) -> None:
    (tmp_path / "config.toml").write_bytes(text.encode("latin-1"))
    ran = aparte("rules", "onstage", "ON-1", APARTE_HOME=str(tmp_path))
    assert ran.stderr.startswith("aparte: ")
    assert "config.toml" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
    assert aparte("config", "help", "all", code=2, APARTE_HOME=str(tmp_path)).stderr
    assert (tmp_path / "config.toml").read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize("command", ["play", "table"])
def test_a_command_without_names_asks_who_plays(tmp_path: Path, command: str) -> None:
    guest = Guest(tmp_path, command, "adresses-jaunes")
    guest.answers("Who plays, in seating order (2 to 4)", "Ana")
    guest.reads("Who plays")
    guest.answers(ASKED, "Ana, Bo")
    guest.reads("Ana")
    guest.leaves()
    record = read(aparte("export", 1, "--all", APARTE_HOME=str(tmp_path)).stdout)
    assert record.setup.players == ("Ana", "Bo")


def test_in_a_pipe_players_are_named() -> None:
    for command in ("play", "table", "host", "position"):
        assert "--players is missing" in aparte(command, "onstage", code=2).stderr
