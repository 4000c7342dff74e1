"""Mistakes of beginners are planted in copies of Cordée: the contract finds and names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.planting import Fault, has_place, is_found

CORDEE = Path(__file__).parent / "cordee"
FAULTS = (
    Fault(
        "the owner sees the own pack",
        "text.py",
        "return frozenset(state.players) - {event.words[0]}",
        "return frozenset(state.players)",
        "examples_are_records",
    ),
    Fault(
        "the owner alone sees the own pack",
        "text.py",
        "return frozenset(state.players) - {event.words[0]}",
        "return frozenset({event.words[0]})",
        "examples_are_records",
    ),
    Fault(
        "everybody sees what is drawn",
        "text.py",
        '        say("a piece from the stock for an empty loop"),\n        actor=False,\n'
        "        seers=_to_others,",
        '        say("a piece from the stock for an empty loop"),\n        actor=False,',
        "examples_are_records",
    ),
    Fault(
        "seers depend on what is drawn",
        "text.py",
        "return frozenset(state.players) - {event.words[0]}",
        'return frozenset(state.players) - {event.words[0] if "L" not in event.outcome else ""}',
        "who_sees_a_line_is_told",
    ),
    Fault(
        "the result line has no room for a defeat",
        "text.py",
        '": NUMBER (won | lost)"',
        '": NUMBER won"',
        "record_reads_back",
    ),
    Fault(
        "a line brings itself about again",
        "rules.py",
        "return _next_turn(replace(state, empty=None), left)",
        "return _next_turn(state, left)",
        "record_reads_back",
    ),
    Fault(
        "the game has no end",
        "rules.py",
        "    if left is None and state.left is not None:\n        left = state.left - 1",
        "    if left is None:\n        left = state.left",
        "every_game_ends",
    ),
    Fault(
        "turns go on after the end",
        "rules.py",
        "        if state.over:\n            return ()\n        for player",
        "        for player",
        "every_game_ends",
    ),
    Fault(
        "a defeat is no outcome",
        "rules.py",
        "        if not state.over:\n            return None",
        "        if not state.over or state.slips:\n            return None",
        "every_game_ends",
    ),
    Fault(
        "the team leaves a player out",
        "rules.py",
        "Team(state.players, len(state.wall))",
        "Team(state.players[1:], len(state.wall))",
        "result_line_says",
    ),
    Fault(
        "a choice is refused late in the game",
        "rules.py",
        "    pack = state.packs[event.words[0]]\n",
        "    pack = state.packs[event.words[0]]\n"
        "    if len(pack) < len(LOOPS):\n"
        '        raise IllegalAction("CO-4", say("there is an empty loop"))\n',
        "what_is_legal_is_offered",
    ),
    Fault(
        "a choice is refused where it does not help",
        "rules.py",
        '    if event.verb == "drops":\n',
        '    if event.verb == "drops" and state.breaths == BREATHS:\n'
        '        raise IllegalAction("CO-6", say("there is no breath left to call"))\n'
        '    if event.verb == "drops":\n',
        "what_is_legal_is_offered",
    ),
    Fault(
        "a choice is refused by what its player does not see",
        "rules.py",
        "    piece = pack.pop(loop)\n",
        "    piece = pack.pop(loop)\n"
        '    if event.verb == "drops" and piece in state.wanted:\n'
        '        raise IllegalAction("CO-6", say("{loop} fits", loop=loop))\n',
        "a_seat_is_judged_by_what_it_sees",
    ),
    Fault(
        "what is offered depends on what its player does not see",
        "rules.py",
        "for loop in state.packs[player])",
        'for loop, piece in state.packs[player].items() if verb == "drops" or piece != "L")',
        "a_seat_is_offered",
    ),
    Fault(
        "who acts is not asked",
        "rules.py",
        "        if event.actor != state.active or replace(event, outcome=()) not in coming:",
        "        own = replace(event, outcome=(), actor=state.active)\n"
        "        if own not in coming:",
        "what_is_legal_is_offered",
    ),
    Fault(
        "an empty place ends in an error of the program",
        "rules.py",
        "piece = state.packs[event.actor].get(loop, HOLE)",
        "piece = state.packs[event.actor][loop]",
        "what_is_legal_is_offered",
    ),
    Fault(
        "a piece that is not seen is taken for one of its own",
        "rules.py",
        "    if piece not in (kind, HOLE):",
        "    if piece != kind:",
        "record_reads_back",
    ),
    Fault(
        "a state is changed in place",
        "rules.py",
        "    pack = dict(state.packs[player])\n",
        "    pack = state.packs[player]\n",
        "same_choice_comes_to_the_same",
    ),
    Fault(
        "a seat counts what it does not see",
        "rules.py",
        '    after = _possible(after, "CO-1")\n',
        '    after = _possible(after, "CO-1")\n'
        '    if "L" in state.packs[player].values():\n'
        "        after = replace(after, breaths=max(after.breaths - 1, 0))\n",
        "record_reads_back",
    ),
    Fault(
        "a deck is dealt in the order of the box",
        "rules.py",
        'len(LOOPS), "CO-2", ordered=True)',
        'len(LOOPS), "CO-2")',
        "every_deal",
    ),
    Fault(
        "alike pieces are counted as one",
        "deduce.py",
        "        COPIES,\n",
        "        dict.fromkeys(COPIES, 1),\n",
        "truth_is_a_world",
    ),
    Fault(
        "what a clue leaves out is taken for nothing",
        "deduce.py",
        "origins.answer(player, kinds, told, because)",
        'told == ("none",) or origins.answer(player, kinds, told, because)',
        "every_world_is_a_game",
    ),
    Fault(
        "what has gone is taken to be there",
        "deduce.py",
        "origins.leave(player, loop, kind, Because(number, words), RAVINE)",
        "pass",
        "the_truth_is_a_world",
    ),
    Fault(
        "a clue is read the wrong way round",
        "deduce.py",
        "origins.answer(player, kinds, told, because)",
        "origins.answer(player, kinds, tuple(each for each in LOOPS if each not in told), because)",
        "truth_is_a_world",
    ),
    Fault(
        "what lies in the open is taken for another piece",
        "deduce.py",
        "origins.leave(player, loop, kind, Because(number, words), WALL)",
        'origins.leave(player, loop, "L", Because(number, words), WALL)',
        "the_truth_is_a_world",
    ),
    Fault(
        "holes are filled in another order",
        "deduce.py",
        "_origins(view).came)",
        "{line: places[::-1] for line, places in _origins(view).came.items()})",
        "every_world_is_a_game",
    ),
    Fault(
        "nobody is told to shuffle",
        "calls.py",
        'moves="packs stock", shuffles=True)',
        'moves="packs stock")',
        "shuffled",
    ),
    Fault(
        "hands change what nobody calls",
        "calls.py",
        '        yield call(say("put a breath away"), moves="breaths")',
        '        yield call(say("put a breath away"))',
        "whatever_changes",
    ),
    Fault(
        "the own pieces are taken for seen",
        "deduce.py",
        "if piece != HOLE}",
        "if piece != HOLE or player == view.viewer}",
        "where_every_piece_is_seen",
    ),
    Fault(
        "a bot chooses what it may not",
        "play.py",
        "        if fits[best] == 1:\n",
        "        if not calls:\n"
        '            return Choice(Event("calls", view.viewer, ("Ana", "P", "S")))\n'
        "        if fits[best] == 1:\n",
        "every_game_ends",
    ),
    Fault(
        "sentences crash before the deal",
        "face.py",
        "    state = view.state\n    wanted",
        "    state = view.state\n    assert state.packs[state.active]\n    wanted",
        "strips_pages",
    ),
    Fault(
        "a sentence has a field that nobody fills",
        "face.py",
        'say("it is {player}\'s turn", player=state.active)',
        'say("it is {player}\'s turn", who=state.active)',
        "strips_pages",
    ),
    Fault(
        "a board takes a hole for a piece",
        "look.py",
        "    if piece != HOLE or solved is None or name not in solved.places:\n"
        "        return piece",
        "    if solved is None or name not in solved.places:\n"
        '        return {**dict(zip("PSCL", "PSCL", strict=True)), EMPTY: EMPTY}[piece]',
        "board_is_drawn",
    ),
    Fault(
        "a board draws chances that were not counted",
        "look.py",
        "for kind, chance in chances.items() if chance)",
        "for kind, chance in chances.items() if chance > 0)",
        "board_is_drawn",
    ),
    Fault(
        "a piece has no French name",
        "box.py",
        'say("Lamp")',
        'say("Headlamp")',
        "every_message_has",
        "locale",
    ),
)


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_fault_is_found_and_its_author_sent_there(fault: Fault, tmp_path: Path) -> None:
    is_found(fault, CORDEE, tmp_path / "site")


def test_every_mistake_has_its_place() -> None:
    assert [fault.name for fault in FAULTS if not has_place(fault, CORDEE)] == []
