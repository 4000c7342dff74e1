"""What a move is for that another one is not: said by the rules, chosen by what was measured.

First comes how the trick stands, and which card decides it, see `standing`; then who leads, and who
comes on stage; then what is kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ....models.core import Event, View
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.plays import played, winning
from ....models.onstage.text import suit_name
from ....models.words import Words, in_100, listed, say, say_n
from ...play.coach import choices
from ...play.contrast import Clause, Contrast, joined
from .effects import Came, Kind
from .standing import RARE, After, Others, share_of

ENOUGH = 0.25
"""By how many blossoms this trick differs at least, if that counts."""
FEW = 3
"""No more cards than these are named."""
OFTEN = 0.1
"""In more deals than these somebody is taken instead, or another one, if that is told."""
MUCH = 0.5
"""So many blossoms of a gap that this trick does not make are told of, if they can be named."""
MOSTLY, MANY = 0.65, 3
"""In so many tries a suit is mostly trump; so many cards of it are told of."""
PLENTY = 5
"""Who gets so many blossoms with fewer cards gets them alone without performers, mostly."""
ALMOST = 0.9
"""Who is beaten in so many deals is not told to be ahead."""
EARLY = 7
"""With more cards in hand nobody looks whether the game is decided."""
TRICK, TRUMP, NEXT, LATER, REST = (
    Came(kind).topic for kind in (Kind.TAKES, Kind.TRUMP, Kind.NEXT, Kind.LATER, Kind.REST)
)
KEPT = say("which card you will need later")
"""What there is to weigh."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` is for that the one against it is not, or the reverse; perhaps a price."""
    pair = _Pair(view, After.of(view, move), After.of(view, differs.against), differs)
    return pair.of_card() if pair.one.plays else pair.of_claim()


def sure(view: View[State], move: Event) -> float:
    """Return about how many blossoms a move surely brings that ends the trick; 0 of any other.

    In the last trick of a round it is what the deals tell, with the card that is kept.
    """
    after = After.of(view, move)
    if not after.last:
        return after.surely
    kept = max(map(value_of, after.hand), default=0) / 100  # a higher card for what comes
    return kept + (after.surely if after.whole else after.worth)


def decided(view: View[State]) -> tuple[bool | None, Words] | None:
    """Return whether the viewer has won or lost the game already, with the count that proves it.

    That is so where nobody can reach what somebody has, by the performers and cards that are left.
    It is neither, but told, where one can pass that only by one claim.
    """
    state, viewer = view.state, view.viewer
    early = len(state.hands[viewer]) > EARLY or state.agreed.edition == "fr"
    afters = [] if early else [After.of(view, move) for move in choices(view)]
    if not afters or not afters[0].final:
        return None
    has = {player: n + state.totals[player] for player, n in afters[0].before.items()}
    most = {player: max(after.at_most(player) for after in afters) for player in has}
    own, own_most = has.pop(viewer), most.pop(viewer)
    if max(most.values()) < own:
        return True, say(
            "you have won: {n}, the others can reach {m} at most", n=own, m=max(most.values())
        )
    best = max(has, key=has.__getitem__)
    if own_most < has[best]:
        values = {"n": own_most, "player": best, "m": has[best]}
        return False, say("you cannot win: {n} at most, {player} has {m}", **values)
    if afters[0].plays or len(afters) < 2:
        return None
    *_, (second, _), (first, piece) = sorted((each.at_most(viewer), each.card) for each in afters)
    if not piece or not second <= has[best] < first:
        return None
    values = {"piece": piece, "player": best, "best": has[best], "m": second}
    return None, say(
        "only with {piece} can you pass {player}, who has {best}: else {m} at most", **values
    )


