"""Mistakes of beginners are planted in copies of Cloche: the contract finds and names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.planting import Fault, has_place, is_found

CLOCHE = Path(__file__).parent / "cloche"
FAULTS = (
    Fault(
        "seers name what is no player",
        "text.py",
        "frozenset({event.actor, *event.words[:1]})",
        "frozenset({event.actor, *event.words})",
        "who_sees_a_line_is_told",
    ),
    Fault(
        "seers are too many",
        "text.py",
        "seers=_to_both,",
        "",
        "examples_are_records",
    ),
    Fault(
        "seers are too few",
        "text.py",
        "frozenset({event.actor, *event.words[:1]})",
        "frozenset({*event.words[:1]})",
        "few_keys_are_the_same_move",
    ),
    Fault(
        "seers depend on what is hidden",
        "text.py",
        "return frozenset({event.actor, *event.words[:1]})",
        'return frozenset({event.actor, *event.words[: 1 if event.words[-1] in "ABCDE" else 0]})',
        "who_sees_a_line_is_told",
    ),
    Fault(
        "an illegal choice is offered",
        "rules.py",
        "    if not _surely_held(state, player, question):\n        yield",
        "    if True:\n        yield",
        "what_is_legal_is_offered",
    ),
    Fault(
        "a legal choice is refused",
        "rules.py",
        '            case Event("asks", player, cards), None if player == state.active:',
        '            case Event("asks", player, cards), None if player == state.active and (\n'
        "                cards[0] not in state.hands[player].known\n"
        "            ):",
        "what_is_legal_is_offered",
    ),
    Fault(
        "a legal choice is not offered",
        "rules.py",
        "            for cards in product(*CARDS.values())",
        "            for cards in product(*CARDS.values())\n"
        '            if verb == "accuses" or "A" not in cards',
        "what_is_legal_is_offered",
    ),
    Fault(
        "a player out of turn is not refused",
        "rules.py",
        'case Event("asks", player, cards), None if player == state.active:',
        'case Event("asks", player, cards), None:',
        "what_is_legal_is_offered",
    ),
    Fault(
        "a line that nobody expects ends in an error of the program",
        "rules.py",
        ", Question(waiting=(first, *_)) if (\n                player == first\n            ):",
        ", _:",
        "what_is_legal_is_offered",
    ),
    Fault(
        "a refusal tells what is hidden",
        "rules.py",
        "                question = Question(player, cards, state.after(player)[:-1])",
        "                question = Question(player, cards, state.after(player)[:-1])\n"
        "                if state.hands[question.waiting[0]].surely(cards.__contains__):\n"
        '                    raise IllegalAction("CL-4", say("{player} answers", player="Bo"))',
        "a_seat_is_judged_by_what_it_sees",
    ),
    Fault(
        "an outcome is tossed",
        "rules.py",
        '("right" if _surely(state, event.words) else "wrong",)',
        '("right" if __import__("random").random() < 0.5 else "wrong",)',
        "same_choice_comes_to_the_same",
    ),
    Fault(
        "a state is changed in place",
        "rules.py",
        "    return replace(state, hands={**state.hands, player: hand})",
        "    state.hands[player] = hand\n    return state",
        "no_line_changes",
    ),
    Fault(
        "a line brings itself about again",
        "rules.py",
        "_next_turn(replace(_lying(state, event.outcome), looking=None))",
        "_next_turn(_lying(state, event.outcome))",
        "same_choice_comes_to_the_same",
    ),
    Fault(
        "a game that nobody wins has no outcome",
        "rules.py",
        "        if not state.over:\n            return None",
        "        if state.winner is None:\n            return None",
        "every_game_ends",
    ),
    Fault(
        "a score is missing",
        "rules.py",
        "{player: int(player in winners) for player in state.players}",
        "{player: 1 for player in winners}",
        "result_line_says",
    ),
    Fault(
        "a deduction is false",
        "deduce.py",
        "elsewhere - {player}",
        "elsewhere - {view.setup.players[0]}",
        "the_truth_is_a_world",
    ),
    Fault(
        "a deduction is false where somebody has two of the cards",
        "deduce.py",
        "frozenset({player}), 1, len(asked)",
        "frozenset({player}), 1, 1",
        "the_truth_is_a_world",
    ),
    Fault(
        "a deduction is too weak: who passes has none of the third card either",
        "deduce.py",
        "                for card in asked:\n",
        "                for card in asked[:2]:\n",
        "every_world_is_a_game",
    ),
    Fault(
        "a deduction is left out: who was wrong",
        "deduce.py",
        "frozenset(cards), _ASIDE, 0, len(cards) - 1",
        "frozenset(cards), _ASIDE, 0, len(cards)",
        "every_world_is_a_game",
    ),
    Fault(
        "a hole is filled with a piece that is not there",
        "deduce.py",
        "card = next(card for card in asked if card in held(player))",
        "card = asked[0]",
        "every_world_is_a_game",
    ),
    Fault(
        "a board crashes with a count",
        "look.py",
        "    chance = solved.chance(card, place)\n",
        "    chance = solved.posterior.chance[card] if solved.posterior else 0\n",
        "board_is_drawn",
    ),
    Fault(
        "a board crashes without a count",
        "look.py",
        "    chance = solved.chance(card, place)\n    return",
        "    chance = solved.chance(card, place) * 1\n    return",
        "board_is_drawn",
    ),
    Fault(
        "sentences crash before the deal",
        "face.py",
        "{card: place for place, bag in bags for card in bag.known}",
        "{bag.known[0]: place for place, bag in bags}",
        "strips_pages",
    ),
    Fault(
        "a text is not translated",
        "face.py",
        'say("nobody has won")',
        'say("nobody has won this time")',
        "every_message_has",
        "locale",
    ),
    Fault(
        "a text is no text for people",
        "face.py",
        '[say("Cloche: {now}.", now=now(view)), *told]',
        '[f"Cloche: {now(view)}.", *told]',
        "strips_pages",
    ),
    Fault(
        "a translation names another field",
        "locale/fr/LC_MESSAGES/aparte.po",
        'msgstr "{player} a gagné"',
        'msgstr "{joueur} a gagné"',
        "every_message_has",
        "locale",
    ),
    Fault(
        "a ruling is missing in French",
        "rules.fr.md",
        "**CL-9**",
        "CL-9",
        "same_rulings",
    ),
    Fault(
        "the code cites a ruling that is not there",
        "rules.py",
        'IllegalAction("CL-8"',
        'IllegalAction("CL-18"',
        "ruling_that_the_code_cites",
        "rules.en.md",
    ),
    Fault(
        "a word is offered as it is not written",
        "text.py",
        "spelled.get(text.casefold()), tuple(cards)",
        "spelled.get(text.casefold()), tuple(map(str.lower, cards))",
        "every_line_can_be_typed",
    ),
    Fault(
        "lists show other numbers of players",
        "__init__.py",
        "range(3, 6)",
        "range(2, 6)",
        "lists_show",
    ),
    Fault(
        "a change of the table is not called",
        "calls.py",
        'yield call(say("turn up the cards under the cloche"), moves="cloche")',
        'yield call(say("turn up the cards under the cloche"))',
        "whatever_changes_on_the_table",
    ),
    Fault(
        "a deal is called without its numbers",
        "calls.py",
        'listed(say("{player} {n}", player=player, n=n) for player, n in sizes.items())',
        "listed(sizes)",
        "draws_are_called",
    ),
    Fault(
        "nobody shuffles",
        "calls.py",
        'yield call(deed, moves="hands", shuffles=True)',
        'yield call(deed, moves="hands")',
        "has_been_shuffled",
    ),
    Fault(
        "who may act is not called",
        "calls.py",
        "yield call(deed, state.question.waiting[:1])",
        "yield call(deed)",
        "whoever_may_act",
    ),
)

QUICK = ("lists show other numbers of players", "a player out of turn is not refused")


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(fault, marks=[] if fault.name in QUICK else pytest.mark.slow, id=str(fault))
        for fault in FAULTS
    ],
)
def test_a_fault_is_found_and_its_author_sent_there(fault: Fault, tmp_path: Path) -> None:
    is_found(fault, CLOCHE, tmp_path / "site")


def test_every_mistake_has_its_place() -> None:
    assert [fault.name for fault in FAULTS if not has_place(fault, CLOCHE)] == []
