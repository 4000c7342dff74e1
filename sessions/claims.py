"""Reads the facts that people ask about, in the forms they may type."""

from __future__ import annotations

from contextlib import suppress

from ..models.core import BadNotation, Event, Game, View, turn
from ..models.grammar import Cursor, Token, one_of
from ..models.hidden import Claim, Hidden
from ..models.naming import in_full, owned
from ..models.places import usual
from ..models.record import read_words
from ..models.wording import joined, recorded, spelled
from ..models.words import Tell, Words, bare, listed, say, spellings
from .errors import BadRequest
from .heard import heard_in
from .lexicon import lexicon

NOTHING = say("There is nothing to work out: no hidden piece can be at two places.")


def claim_of(view: View, hidden: Hidden, text: str, tell: Tell) -> Claim:
    """Read a fact such as "Bo 5T" or "not nobody 5T"; raises BadRequest.

    The piece may come first. Pieces may be spelled as in a record or said as in a line, `not` and
    `nobody` also in the language of `tell`.
    """
    game = view.game
    if not hidden.is_open:
        raise BadRequest(NOTHING)
    if not text.strip():
        raise BadRequest(_example(game, hidden))
    try:
        holds, owned, place, item = _said(game, hidden, text, tell)
    except BadNotation as error:
        try:
            holds, owned, place, item = _said(game, hidden, text, tell, piece_first=True)
        except BadNotation:
            found = _heard_claim(view, hidden, text, tell)
            if found is None:
                raise BadRequest(say("{fact}: {words}", fact=text, words=error.words)) from None
            return found
    if owned:
        open_ = [name for name in owned if name in hidden.names_for(item)] or owned
        if len(open_) > 1:
            words = say(
                "{player} can mean several places; name one: {names}",
                player=place,
                names=listed(open_),
            )
            raise BadRequest(say("{fact}: {words}", fact=text, words=words))
        (place,) = open_
    if place not in hidden.homes_of(item):
        raise BadRequest(say("{fact}: {words}", fact=text, words=_nowhere(hidden, item, place)))
    return Claim(item, place, holds)


def _said(
    game: Game, hidden: Hidden, text: str, tell: Tell, piece_first: bool = False
) -> tuple[bool, tuple[str, ...], str, str]:
    """Read whether it holds, all places that may be meant if several, a place, and a piece."""
    cursor, places = Cursor(_recorded(game, hidden, text)), _places(game, hidden, tell)
    pieces = _pieces(game, hidden, tell)
    holds = not _is_not(cursor.peek(), places, tell)
    if not holds:
        cursor.take()
    item = _take(cursor, pieces) if piece_first else ""
    owned = tuple(_owned(hidden, cursor.peek() or ""))
    place = cursor.take() if owned else _take(cursor, places)
    item = item or _take(cursor, pieces)
    if cursor.peek() is not None:
        raise cursor.fail(say("the end of the fact"))
    return holds, owned, place, item


def asked_of(view: View, hidden: Hidden, text: str, tell: Tell) -> tuple[tuple[str, str], ...]:
    """Read a piece, or a place, or a player for all of their places, or both; raises BadRequest.

    Return pairs of a piece and a place, the one that is not named empty: several where a player
    has several places, or several pieces are called so. The error says so if nothing about a
    player is open.
    """
    game = view.game
    if not hidden.is_open:
        raise BadRequest(NOTHING)
    text = _recorded(game, hidden, text)
    if text in hidden.items and text not in hidden.names:
        return ((text, ""),)  # the piece BO, though somebody is called Bo
    place = _places(game, hidden, tell).read(text)
    found = (place,) if place else _owned(hidden, text)
    if found:
        return tuple(("", name) for name in found)
    for typed in (text, text.replace(" ", "")):
        with suppress(BadNotation):
            cursor = Cursor(typed)
            item = _take(cursor, _pieces(game, hidden, tell))
            if cursor.peek() is None:
                return ((item, ""),)
    for piece_first in (False, True):
        with suppress(BadNotation):
            holds, owned, place, item = _said(game, hidden, text, tell, piece_first)
            there = [name for name in owned or (place,) if name in hidden.homes_of(item)]
            if holds and there:
                return tuple((item, name) for name in there)
    heard = _heard(view, hidden, text, tell)
    if heard:
        return heard
    owner = one_of(_owners(hidden)).read(text)
    if owner is not None:
        raise BadRequest(say("{item}: nothing is open", item=usual(owner).name))
    owners = (usual(name).name for name in _owners(hidden))
    places = (*owners, *(_typed(game, hidden, name) for name in hidden.open_names))
    raise BadRequest(
        say(
            "'{text}' is neither a piece ({items}) nor a place ({places})",
            text=text,
            items=listed(hidden.items),
            places=listed(places),
        )
    )


def _heard(view: View, hidden: Hidden, text: str, tell: Tell) -> tuple[tuple[str, str], ...]:
    """Read pieces, and perhaps one place, as people say them: `red 9`, `Bo's dancer`.

    Return pairs as `asked_of` does; none if a word is not understood. A trait stands for its
    pieces, and a player for the pieces that are theirs.
    """
    known = {*hidden.names, *_owners(hidden)}
    for heard in sorted(heard_in(lexicon(view, tell), text), key=lambda each: each.strained):
        where = [each.words for each in heard.mentions if each.is_player or each.words & known]
        what = [each.words for each in heard.mentions if each.words not in where]
        counted = any(each.count > 1 for each in heard.mentions)
        if heard.unknown or counted or len(where) > 1 or not (what and all(where)):
            continue
        meant = frozenset.intersection(*what)
        at = next((next(iter(words)) for words in where), "")
        traits = [name for name in hidden.traits if name in meant]
        items = traits or [name for name in hidden.items if name.rpartition(":")[2] in meant]
        own = [name for name in items if at and name.startswith(f"{at}:")]
        if own or not at:
            found = [(name, "") for name in own or items]
        else:
            there = (at,) if at in hidden.names else _owned(hidden, at)
            found = [(name, to) for name in items for to in there if to in hidden.homes_of(name)]
        if found:
            return tuple(found)
    return ()