def twins(view: View[State], moves: Sequence[Event]) -> Mapping[Event, Event]:
    """Return for each play the first that is as good in this round, whatever comes.

    The performers are moved alike, and it is the same card; or nobody else has a card between the
    two, both claim the same, and neither has an ability.
    """
    state, first = view.state, dict[Hashable, Event]()
    if not moves or moves[0].verb != "plays":
        return {}
    out = [*Others.of(view).unseen, *(each.card for each in state.trick)]

    def kind(move: Event) -> Hashable:
        card, after = move.words[0], played(state.box, state, move)
        moved = after.theatre.line, frozenset(after.theatre.stage), *after.claimed.values()
        if value_of(card) in state.box.abilities or len(after.hands[view.viewer]) < 2:
            return card, moved
        below = sum(suit_of(each) == suit_of(card) and each < card for each in out)
        match = f"{suit_of(card)}{state.agreed.blossoms[value_of(card)]}"
        match *= state.agreed.edition == "fr" or match in {
            *after.theatre.line,
            *state.theatre.stage,
        }
        return suit_of(card), match, below, moved

    return {move: first.setdefault(kind(move), move) for move in moves}


@dataclass(frozen=True)
class _Pair:
    """A move, the `one`, beside another."""

    view: View[State]
    one: After
    other: After
    differs: Contrast

    @property
    def turned(self) -> _Pair:
        """The other move beside this one."""
        return replace(self, one=self.other, other=self.one)

    @cached_property
    def came(self) -> Mapping[Came, tuple[float, float]]:
        """How often what was counted came after either move, or how much of it.

        Nothing counts where both came to the same in every case: who wins the game is decided then,
        say, and what players do who cannot change that is no reason.
        """
        if self.differs.either and self.differs.unchanged == 1:
            return {}
        return {each: n for each, n in self.differs.sides.items() if isinstance(each, Came)}

    def of_card(self) -> Clause | None:
        """Return what a card is for: how the trick stands then, with what it costs or keeps."""
        differs, better = self.differs, self.differs.gap >= 0
        now, more = Clause(self.stands, topic=TRICK), self.brings
        good = None if abs(more) < ENOUGH or self.alike else more > 0
        known = differs.gap or differs.error  # else what is kept has counted
        known = known or self.one.last  # but the card for the next round has not
        main, price = ([*self.later(side)][:1] if known else [] for side in (better, not better))
        if differs.either:
            return self._as_good(now, good, main)
        if good is better:  # the trick tells why
            rest = abs(differs.gap) - abs(more)  # of a chance to win, it tells nothing
            if differs.best if self.one.final else rest > MUCH:
                return _together(better, now, *main)
            told = rest < -MUCH and not self.one.final
            spent = [each for each in price if told and not (differs.best and each.topic is KEPT)]
            return _together(better, now, *spent, alike=False)
        if not main and (good is not None or self.alike or (differs.best and not self.one.final)):
            words = say("better in trials, no single reason found")
            if not better:
                words = say("worse in trials, no single reason found")
            main = [Clause(words, topic=LATER)]
        if good is None or main[0].topic is LATER:
            return _together(better, self._again, *main)
        return _together(better, *main, now, alike=False)

    def _as_good(self, now: Clause, good: bool | None, main: Sequence[Clause]) -> Clause:
        """Return the same of a move that may be as good as the other one.

        It is not, whatever trials tell, if it loses somebody in every deal, and the other does not.
        """
        one, best = self.one, self.differs.best
        if good is False and best and main:
            return _together(None, *main, now, alike=False)
        lost = not best and one.beaten == 1 and one.worth <= self.other.worth - 1
        if lost and self.differs.gap <= -MUCH and not one.final:
            return replace(now, counted=True, good=False)
        long = one.piece and not (best or self.alike or one.whole)
        return _together(None, self._again, *(() if long else main))

    @property
    def _again(self) -> Clause:
        """How the trick stands; of a row like the best, what it has done or lost itself."""
        one, known = self.one, self.alike and not self.differs.best
        if not known or (one.beaten == 1 and not self.differs.either):
            words = self.stands
            bare = self.view.viewer in one.bare and len(one.hand) < PLENTY
            if self.alike and bare and not one.final and self._gets[0] >= PLENTY:
                words = self._stays_alone
        elif one.whole and one.piece:
            words = say("{clause} too", clause=self.stands)
        else:
            words = self.does or say("the same for now")
        return Clause(words, topic=TRICK)

    def of_claim(self) -> Clause | None:
        """Return what a claim brings, with who is next for a highest card, or who gets the rest."""
        differs, better = self.differs, self.differs.gap >= 0
        more = self.one.surely - self.other.surely
        main = [*self.later(better)][:1]
        if self.one.final and differs.best:
            main = [replace(each, words=self._behind(each.words)) for each in main]
        if abs(more) <= ENOUGH / 2:
            return _together(better, *main) if main else None
        now = Clause(self._whole(self._claims()), topic=TRICK)
        if (more > 0) is not better:
            return _together(better if main else more > 0, *main, now, alike=False)
        if not differs.best and abs(differs.gap) < abs(more) - MUCH and not self.one.final:
            return _together(better, now, *[*self.later(not better)][:1], alike=False)
        waits = self._opens(better) if differs.best and better and self.one.hope[0] else ()
        return _together(better, now, *map(Clause, waits))

    def _behind(self, words: Words) -> Words:
        """Return words with how many blossoms the viewer is behind, if that is so."""
        has = {player: n + self.one.state.totals[player] for player, n in self.one.before.items()}
        own = has.pop(self.view.viewer)
        best = max(has, key=has.__getitem__)
        if has[best] <= own:
            return words
        behind = say("you are {n} behind {player}", n=has[best] - own, player=best)
        return joined(behind, words)

    # this trick

    @cached_property
    def brings(self) -> float:
        """Return by how many blossoms this trick is better than after the other move, about.

        It is counted where the trick is over; else it was tried, or is about what the deals tell.
        """
        one, other = self.one, self.other
        if one.declines or other.declines:
            return 0.0
        if one.whole or (one.ends_game and other.ends_game):
            return one.surely - other.surely
        tried = sum(
            share_of(self.view, each.player) * value_of(each.piece) * (here - there)
            for each, (here, there) in self.came.items()
            if each.kind is Kind.TAKES
        )
        return tried if abs(tried) >= ENOUGH else one.worth - other.worth

    @property
    def alike(self) -> bool:
        """Whether the trick stands the same after both moves."""
        same = self.one.alike(self.other) and not self.one.ends_game
        return same or str(self.stands) == str(self.turned.stands)

    @cached_property
    def stands(self) -> Words:
        """How the trick stands: what the card has done, who is ahead, which cards decide."""
        one, words, done = self.one, self._ahead(), self.does
        open_yet = not (one.whole or one.settled or one.bound or one.declines)
        threat = self._threat() if open_yet else None
        if threat is not None:
            alone = one.beaten >= ALMOST if one.piece else one.yours
            words = threat if alone else joined(words, threat)
        if done is not None:
            spared = one.yours and not one.piece and (self.differs.best or self.differs.gap > 0)
            words = done if spared and threat is None else joined(done, words, alike=True)
        return self._whole(words) if one.whole or (one.last and one.fixed) else words

    @cached_property
    def does(self) -> Words | None:
        """What the card has done on stage; of a row that the other one has not."""
        done = self._done()
        same = done == self.turned._done()
        return None if same and not self.differs.best else done

    def _done(self) -> Words | None:
        """Return whom the card has sent away, and what it has made trump, if that tells here."""
        one, before = self.one, self.view.state.theatre
        gone = [each for each in before.stage if each not in one.theatre.stage]
        suits = {suit_of(card) for card in one.likely(set().union(*one.may.values()))}
        suits |= {suit_of(play.card) for play in one.state.trick}
        suit, changed = one.theatre.trump, one.theatre.trump != before.trump
        if not (changed and {suit, before.trump} & (suits - {one.lead})):
            return say("{piece} leaves the stage", piece=gone[0]) if gone else None
        words = say("there is no trump then")
        if suit is not None:
            words = say("{suit} becomes trump", suit=suit_name(suit))
        if gone:
            words = say("{piece} leaves the stage, {trump}", piece=gone[0], trump=words)
        return words

    def _ahead(self) -> Words:
        """Return who is ahead, and for whom."""
        one = self.one
        card, player, suit = one.ahead.card, one.ahead.player, suit_of(one.ahead.card)
        values = {"card": card, "player": player, "suit": suit_name(suit)}
        values |= {"what": self._taken()}
        if one.bound and one.prize(one.rivals):
            return self._bound()
        if one.yours:
            return self._yours(values)
        if not one.piece:
            return self._nobody(values)
        if not one.settled:
            return say("{card} of {player} is ahead for {what}", **values)
        if one.forced:
            return say("{card} of {player} has to claim {what}", **values)
        if one.choice:
            return say("{card} of {player} can take {what}", **values)
        return say("{card} of {player} takes {what}", **values)

    def _nobody(self, values: Mapping[str, object]) -> Words:
        """Return that another's card that is ahead has nobody to take, who would be there else."""
        one, other = self.one, self.other
        words = say("{card} of {player} would take nobody", **values)
        if one.whole:
            words = say("{card} of {player} takes nobody", **values)
        values = {"clause": words, "what": _what(other.piece), "card": other.ahead.card}
        if not other.piece or not (other.yours or other.ahead == one.ahead):
            return words
        if not other.yours:
            return say("{clause}, not {what}", **values)
        if other.settled:
            return say("{clause}; {card} would take {what}", **values)
        return say("{clause}; {card} would be ahead for {what}", **values)

    def _taken(self) -> Words:
        """Return whom the card that is ahead takes; or nobody, if that may bring more. ON-12"""
        one, what = self.one, _what(self.one.piece, self.one.forced)
        if not one.declines:
            return what
        return say(
            "{what}, or nobody, as alone without performers you get what is left (ON-12)", what=what
        )

    def _yours(self, values: Mapping[str, object]) -> Words:
        one = self.one
        others = tuple(each for each in one.state.trick if each.player != self.view.viewer)
        if one.whole:
            words = say("you take {what}", **values)
            if one.choice and self.differs.best:
                match = one.match(one.ahead.card)
                return say("{clause}, as {match} is not on stage", clause=words, match=match)
            return words if one.piece else say("you win the trick, but take nobody")
        if one.settled:
            words = say("you surely take {what}", **values)
            if not one.piece:
                words = say("you surely win and lead next, but take nobody")
                if one.last:
                    words = say("you win the trick, but take nobody")
            elif not one.last:
                words = say("{clause} and lead next", clause=words)
            own = any(suit_of(c) == suit_of(one.card) for cards in one.may.values() for c in cards)
            if own or not one.coming:
                return words
            return say("{clause}, as nobody can play {suit} after you", clause=words, **values)
        if not one.piece:
            if self.does is not None:
                return say("{card} takes nobody", **values)
            if one.above(one.card) and self.differs.best:
                return say(
                    "no {suit} performer is on stage, a higher {suit} takes nobody", **values
                )
            return say("no {suit} performer is on stage", **values)
        if others:
            beaten = winning(others, one.theatre.trump)
            values = {**values, "player": beaten.player, "beaten": beaten.card}
            return say("{card} beats {beaten} of {player}, for {what}", **values)
        return say("{card} is ahead for {what}", **values)

    def _bound(self) -> Words:
        """Return what the last one takes, who beats what is ahead with any card."""
        one = self.one
        values = {"cards": _either(one.rivals), "what": _what(one.prize(one.rivals))}
        values |= {"player": one.coming[0]}
        if len({one.prize([card]) for card in one.rivals}) == 1:
            return say("{player} has to play {cards}, and takes {what}", **values)
        return say("{player} has to play {cards}, and takes {what} at best", **values)

    def _threat(self) -> Words | None:
        """Return who can beat what is ahead, with which cards and how often; or by an ability."""
        one = self.one
        if one.beaten >= (RARE if one.piece else OFTEN):
            return self._beaten()
        if not one.piece or max(one.lost, one.moved) < RARE:
            return None
        (able, alone), often = one.able, self._often(one.lost)
        values = {"cards": _either(able or [""]), "often": often}
        values["moved"] = self._often(one.moved)
        if one.lost < RARE:
            return say("abilities can change only whom it takes, {moved}", **values)
        if one.rivals:
            words = say("others can take that away {often}", **values)
        elif alone and 0 < len(able) <= FEW and one.lost < 1:
            words = say("only {cards} can take that away, {often}", **values)
        else:
            words = say("abilities can take that away {often}", **values)
        if one.moved < OFTEN:
            return words
        return say(
            "{clause}, or only change whom it takes in {n}", clause=words, n=in_100(one.moved)
        )

    def _beaten(self) -> Words:
        """Return who can beat what is ahead, with which cards, how often, and for whom."""
        one, cards, prize = self.one, self.one.beating, self.one.prize(self.one.beating)
        best = max((p for p in one.theatre.stage if p[:1] == prize[:1]), default="")
        values = {
            "who": _either(p for p in one.coming if one.may[p] & {*cards}),
            "cards": self._named(cards),
            "often": self._often(one.beaten),
            "card": one.ahead.card,
        }
        fewer = any(one.prize([card]) != prize for card in cards)
        what: object = _what(prize, best if best > prize else "")
        if one.piece and best == prize and one.beaten < ALMOST:
            what = prize
        values["what"] = say("{what} at best", what=what) if fewer else what
        if not one.piece:
            return say("{who} can take {what} with {cards}, {often}", **values)
        if one.beaten >= ALMOST:
            return say("{who} can beat {card} with {cards} {often}, for {what}", **values)
        words = say("{who} can beat it with {cards} {often}", **values)
        if len(one.rivals) == 1:
            words = say("only {cards} of {who} beats it, {often}", **values)
        return words if prize == one.piece else say("{clause}, for {what}", clause=words, **values)

    def _named(self, cards: Sequence[str]) -> object:
        """Return cards by their names, or if they are many by their suits."""
        one, own = self.one, suit_of(self.one.ahead.card)
        if len(cards) <= FEW:
            return _either(cards)
        kinds: list[object] = [card for card in cards if suit_of(card) == own]
        if len(kinds) > FEW:
            kinds = [say("a higher {suit}", suit=suit_name(own))]
        if any(suit_of(card) != own for card in cards) and one.theatre.trump:
            kinds.append(say("a {suit} (trump)", suit=suit_name(one.theatre.trump)))
        return _either(kinds)

    def _often(self, share: float) -> Words:
        """Return in which part of the deals something may come."""
        if share == 1:
            return say("in every deal")
        if self.one.others.exact:
            return say("in {n} of 100 deals", n=in_100(share))
        return say("in about {n} of 100 deals", n=in_100(min(share, 0.99)))

    def _whole(self, words: Words) -> Words:
        """Return what a trick that is over brings, with who gets what is left, or the game."""
        one, other = self.one, self.other
        told = one.rest != other.rest or (self.differs.best and one.plays and one.rest)
        if told and one.certain and other.certain:
            alone = one.plays and (not one.yours or one.taken == other.taken)
            words = self._rest() if alone else joined(words, self._rest())
        (n, player, m), (own, _, best) = one.ends, other.ends
        values = {"clause": words, "n": n, "player": player, "m": m, "card": "".join(one.hand)}
        if one.ends_round and not one.final and self.differs.best and one.certain:
            return say("{clause}; the round ends with {n} for you, {m} for {player}", **values)
        if not one.ends_game or (n == own and m == best and (n != m or one.hand == other.hand)):
            return words
        if n == m and self.view.state.agreed.edition != "fr":
            return say(
                "{clause}; with {n} each the highest kept card wins, yours is {card}", **values
            )
        if (n > m) - (n < m) == (own > best) - (own < best):
            return words
        return say("{clause}; you end with {n}, {player} with {m}", **values)

    def _rest(self) -> Words:
        bare, blossoms = self.one.bare, _blossoms(self.one.rest)
        if bare == [self.view.viewer]:
            return say("alone without performers you get what is left, {n} (ON-12)", n=blossoms)
        values = {"player": "".join(bare[:1]), "players": listed(bare), "n": blossoms}
        if len(bare) == 1:
            return say("alone without performers {player} gets what is left, {n} (ON-12)", **values)
        if bare:
            return say(
                "nobody gets what is left: several have no performers, {players} (ON-12)", **values
            )
        return say("nobody is without performers and gets what is left (ON-12)")

    def _claims(self) -> Words:
        one, other = self.one.card, self.other.card
        values = {"piece": one, "blossoms": _blossoms(one or other), "beside": other}
        if not one:
            return say("{beside} ({blossoms}) stays on stage", **values)
        if not other:
            return say("{piece} brings {blossoms}", **values)
        return say("{piece} brings {blossoms}, {beside} {n}", **values, n=value_of(other))

    # what is left behind

    def later(self, better: bool) -> Iterator[Clause]:
        """Yield what the move changes for later, as it is `better` or worse than the other."""
        kinds = [
            (REST, self._alone),
            (NEXT, self._opens),
            (KEPT, self._highest),
            (TRUMP, self._tried),
            (KEPT, self._kept),
        ]
        if self.one.last:
            kinds = [(KEPT, self._stays)]
        for topic, told in kinds if self.one.plays else kinds[:1]:
            yield from (Clause(words, topic=topic) for words in told(better))

    def _alone(self, better: bool) -> Iterator[Words]:
        """Yield who stays without performers by one move only, and may get what is left. ON-12"""
        side, beside = (self.one, self.other) if better else (self.other, self.one)
        sure = not self.one.plays or (side.settled and beside.settled and len(side.bare) < 2)
        if not sure and beside.yours and not side.yours:
            here, there = self._gets
            sure = (here - there if better else there - here) >= 1
        viewer = self.view.viewer
        if sure and viewer in side.bare and viewer not in beside.bare:
            if better:
                yield self._stays_alone
            else:
                yield say("you do not stay without performers then (ON-12)")

    @property
    def _gets(self) -> tuple[float, float]:
        """The blossoms that the viewer got in later tricks after either move, as was tried."""
        kinds = Kind.NEXT, Kind.LATER
        later = [n for each, n in self.came.items() if each.yours and each.kind in kinds]
        return sum(here for here, _ in later), sum(there for _, there in later)

    @property
    def _stays_alone(self) -> Words:
        """What the viewer gets who stays without performers, alone in the end. ON-12"""
        others = [each for each in self.one.bare if each != self.view.viewer]
        if not others:
            return say(
                "alone without performers in the end, you get those on stage, or if none the line"
                " (ON-12)"
            )
        return say_n(
            "if {players} takes one and you none, you get those on stage in the end, or if"
            " none the line (ON-12)",
            "if {players} take one each and you none, you get those on stage in the end, or if"
            " none the line (ON-12)",
            len(others),
            players=listed(others),
        )

    def _stays(self, better: bool) -> Iterator[Words]:
        """Yield which card is kept for the next round."""
        cards = self.one.hand
        if self.differs.either and cards and cards != self.other.hand and not self.one.final:
            yield say("you keep {card} for the next round", card=cards[0])

    def _opens(self, better: bool) -> Iterator[Words]:
        """Yield who leads next, who is on stage then, and what is trump, if that differs.

        What it is worth is told with it. A price is only what is kept.
        """
        one, theatre, there, (card, piece) = self.one, self.one.then, self.other.then, self.one.hope
        if better is not (self.differs.gap >= 0) or theatre is None or there is None:
            return
        if {*theatre.stage} == {*there.stage} and one.ahead.player == self.other.ahead.player:
            return
        trump = say("no trump")
        if theatre.trump is not None:
            trump = say("{suit} trump", suit=suit_name(theatre.trump))
            if not better and theatre.trump not in map(suit_of, one.hand):
                trump = say("{trump}, of which you have none", trump=trump)
        values = {"player": one.ahead.player, "pieces": listed(theatre.stage), "trump": trump}
        words = say("{player} leads next, with {pieces} on stage and {trump}", **values)
        if one.yours or not one.plays:
            words = say("you lead next, with {pieces} on stage and {trump}", **values)
        if card:
            values = {"clause": words, "card": card, "top": self._top(card), "piece": piece}
            words = say("{clause}: {card}, {top}, can take {piece}", **values)
        hopes = [value_of(each.hope[1] or "_0") for each in (one, self.other)]
        if not (better or self.differs.either or self.brings) and hopes[0] >= hopes[1]:
            words = say("{clause}, yet worse in trials", clause=words)
        yield words

    def _top(self, card: str) -> Words:
        """Return that nobody else has a higher card of a suit, or any."""
        suit = suit_name(suit_of(card))
        if not self.one.unseen(suit_of(card)):
            return say("of {suit}, which nobody else has", suit=suit)
        return say("the highest {suit} left", suit=suit)

    def _tried(self, better: bool) -> Iterator[Words]:
        """Yield what is mostly trump next by the move only, if the viewer has much of it, or none.

        That is read off what was tried, where nothing that can be counted tells more.
        """
        suits = {each.piece: n for each, n in self.came.items() if each.kind is Kind.TRUMP}
        for suit, (here, there) in {} if self.differs.either else suits.items():
            held = [card for card in self.one.hand if suit_of(card) == suit]
            values = {"suit": suit_name(suit), "cards": listed(held)}
            if here < MOSTLY or there > 1 - MOSTLY or not self.one.unseen(suit):
                continue
            if better and (len(held) >= MANY or any(map(self.one.highest, held))):
                yield say("you have {cards}: {suit} is mostly trump next", **values)
            elif not (better or held):
                yield say("you have no {suit}: it is mostly trump next", **values)

    def _spent(self, better: bool) -> tuple[str, str]:
        """Return the card that is kept by one move only, and the one spent; or the reverse."""
        cards = self.one.card, self.other.card
        return cards[::-1] if better else cards

    def _highest(self, better: bool) -> Iterator[Words]:
        """Yield that a card is kept, or spent, that nobody can beat in its suit."""
        card, beside = self._spent(better)
        suit, alike = suit_of(card), suit_of(card) == suit_of(beside)
        side = self.one if better else self.other
        tops = [each for each in side.hand if suit_of(each) == suit and side.highest(each)]
        if card not in tops or (alike and (len(tops) > 1 or side.highest(beside))):
            return
        why, (hoped, piece) = self._top(card), side.hope
        if hoped == card:
            why = say("{clause}, for {piece} next", clause=why, piece=piece)
        yield self._keeps(card, why, better)

    def _kept(self, better: bool) -> Iterator[Words]:
        """Yield what else a card is kept for that the other move spends; or the reverse."""
        card, beside = self._spent(better)
        if card == beside:
            return
        abilities = self.view.state.box.abilities
        if value_of(card) in abilities and value_of(beside) not in abilities:
            yield self._keeps(card, say("with its ability"), better)
        if suit_of(card) == suit_of(beside) and any(
            beside < each < card for each in self.one.unseen(suit_of(card))
        ):
            yield self._keeps(card, say("the higher card"), better)

    def _keeps(self, card: str, why: Words, better: bool) -> Words:
        """Return that a card is kept, or spent, and why."""
        if better:
            return say("you keep {card}, {why}", card=card, why=why)
        return say("it spends {card}, {why}", card=card, why=why)


def _together(
    good: bool | None, first: Clause, *others: Clause, alike: bool | None = None
) -> Clause:
    """Return clauses as one, of the topic of the first; `alike` as `joined` has it."""
    words = joined(first.words, *(each.words for each in others), alike=alike)
    return replace(first, words=words, good=good)


def _either(values: Iterable[object]) -> object:
    *others, last = values
    return say("{others} or {last}", others=listed(others), last=last) if others else last


def _what(performer: str, better: str = "") -> Words:
    """Return a performer with its blossoms, and which better one has to be left for it. ON-11"""
    values = {"piece": performer, "blossoms": _blossoms(performer or 0), "better": better}
    if better:
        return say("{piece} ({blossoms}, not {better})", **values)
    return say("{piece} ({blossoms})", **values)


def _blossoms(performer: str | int) -> Words:
    n = performer if isinstance(performer, int) else value_of(performer)
    return say_n("{n} blossom", "{n} blossoms", n)
