"""Reads the facts that people ask about, in the forms they may type."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ..models.core import BadNotation, Event, Game, View, turn
from ..models.grammar import one_of
from ..models.hidden import Claim, Hidden
from ..models.naming import in_full, owned, plain
from ..models.places import usual
from ..models.record import read_words
from ..models.token import Token
from ..models.wording import joined, recorded, spelled
from ..models.words import Tell, Words, bare, listed, say, spellings
from .errors import BadRequest
from .heard import heard_in
from .lexicon import lexicon


class Unread(BadRequest):
    """One end is a piece or a place, and the words that are left are no other one together."""


NOTHING = say("There is nothing to work out: no piece that has been dealt can be at two places.")


def claim_of(view: View, hidden: Hidden, text: str, tell: Tell) -> Claim:
    """Read a fact such as "Bo 5T", "not nobody 5T" or "Bo not 5T"; raises BadRequest.

    A piece and a place are read as `asked_of` reads them, `not` also in the language of `tell`.
    """
    if not hidden.is_open:
        raise BadRequest(NOTHING)
    words = joined((*hidden.names, *_owners(hidden)), text).split()
    denial = next((n for n, each in enumerate(words) if _is_not(view.game, hidden, each, tell)), -1)
    asked = text if denial < 0 else " ".join(words[:denial] + words[denial + 1 :])
    try:
        found = asked_of(view, hidden, asked, tell) if asked else ()
    except Unread:
        found = ()
    whole = [(item, place) for item, place in found if item and place]
    if len(whole) == 1:
        return Claim(*whole[0], denial < 0)
    told = _example(view.game, hidden)
    if len({item for item, _ in whole}) == 1:
        names = listed(_typed(view.game, hidden, place) for _, place in whole)
        told = say("this can mean several places; name one: {names}", names=names)
    raise BadRequest(say("{fact}: {words}", fact=text, words=told) if words else told)


def asked_of(view: View, hidden: Hidden, text: str, tell: Tell) -> tuple[tuple[str, str], ...]:
    """Read a piece, or a place, or a player for all of their places, or both; raises BadRequest.

    Return pairs of a piece and a place, the one that is not named empty: several where a player
    has several places, or several pieces are called so. The error says so if nothing about a
    player is open, or a piece is never at that place. What is spelled as in a record is no other
    piece or place that is said so.
    """
    game = view.game
    if not hidden.is_open:
        raise BadRequest(NOTHING)
    text = _recorded(game, hidden, text)
    if text in hidden.items and text not in hidden.names:
        return ((text, ""),)  # the piece BO, though somebody is called Bo
    places = _places_of(game, hidden, text, tell)
    if places:
        return tuple(("", place) for place in places)
    item = _piece(game, hidden, text, tell) or _piece(game, hidden, text.replace(" ", ""), tell)
    if item:
        return ((item, ""),)
    first, _, rest = text.partition(" ")
    unknown = text
    for at, what in ((first, rest), (rest, first)):
        places, item = _places_of(game, hidden, at, tell), _piece(game, hidden, what, tell)
        if places and item:
            homes = hidden.homes_of(item)
            if homes.isdisjoint(places):
                raise BadRequest(_nowhere(hidden, item))
            return tuple((item, place) for place in places if place in homes)
        if places or item:
            unknown = what if places else at
    misnamed = ":" in unknown and unknown != text  # a place that its player does not have
    heard = () if misnamed else _heard(view, hidden, text, tell)
    if heard:
        return heard
    items = listed(sorted(item for item in hidden.items if item not in hidden.spoken))
    if _places_of(game, hidden, unknown, tell):
        raise BadRequest(say("'{text}' is no piece ({items})", text=unknown, items=items))
    owner = one_of(_owners(hidden)).read(unknown)
    if owner is not None:
        raise BadRequest(say("{item}: nothing is hidden", item=usual(owner).name))
    owners = (usual(name).name for name in _owners(hidden))
    called = listed((*owners, *(_typed(game, hidden, name) for name in hidden.open_names)))
    if _piece(game, hidden, unknown, tell):
        raise BadRequest(say("'{text}' is no place ({places})", text=unknown, places=called))
    for piece in filter(None, (kind.read(unknown) for kind in _kinds(game, hidden))):
        raise BadRequest(say("{item}: nothing is hidden", item=game.notation.sign(piece)))
    raise (Unread if " " in unknown and unknown != text else BadRequest)(
        say(
            "'{text}' is neither a piece nor a place. Places: {places}. Pieces: {items}",
            text=unknown,
            items=items,
            places=called,
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
    """Return the message how to ask for a fact or deny it, with an open one as example."""
    pairs = ((place, item) for item in hidden.items for place in hidden.names_for(item))
    place, item = next(pairs, (hidden.names[0], next(iter(hidden.items))))
    fact = say("{place} {item}", place=_typed(game, hidden, place), item=item)
    denied = say("{no} {fact}", no=say("not"), fact=fact)
    forms = say("{fact}, or {denied}", fact=fact, denied=denied)
    return say("expected a place and a piece, such as: {fact}", fact=forms)


def _typed(game: Game, hidden: Hidden, name: str) -> Words | str:
    """Return how a place is typed: players and nobody as on the screen, others by their sign."""
    if name not in hidden.called:
        return hidden.call(name).name
    owner, colon, place = name.rpartition(":")
    return say("{owner}{place}", owner=owner + colon, place=game.notation.sign(place))


def _nowhere(hidden: Hidden, item: str) -> Words:
    """Return the message why nobody asks for `item` at a place where it never is."""
    there, asked = hidden.homes_of(item), hidden.asked(item)
    if not there:
        return say("this view leaves nothing open about {item} that a person could ask", item=asked)
    homes = listed(hidden.call(name).name for name in hidden.names if name in there)
    return say("{item} is never there; it can be at: {places}", item=asked, places=homes)


def _is_not(game: Game, hidden: Hidden, word: str, tell: Tell) -> bool:
    named = _places_of(game, hidden, word, tell)
    return not named and bare(word) in (*spellings(say("not"), tell), *spellings(say("no"), tell))


def _places_of(game: Game, hidden: Hidden, text: str, tell: Tell) -> tuple[str, ...]:
    """Return the place of that name in records or on the screen, or those of that player."""
    place = one_of(hidden.names, names=owned(game.notation.names, hidden.names)).read(text)
    called = {bare(tell(hidden.call(name).name)): name for name in hidden.names}
    place = place or called.get(bare(text))
    return (place,) if place else _owned(hidden, text)


def _piece(game: Game, hidden: Hidden, text: str, tell: Tell) -> str | None:
    """Return the item or trait that `text` spells; traits may be called as on the screen."""
    names, known = (*hidden.items, *hidden.traits), owned(game.notation.names, hidden.items)
    read = (kind.read(text) for kind in (one_of(names, names=known), *_kinds(game, hidden)))
    called = {
        each: n for n, trait in hidden.traits.items() for each in spellings(trait.called, tell)
    }
    called |= {plain(each): word for word, name in known.items() for each in name.texts}
    return next((word for word in read if word in names), None) or called.get(plain(text))


def _kinds(game: Game, hidden: Hidden) -> Iterator[Token]:
    """Yield the tokens of which the items or traits of `hidden` are words."""
    names = {*hidden.items, *hidden.traits}
    yield from (each for each in game.notation.vocabulary.values() if names & {*each.words})