def _heard_claim(view: View, hidden: Hidden, text: str, tell: Tell) -> Claim | None:
    """Read a fact whose place and piece people said, None if that is not one fact."""
    first, _, rest = text.strip().partition(" ")
    holds = not _is_not(first, _places(view.game, hidden, tell), tell)
    said = _heard(view, hidden, text if holds else rest, tell)
    if len(said) != 1 or not all(said[0]):
        return None
    return Claim(*said[0], holds)


def question_of(view: View, text: str, tell: Tell) -> Event | None:
    """Read a line that asks for hidden pieces, without its answer; None if it is no such line.

    Without a player the viewer asks, or the only one who can.
    """
    coming = turn(view)
    events = coming if isinstance(coming, tuple) else ()
    asking = [event for event in events if view.notation.verbs[event.verb].asks]
    players = dict.fromkeys(("", view.viewer, *(event.actor for event in asking)))
    found = (_choice(view, f"{player} {text}".strip(), tell) for player in players)
    there = [event for event in found if event in asking]
    return there[0] if there and (len(there) == 1 or there[0].actor == view.viewer) else None


def _choice(view: View, text: str, tell: Tell) -> Event | None:
    with suppress(BadNotation):
        return read_words(view, spelled(view, text, tell), outcome=False)
    return None


def _recorded(game: Game, hidden: Hidden, text: str) -> str:
    """Return `text` with names as records write them: with `_` for spaces, pieces by their word."""
    words = joined((*hidden.names, *_owners(hidden)), text).split()
    known = owned(game.notation.names, (*hidden.names, *hidden.items))
    return " ".join(recorded(in_full(known), words))


def _owners(hidden: Hidden) -> tuple[str, ...]:
    """Return the players who have places of their own, such as `Bo:pack`."""
    owners = (name.rpartition(":")[0] for name in hidden.names)
    return tuple(dict.fromkeys(owner for owner in owners if owner))


def _owned(hidden: Hidden, text: str) -> tuple[str, ...]:
    """Return the places of the player named in `text`, if players have places of their own."""
    owner = one_of(_owners(hidden)).read(text)
    names = hidden.open_names if owner else ()
    return tuple(name for name in names if name.startswith(f"{owner}:"))


def _example(game: Game, hidden: Hidden) -> Words:
    """Return the message how to ask for a fact, with an open one as example."""
    pairs = ((place, item) for item in hidden.items for place in hidden.names_for(item))
    place, item = next(pairs, (hidden.names[0], next(iter(hidden.items))))
    fact = say("{place} {item}", place=_typed(game, hidden, place), item=item)
    return say("expected a place and a piece, such as: {fact}", fact=fact)


def _typed(game: Game, hidden: Hidden, name: str) -> Words | str:
    """Return how a place is typed: players and nobody as on the screen, others by their sign."""
    if name not in hidden.called:
        return hidden.call(name).name
    owner, colon, place = name.rpartition(":")
    return say("{owner}{place}", owner=owner + colon, place=game.notation.sign(place))


def _nowhere(hidden: Hidden, item: str, place: str) -> Words:
    """Return the message why nobody asks for `item` at `place`."""
    there, asked = hidden.homes_of(item), hidden.asked(item)
    if not there:
        return say("this view leaves nothing open about {item} that a person could ask", item=asked)
    homes = listed(hidden.call(name).name for name in hidden.names if name in there)
    return say("{item} is never there; it can be at: {places}", item=asked, places=homes)


def _is_not(word: str | None, places: Token, tell: Tell) -> bool:
    if word is None or places.read(word):
        return False
    return bare(word) in spellings(say("not"), tell)


def _places(game: Game, hidden: Hidden, tell: Tell) -> Token:
    """Return the token for a place of `hidden`, by its name in records or on the screen."""
    named = say("one of {words}", words=listed(_typed(game, hidden, name) for name in hidden.names))
    by_name = one_of(hidden.names, named, owned(game.notation.names, hidden.names))
    on_screen = {bare(tell(hidden.call(name).name)): name for name in hidden.names}
    return Token(by_name.expected, lambda text: by_name.read(text) or on_screen.get(bare(text)))


def _pieces(game: Game, hidden: Hidden, tell: Tell) -> Token:
    """Return the token for an item or a trait of `hidden`, in any spelling of `game`.

    Traits may also be called as on the screen.
    """
    names, traits = (*hidden.items, *hidden.traits), hidden.traits.items()
    shown = (*hidden.items, *(trait.called for _, trait in traits))
    known = owned(game.notation.names, hidden.items)
    by_name = one_of(names, say("one of {words}", words=listed(shown)), known)
    on_screen = {each: name for name, trait in traits for each in spellings(trait.called, tell)}
    on_screen |= {" ".join(each): name for each, name in in_full(known, least=1).items()}
    kinds = [each for each in game.notation.vocabulary.values() if set(names) & set(each.words)]

    def read(text: str) -> str | None:
        spelled = (token.read(text) for token in (by_name, *kinds))
        found = (word for word in spelled if word in names)
        return next(found, None) or on_screen.get(bare(text))

    return Token(by_name.expected, read)


def _take(cursor: Cursor, token: Token) -> str:
    word = cursor.peek()
    found = token.read(word) if word else None
    if found is None:
        raise cursor.fail(token.expected)
    cursor.take()
    return found
