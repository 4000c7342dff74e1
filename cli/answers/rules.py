"""The rules of a game as refereed, each ruling by its id, and the notation."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...models.core import Game
from ...models.wording import worded
from ...models.words import listed, say
from ...sessions.errors import BadRequest
from ..console import print_markdown
from ..language import Language, _, language, tell

_RULING = re.compile(r"\*\*([A-Z]+-\d+)\*\*")
_TOKENS = (say("PLAYER"), say("NUMBER"))
"""Words in capitals that the lines of every game have."""


def show_rules(game: Game, ruling: str | None = None) -> None:
    """Print the rules, or one ruling of them; raises BadRequest."""
    text = rules_of(game)
    if ruling is None:
        parts = (text, _settings(game), _notation(game))
        print_markdown("\n\n".join(filter(None, parts)))
        return
    paragraphs = rulings(text)
    if not paragraphs:
        raise BadRequest(say("no ruling of {game} is written down", game=game.title))
    if ruling.upper() not in paragraphs:
        raise BadRequest(
            say("no ruling '{id}', expected one of {ids}", id=ruling, ids=listed(paragraphs))
        )
    print_markdown(paragraphs[ruling.upper()])


def rules_of(game: Game) -> str:
    """Return the rules of `game` as refereed, in the language of this run, as Markdown.

    In English if they are not translated; a sentence if the game has none.
    """
    for spoken in (language(), Language.ENGLISH):
        page = game.page(spoken)
        if page is not None:
            return page
    return tell(say("The rules of {game} are not written down yet.", game=game.title))


def rulings(text: str) -> dict[str, str]:
    """Return the paragraphs of rules that begin with the id of a ruling, by that id."""
    paragraphs = re.split(r"\n\s*\n", text)
    found = ((_RULING.match(paragraph.lstrip("- ")), paragraph) for paragraph in paragraphs)
    named = {match[1]: paragraph for match, paragraph in found if match}
    return dict(sorted(named.items(), key=lambda each: int(each[0].split("-")[1])))


def _settings(game: Game) -> str:
    rows = [
        tell(
            say(
                '- `[{name} "…"]`: {about} ({default} unless written)',
                name=setting.name,
                about=setting.about,
                default=setting.default,
            )
        )
        for setting in game.settings
    ]
    return "\n".join(["## " + _("Settings"), "", *rows]) if rows else ""


def _called(line: str, tokens: Mapping[str, str]) -> str:
    """Return `line` with its words in capitals as the reader's language has them."""
    return re.sub(r"[A-Z]+", lambda word: tokens.get(word[0], word[0]), line)


def _notation(game: Game) -> str:
    """Return the lines as they are typed, and as a record has them where that is not the same."""
    colon, notation = _(":"), game.notation
    if game.positions is not None:
        notation = notation.with_verbs(game.positions.verbs)
    tokens = {str(each): tell(each) for each in (*_TOKENS, *notation.tokens)}
    rows = []
    for verb in notation.verbs.values():
        line = f"{'PLAYER ' if verb.actor else ''}{verb.shape}"
        typed = re.sub(r"[a-z-]+", lambda word: tell(worded(game, word[0])), line)
        told = f"- `{_called(typed, tokens)}`{colon} {tell(verb.about)}"
        if typed != line:
            told += ". " + tell(say("In a record: `{line}`", line=_called(line, tokens)))
        rows.append(told)
    expected = {"PLAYER": say("a player, by name")}
    expected |= {name: token.expected for name, token in notation.vocabulary.items()}
    words = [f"- `{_called(name, tokens)}`{colon} {tell(each)}" for name, each in expected.items()]
    marks = _("`*`: as often as you like; `+`: once or more; `[ ]`: may be left out; `|`: or.")
    return "\n".join(["## " + _("Lines of a record"), "", marks, "", *rows, "", *words])
