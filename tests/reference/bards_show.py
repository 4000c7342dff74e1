"""Going on stage and the show, for the independent referee of Battle of the Bards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.reference.bards_board import Board
from tests.reference.bards_cards import OnStage, Player
from tests.reference.lines import take

ACTIONS = ("performs", "uses", "hires", "wins")
FREE = ("raises", "lowers", "rerolls")


class Show(Board):
    """A round from the choice of cards to the last pass."""

    # going on stage

    def go_on_stage(self) -> None:
        """BB-2, BB-17"""
        chosen: dict[str, list[str]] = {}
        going = {player.name for player in self.order if player.hand}
        while going - chosen.keys():
            name = next((name for name in going - chosen.keys() if self.next_is(name)), "")
            assert name, "somebody still chooses for the stage"
            cards = self.line(name, "stages")
            assert len(cards) == min(3, self.seats[name].hand.total())
            take(self.seats[name].hand, cards)
            chosen[name] = cards
        for player in self.order:
            if player.name in chosen:
                cards = self.line(player.name, "reveals")
                assert sorted(cards) == sorted(chosen[player.name])
                player.stage = [OnStage(card) for card in cards]
        for player in self.order:
            self.stage_dice(player)
        for player in self.order:
            self.rolls(player)

    def stage_dice(self, player: Player) -> None:
        white = 0
        for each in player.stage:
            card = self.cards[each.card]
            white += card.kind == "roadie"
            if card.colour:
                self.gain(player, "dice", card.colour)
        for power in self.powers(player).elements():
            match power.split():
                case ["die", "any"]:
                    white += 1
                case ["die", colour]:
                    self.gain(player, "dice", colour)
                case ["melody"]:
                    self.gain_melody(player)
        for _ in range(white):
            self.gain_any_die(player)

    # the show

    def turn(self, player: Player, first: bool) -> bool:
        """Play a turn; tell whether the player has passed. BB-3, BB-8, BB-16"""
        if not any(each.stage for each in self.seats.values()):
            self.may_be_counted()
        actions = 2 + (self.powers(player)["action"] if first else 0)
        while actions or (player.dice and (player.melodies or player.hand)):
            if not any(each.stage for each in self.seats.values()):
                self.may_be_counted()
            verb, words = self.one_of(player.name, *ACTIONS, *FREE, "passes", "done")
            assert actions or verb in (*FREE, "done"), "no action left"
            if verb == "done":
                assert not actions
                break
            if verb == "passes":
                break
            if verb in FREE:
                self.free(player, verb, words)
            else:
                actions += (getattr(self, verb)(player, words) or 0) - 1
        else:
            verb = "done"
        if self.support == "turn":
            for each in player.stage:
                each.turned = False
        return verb == "passes"

    def performs(self, player: Player, words: list[str]) -> None:
        """BB-4"""
        *dice, as_, colour = words
        assert len(dice) == 3 and as_ == "as"
        take(player.dice, dice)
        powers = self.powers(player)
        first, second, third = (int(die[1]) for die in dice)
        rises = [(first, second), (second, third)]
        wraps = (6, 1) if powers["circle"] else ()
        assert all(high == low + 1 or (low, high) == wraps for low, high in rises)
        colours = Counter(die[0] for die in dice)
        most = max(colours.values())
        assert colours[colour] == most or (powers["blend"] and colours[colour])
        assert self.left("performances", colour)
        self.gain(player, "performances", colour)
        for _ in range(powers[f"echo {colour}"]):
            self.gain_melody(player)

    def uses(self, player: Player, words: list[str]) -> int:
        """Return the extra actions gained. BB-5, BB-6"""
        card, with_, die = words
        assert with_ == "with"
        take(player.dice, die)
        used = next((each for each in player.stage if each.card == card and not each.die), None)
        assert used is not None, "not in play, or used"
        poster = self.cards[card].kind == "poster"
        bard = self.cards[self.in_line[-1] if poster else card]
        sign, cost = bard.cost.rstrip("123456"), int(bard.cost[-1])
        reach = range(-1, 2) if self.powers(player)["lenient"] else range(1)
        shown = [int(die[1]) + by for by in reach]
        meets = {">=": max(shown) >= cost, "<=": min(shown) <= cost, "=": cost in shown}
        assert meets[sign], f"{die} does not meet {bard.cost}"
        used.die = die
        extra = 0
        for icon in bard.icons:
            if not self.can(player, icon):
                break
            if icon != "support":
                self.do(player, icon)
            elif poster or self.line(player.name, "chooses") == ["action"]:
                extra += 1
            else:
                assert self.lines[self.at - 1][1][2:] == ["support"]
                used.turned = True
        return extra

    def can(self, player: Player, icon: str) -> bool:
        """Tell whether an icon can be done; what a supply lacks is no hindrance. BB-5, BB-13"""
        if icon in ("explore", "gather", "draw"):
            return bool(player.deck or player.discard)
        if icon == "steal":
            return bool(player.dice) and any(self.robbed(player))
        return icon != "discard" or bool(player.dice)

    def robbed(self, player: Player) -> Iterator[str]:
        for other in self.seats.values():
            if other is not player and other.dice and not self.powers(other)["guard"]:
                yield other.name

    def do(self, player: Player, icon: str) -> None:
        match icon.split():
            case ["die", "any"]:
                self.gain_any_die(player)
                self.rolls(player)
            case ["die", colour]:
                self.gain(player, "dice", colour)
                self.rolls(player)
            case ["melody"]:
                self.gain_melody(player)
            case ["performance", colour]:
                self.gain(player, "performances", colour)
            case ["discard"]:
                take(player.dice, self.line(player.name, "discards"))
            case ["explore"]:
                self.explores(player)
            case ["gather"]:
                player.stage.append(OnStage(self.off_deck(player, "gathers")))
            case ["draw"]:
                self.draw(player, 2)
                if player.hand:
                    self.out_of_hand(player, self.line(player.name, "discards"))
            case ["steal"]:
                self.steals(player)
            case _:
                raise AssertionError(f"no icon {icon}")

    def off_deck(self, player: Player, verb: str) -> str:
        self.shuffled(player)
        (card,) = self.line(player.name, verb)
        assert card == (player.top or card)
        take(player.deck, card)
        player.top = ""
        return card

    def explores(self, player: Player) -> None:
        card = self.off_deck(player, "explores")
        verb, words = self.one_of(player.name, "returns", "trashes")
        if verb == "returns":
            player.deck[card] += 1
            player.top = card
            return
        assert words == [card]
        if player.veterans[card]:
            player.veterans[card] -= 1

    def steals(self, player: Player) -> None:
        name, die, for_, given = self.line(player.name, "steals")
        assert name in self.robbed(player) and for_ == "for"
        other = self.seats[name]
        take(other.dice, die)
        take(player.dice, given)
        for owner, got in ((player, die), (other, given)):
            owner.dice[got] += 1
        for owner, got in ((player, die), (other, given)):
            verb, words = self.one_of(owner.name, "keeps", "rerolls")
            assert words == [got]
            if verb == "rerolls":
                take(owner.dice, got)
                owner.dice[got[0]] += 1
                self.rolls(owner)

    def hires(self, player: Player, words: list[str]) -> None:
        """BB-6"""
        card, with_, *dice = words
        assert with_ == "with" and card in self.in_line
        newest = card == self.in_line[-1] and not self.powers(player)["scout"]
        assert len(dice) == (3 if newest else 2)
        assert len({die[1] for die in dice}) == 1
        take(player.dice, dice)
        (poster,) = self._copies("poster")
        self.out_of_hand(player, [poster])
        player.discard[card] += 1
        player.veterans[card] += 1
        self.in_line.remove(card)
        if self.town:
            (newest_,) = self.line("newest")
            take(self.town, newest_)
            self.in_line.append(newest_)

    def wins(self, player: Player, words: list[str]) -> None:
        """BB-7, BB-14"""
        card, with_, *paid = words
        assert with_ == "with"
        at = paid.index("discarding") if "discarding" in paid else len(paid)
        paid, discards = paid[:at], paid[at + 1 :]
        asks = list(self.cards[card].asks)
        assert len(paid) == len(asks)
        assert not Counter(a for a in asks if a != "any") - Counter(paid)
        take(player.performances, paid)
        if card == self.top_audience:
            self.out_of_hand(player, discards)
        else:
            assert not discards and card in self.open
            self.open.remove(card)
            self.open += [self.top_audience] if self.top_audience else []
        player.audiences.append(card)
        self.top_audience = ""
        if self.audience_deck:
            (self.top_audience,) = self.line("top")
            take(self.audience_deck, self.top_audience)

    def free(self, player: Player, verb: str, words: list[str]) -> None:
        """BB-8"""
        *dice, with_, means = words
        assert with_ == "with"
        if means == "melody":
            assert player.melodies
            player.melodies -= 1
        else:
            self.out_of_hand(player, [means])
        if verb == "rerolls":
            assert dice
            take(player.dice, dice)
            player.dice.update(die[0] for die in dice)
            self.rolls(player)
            return
        die, *two = dice
        assert two in ([], ["two"]) and (not two or self.powers(player)["swing"])
        take(player.dice, die)
        shown = int(die[1]) + (1 + len(two)) * (1 if verb == "raises" else -1)
        assert 1 <= shown <= 6
        player.dice[f"{die[0]}{shown}"] += 1
