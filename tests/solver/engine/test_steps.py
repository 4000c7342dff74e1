"""Chains of steps: each pattern on a position made for it, and steps that need what they name."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from aparte.models.hidden import Because, Claim, Count, Fact, Hidden, Only, holds
from aparte.models.record import read, read_file
from aparte.models.replacing import changed
from aparte.models.words import say
from aparte.solver.engine import chaining
from aparte.solver.engine.arithmetic import Reason, added_up
from aparte.solver.engine.count import count
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.patterns import Pattern
from aparte.solver.engine.steps import (
    Case,
    Chain,
    Conclusion,
    ProofStep,
    chain,
    chains,
    clash,
    laid_open,
)
from aparte.solver.engine.trimming import told_once
from tests.aparte_cli import EXAMPLES
from tests.solver.engine.small import all_worlds, like_a_game, small_model

PLACES = ("Ana", "Bo", "nobody")


def told(line: int) -> Because:
    return Because(line, say("it was told"))


SIZE = Because(0, say("each holds as many"), setup=True)


def tiles(
    names: str, *facts: Fact, hands: tuple[int, ...] = (), places: tuple[str, ...] = PLACES
) -> Hidden:
    """Return a model of single pieces, the hands of the first places holding so many."""
    items = names.split()
    sizes = (
        Count(frozenset(items), frozenset({place}), n, n, SIZE)
        for place, n in zip(places, hands, strict=False)
    )
    return Hidden(dict.fromkeys(items, 1), places, (*sizes, *facts))


def counted(line: int, names: str, n: int, *places: str, most: int | None = None) -> Count:
    there = frozenset(places or ("Ana",))
    return Count(frozenset(names.split()), there, n, n if most is None else most, told(line))


def patterns(found: Chain) -> list[Pattern]:
    return [step.pattern for step in found.steps]


def claim_of(text: str) -> Claim:
    place, item = text.removeprefix("not ").split()
    return Claim(item, place, holds=not text.startswith("not "))


def check(hidden: Hidden, found: Chain) -> None:
    """Each step follows from what it names and what lies open, by looking at every world."""
    background = laid_open(hidden).told_by(())
    done: list[Conclusion] = []
    for step in found.steps:
        assert all(number < len(done) for number in step.earlier)
        earlier = [done[number].fact(hidden) for number in step.earlier]
        if step.case:
            check_case(hidden, step.case, done)
        worlds = all_worlds(background.assuming(*step.facts, *earlier))
        if step.conclusion is None:
            assert step is found.steps[-1] and not worlds
            return
        fact = step.conclusion.fact(hidden)
        assert not any(
            background.assuming(fact).broken(world)
            for world in worlds
            if not background.broken(world)
        )
        done.append(step.conclusion)


def check_case(hidden: Hidden, case: Case, done: list[Conclusion]) -> None:
    """Each step of a case follows, too, and the last one is a contradiction.

    None is told twice, or for nothing.
    """
    assert len({each.conclusion for each in case.steps}) == len(case.steps)
    assert {n for each in case.steps for n in each.within} == {*range(len(case.steps) - 1)}
    background = laid_open(hidden).told_by(())
    within: list[Fact] = []
    for each in case.steps:
        known = [done[number].fact(hidden) for number in each.earlier]
        known += [within[number] for number in each.within]
        known += [case.supposed.fact(hidden)] * each.supposed
        worlds = all_worlds(background.assuming(*each.facts, *known))
        if each.conclusion is None:
            assert each is case.steps[-1] and not worlds
            return
        fact = each.conclusion.fact(hidden)
        assert all(holds(fact, world) for world in worlds)
        within.append(fact)
    raise AssertionError


def proved(hidden: Hidden, text: str) -> Chain:
    found = chain(hidden, claim_of(text))
    assert found.complete
    check(hidden, found)
    last = found.steps[-1].conclusion
    assert last is not None and claim_of(text) in last.claims
    return found


CASES = {
    Pattern.EMPTY: (tiles("1T 2T 3T", counted(5, "1T 2T", 0)), "not Ana 1T"),
    Pattern.FULL: (tiles("1T 2T 3T", counted(5, "1T 2T", 2)), "Ana 1T"),
    Pattern.PLACED: (
        tiles("1T 2T 3T", Only("1T", frozenset({"Ana"}), told(4)), counted(5, "1T 2T 3T", 1)),
        "not Ana 2T",
    ),
    Pattern.LAST_HOLDER: (
        tiles("1T 2T", counted(5, "1T", 0), counted(6, "1T", 0, "Bo")),
        "nobody 1T",
    ),
    Pattern.FULL_HAND: (
        tiles("1T 2T 3T 4T", counted(5, "1T 2T", 2), hands=(2,)),
        "not Ana 3T",
    ),
    Pattern.VOID: (tiles("1T 2T 3T 4T", counted(5, "1T 2T", 0), hands=(2,)), "Ana 3T"),
    Pattern.APART: (
        tiles("1T 2T 3T 4T 5T", counted(5, "1T 2T", 1), counted(6, "3T 4T", 1), hands=(2,)),
        "not Ana 5T",
    ),
    Pattern.DIFFERENCE: (
        tiles("1T 2T 3T 4T", counted(5, "1T 2T", 1), counted(6, "1T 2T 3T", 1)),
        "not Ana 3T",
    ),
    Pattern.OVERLAP: (
        tiles("1T 2T 3T 4T", counted(5, "1T 2T 3T", 2), counted(6, "2T 3T 4T", 1)),
        "Ana 1T",
    ),
    Pattern.BETWEEN: (
        tiles(
            "1T 2T 3T 4T",
            *(counted(5, "1T 2T", 1), counted(6, "2T 3T", 1, "Bo"), counted(7, "1T 3T", 1, "Cy")),
            places=("Ana", "Bo", "Cy", "nobody"),
        ),
        "not nobody 1T",
    ),
    Pattern.SUM: (
        tiles(
            "1T 2T 3T 4R 5R 6T 7R 8T",
            *(counted(5, "1T 2T 3T 4R", 3), counted(6, "4R 5R 6T", 1), counted(7, "4R 5R 7R", 1)),
            hands=(4,),
        ),
        "not Ana 7R",
    ),
}


@pytest.mark.parametrize("pattern", CASES)
def test_a_pattern_on_a_position_made_for_it(pattern: Pattern) -> None:
    hidden, text = CASES[pattern]
    assert pattern in patterns(proved(hidden, text))


@pytest.fixture
def only_supposing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither are rows combined nor counts added up, so that tiny boards take suppositions."""
    monkeypatch.setattr(chaining, "ROUNDS", 0)
    monkeypatch.setattr(chaining, "ADDING", 0)


@pytest.mark.usefixtures("only_supposing")
@pytest.mark.parametrize("model", [small_model, like_a_game])
def test_what_is_supposed_is_true_on_tiny_boards(model: Callable[[Random], Hidden]) -> None:
    supposing = 0
    for seed in range(90):
        hidden = model(Random(seed))
        claims = deduce(hidden).claims
        whole, reached = chains(hidden, claims)
        assert reached.keys() == set(claims)
        check(hidden, whole)
        supposing += sum(step.case is not None for step in whole.steps)
    assert supposing > 4


def going_round() -> Hidden:
    record = read_file(EXAMPLES / "explaining" / "adresses-jaunes-round.rec")
    return laid_open(record.game.model.hidden(record))


@pytest.mark.parametrize("text", ["Bo 7T", "not Bo 1T"])
def test_what_is_supposed_is_proved_step_by_step(text: str) -> None:
    hidden = going_round()
    found = chain(hidden, claim_of(text))
    (case,) = (step.case for step in found.steps if step.case)
    assert found.complete
    for step in case.steps:
        known = [found.steps[n].conclusion for n in step.earlier]
        known += [case.steps[n].conclusion for n in step.within]
        known += [case.supposed] * step.supposed
        given = hidden.told_by(()).assuming(*step.facts)
        given = given.assuming(*(each.fact(hidden) for each in known if each is not None))
        denials = [] if step.conclusion is None else list(step.conclusion.denials(hidden))
        worlds = [count(given.assuming(no)).worlds for no in denials] or [count(given).worlds]
        assert not any(worlds)


def test_what_a_supposition_refutes_is_built_on() -> None:
    claims = [claim_of(text) for text in ("Bo 9P", "Bo 7T", "not Bo 6R", "Bo 2R", "not Bo 4P")]
    whole, reached = chains(going_round(), claims)
    assert reached.keys() == {*claims}
    (at,) = (number for number, step in enumerate(whole.steps) if step.case)
    refuted = whole.steps[at].conclusion
    assert refuted is not None and refuted.claims == (claim_of("not Bo 1T"),)
    assert any(at in step.earlier for step in whole.steps)
    assert len({step.conclusion for step in whole.steps}) == len(whole.steps)


def test_steps_with_equal_reasons_are_told_as_one() -> None:
    hidden = tiles("1T 2T 3T", counted(5, "1T 2T", 0))
    whole, reached = chains(hidden, deduce(hidden).claims)
    first, *_ = whole.steps
    assert first.conclusion is not None and first.conclusion.items == ("1T", "2T")
    assert set(reached) == set(deduce(hidden).claims)


def test_what_follows_from_what_lies_open_is_no_step() -> None:
    here = Only("1T", frozenset({"Ana"}), told(4))
    hidden = tiles("1T 2T", here, hands=(1,))
    whole, _ = chains(hidden, [Claim("2T", "Ana", holds=False)])
    assert not whole.steps and whole.seen == (Claim("2T", "Ana", holds=False),)


def copies(*facts: Fact) -> Hidden:
    """Return a model of three Guards and two Thefts."""
    return Hidden({"G": 3, "T": 2}, ("Ana", "Bo", "Cy", "nobody"), facts)


def test_all_copies_seen() -> None:
    hidden = copies(counted(5, "T", 1, "Ana"), counted(6, "T", 1, "Bo"))
    assert patterns(proved(hidden, "not Cy T")) == [Pattern.ALL_SEEN]


def test_the_tally_of_a_kind() -> None:
    hidden = copies(counted(5, "G", 0, "nobody"), counted(6, "G", 0, "Cy", most=1))
    hidden = hidden.assuming(counted(7, "G", 0, "Bo", most=1))
    assert patterns(proved(hidden, "Ana G")) == [Pattern.TALLY]


def test_a_pack_recounted() -> None:
    pack = counted(5, "1T", 1, "Ana", "Bo")
    hidden = tiles("1T 2T", pack, counted(6, "1T", 0, "Bo"))
    assert proved(hidden, "Ana 1T").lines == (5, 6)


def test_a_kept_card() -> None:
    kept = Count(frozenset({"1T", "2T"}), frozenset({"Ana"}), 1, 1, SIZE)
    hidden = tiles("1T 2T 3T 4T 5T", kept, counted(5, "1T", 0), hands=(2,))
    assert Pattern.KEPT in patterns(proved(hidden, "Ana 2T"))


def test_what_lies_open_is_no_reason() -> None:
    hidden, _ = CASES[Pattern.PLACED]
    (step,) = proved(hidden, "not Ana 2T").steps
    assert step.lines == (5,)
    assert {fact.because.line for fact in step.background} - {0} == {4}
    assert str(step.words(hidden)) == (
        "2T is not with Ana (the count is reached): line 5, it was told; 1T is with Ana"
    )


def test_what_is_seen_is_told_with_the_count_it_belongs_to() -> None:
    names = "1T 2T 3T 4T 5T 6T 7T 8T"
    own = Because(2, say("Ana holds 3 tiles"), setup=True)
    seen = (
        Only(item, frozenset({place}), told(3)) for item, place in (("1T", "Ana"), ("6T", "Bo"))
    )
    holds = Count(frozenset(names.split()), frozenset({"Ana"}), 3, 3, own)
    hidden = tiles(names, holds, *seen, counted(5, "2T 3T", 2))
    (step,) = proved(hidden, "not Ana 4T").steps
    assert str(step.words(hidden)) == (
        "4T is not with Ana (full hand): line 5, it was told; Ana holds 3 tiles, among them 1T"
    )


def test_a_piece_that_was_seen_twice_is_counted_once() -> None:
    hidden = tiles("1T 2T 3T")
    place = frozenset({"Ana"})
    size = Count(frozenset(hidden.items), place, 2, 2, Because(2, say("Ana holds 2 tiles")))
    seen = tuple(Only("1T", place, told(line)) for line in (3, 4))
    concluded = Conclusion(("2T",), ("Ana",), None, 0, 1)
    step = ProofStep(Pattern.FULL_HAND, concluded, (), (*seen, size), ())
    assert list(map(str, step.in_sight(hidden))) == ["Ana holds 2 tiles, among them 1T"]


def test_what_words_name_already_is_not_told_again_in_any_words() -> None:
    names = "1T 2T 3T 4T 5T 6T 7T 8T"
    for words, naming, told_of in (
        ("Ana drew 1T and two more", True, "Ana drew 1T and two more"),
        ("Ana drew the first and two more", True, "Ana drew the first and two more"),
        ("Ana drew one of (5T, 1T, 2T)", False, "Ana drew one of (5T, 1T, 2T), among them 1T"),
    ):
        drew = Because(2, say(words), setup=True, naming=naming)
        holds = Count(frozenset(names.split()), frozenset({"Ana"}), 3, 3, drew)
        seen = (
            Only(each, frozenset({who}), told(3)) for each, who in (("1T", "Ana"), ("6T", "Bo"))
        )
        hidden = tiles(names, holds, *seen, counted(5, "2T 3T", 2))
        (step,) = proved(hidden, "not Ana 4T").steps
        assert list(map(str, step.in_sight(hidden))) == [told_of]


def test_of_copies_it_is_told_how_many_there_are() -> None:
    there = (
        Count(frozenset({"T"}), frozenset({place}), 1, 1, told(line))
        for line, place in ((5, "Ana"), (6, "nobody"))
    )
    hidden = Hidden({"T": 2, "A": 1, "B": 1}, PLACES, tuple(there))
    (step,) = proved(hidden, "not Bo T").steps
    assert step.pattern is Pattern.ALL_SEEN
    assert str(step.words(hidden)).endswith("; line 6, it was told; there are 2 T in all")


def test_what_is_in_sight_and_not_needed_is_not_told() -> None:
    names = "1T 2T 3T 4T 5T 6T 7T 8T"
    size = Because(2, say("Ana holds 3 tiles"), setup=True)
    holds = Count(frozenset(names.split()), frozenset({"Ana"}), 3, 3, size)
    seen = Only("8T", frozenset({"Bo"}), told(3))
    hidden = tiles(names, holds, seen, counted(5, "1T 2T 3T", 2), counted(6, "4T 5T", 1))
    (step,) = proved(hidden, "not Ana 6T").steps
    assert step.pattern is Pattern.APART
    assert step.in_sight(hidden) == (say("Ana holds 3 tiles"),)


def test_a_chain_ends_where_its_claim_is_said() -> None:
    names = "1T 2T 3T 4T"
    hidden = tiles(names, counted(4, "1T 2T", 1), counted(5, "1T", 1), hands=(2,))
    assert len(proved(hidden, "not Ana 2T").steps) == 1


def test_a_step_says_no_more_than_later_ones_need() -> None:
    hidden = tiles(
        "1T 2T 3T 4T", counted(4, "1T 2T 3T", 1), Only("1T", frozenset({"Ana"}), told(3))
    )
    hidden = hidden.assuming(counted(5, "2T 4T", 0, "Bo"))
    first, last = proved(hidden, "nobody 2T").steps
    assert first.conclusion is not None and first.conclusion.items == ("2T",)
    assert last.pattern is Pattern.LAST_HOLDER
    whole = [step.conclusion for step in chains(hidden, deduce(hidden).claims)[0].steps]
    assert ("2T", "3T") in [each.items for each in whole if each]


def test_what_is_in_a_part_of_a_place_is_a_step_of_its_own() -> None:
    places = {"Bo@1": "Bo", "Bo@2": "Bo", "Ana": "Ana"}
    items = frozenset({"A", "B", "C"})
    hidden = Hidden(
        dict.fromkeys(sorted(items), 1),
        tuple(places),
        (
            Count(items, frozenset({"Bo@1"}), 1, 1, SIZE),
            Count(items, frozenset({"Bo@2"}), 1, 1, SIZE),
            Count(frozenset({"A"}), frozenset({"Bo@1"}), 0, 0, told(4)),
            Count(frozenset({"B"}), frozenset({"Bo@1"}), 0, 0, told(5)),
        ),
        known_as=places,
    )
    found = proved(hidden, "not Ana C")
    assert patterns(found) == [Pattern.VOID, Pattern.ELSEWHERE]
    assert found.steps[0].conclusion == Conclusion(("C",), ("Bo",), 1, None, 1)
    assert len(proved(hidden, "Bo C").steps) == 1


def test_what_follows_from_what_lies_open_has_the_name_of_its_thought() -> None:
    shown = (Only(item, frozenset({"Ana"}), told(3)) for item in ("1T", "2T"))
    hidden = tiles("1T 2T 3T", *shown, hands=(2, 1), places=("Ana", "Bo"))
    assert patterns(proved(hidden, "not Ana 3T")) == [Pattern.FULL_HAND]


@pytest.mark.parametrize("pattern", CASES)
def test_no_reason_of_a_step_can_be_left_out(pattern: Pattern) -> None:
    hidden, text = CASES[pattern]
    found = proved(hidden, text)
    background = laid_open(hidden).told_by(())
    told_so = [step.conclusion for step in found.steps]
    for step in found.steps:
        reasons: list[tuple[Fact, ...]] = [
            tuple(fact for fact in step.facts if fact.because.line == line) for line in step.lines
        ]
        earlier = [told_so[number] for number in step.earlier]
        reasons += [(each.fact(hidden),) for each in earlier if each is not None]
        assert step.conclusion is not None
        for left_out in reasons:
            rest = [fact for facts in reasons if facts is not left_out for fact in facts]
            worlds = all_worlds(background.assuming(*rest))
            denied = list(step.conclusion.denials(hidden))
            assert any(not background.assuming(d).broken(w) for w in worlds for d in denied)


@pytest.mark.parametrize("model", [small_model, like_a_game])
@pytest.mark.parametrize("seed", range(16))
def test_every_fact_has_a_chain_of_true_steps(model: Callable[[Random], Hidden], seed: int) -> None:
    hidden = model(Random(seed))
    for claim in deduce(hidden).claims:
        found = chain(hidden, claim)
        assert found.complete and found.steps
        check(hidden, found)


@pytest.mark.parametrize("seed", range(60))
def test_contradictions_end_in_a_clash(seed: int) -> None:
    hidden = small_model(Random(seed))
    found = clash(hidden)
    if all_worlds(hidden):
        assert found is None
        return
    assert found is not None and found.complete
    assert found.steps[-1].conclusion is None
    check(hidden, found)


def test_a_piece_of_which_there_is_no_copy_is_nowhere() -> None:
    hidden = Hidden({"1T": 0, "2T": 1}, PLACES, (counted(5, "1T 2T", 1),))
    assert proved(hidden, "not Bo 1T").lines == ()


def test_two_that_overlap_tell_what_they_come_to() -> None:
    both = counted(5, "1T 2T 3T", 2), counted(6, "2T 4T 5T", 2)
    room = tiles("1T 2T 3T 4T 5T 6T", *both, hands=(3,))
    for hidden, text, words in (
        (CASES[Pattern.OVERLAP][0], "Ana 1T", "2 by line 5, 1 at most by line 6: at least 1 out"),
        (CASES[Pattern.OVERLAP][0], "not Ana 4T", "at most 1 of the 2 of line 5 outside line 6"),
        (room, "Ana 2T", "2 + 2 are 1 more than 3: at least 1 in both"),
    ):
        assert words in str(chain(hidden, claim_of(text)).words[-1])


def test_counts_that_are_used_up_tell_their_sum() -> None:
    def told_of(name: str, text: str) -> str:
        record = read_file(EXAMPLES / "explaining" / f"adresses-jaunes-{name}.rec")
        return str(chain(record.game.model.hidden(record), claim_of(text)).words[-1])

    assert told_of("between", "not Bo 4T").endswith(
        "else 2 (line 10) + 2 (line 20) + 1 (4T) = 5 would be counted, but at most "
        "4 (1T, 4R, 4T, 7T) can be"
    )
    assert told_of("sums", "not Bo 7R").endswith(
        "else 1 (line 10) + 3 (line 16) + 2 × 1 (7R) = 6 would be counted, but at most "
        "1 (line 21) + 4 (Bo) = 5 can be"
    )


@pytest.mark.parametrize("model", [small_model, like_a_game])
def test_counts_with_a_sum_leave_no_world(model: Callable[[Random], Hidden]) -> None:
    sums = 0
    for seed in range(150):
        rng = Random(seed)
        hidden = model(rng)
        told = [Reason(fact, say("told")) for fact in hidden.facts if not fact.because.setup]
        open_ = [Reason(fact, say("open")) for fact in hidden.facts if fact.because.setup]
        item, place = rng.choice([*hidden.items]), frozenset({rng.choice(hidden.places)})
        because = Because(0, say("asked"))
        opposite = rng.choice(
            [
                Count(frozenset({item}), place, 1, hidden.items[item], because),
                Count(frozenset({item}), place, 0, 0, because),
            ]
        )
        words = added_up(hidden, told[:4], open_, [Reason(opposite, say("{item}", item=item))])
        if words is not None:
            given = changed(hidden, facts=tuple(each.fact for each in (*told[:4], *open_)))
            assert not all_worlds(given.assuming(opposite))
            sums += 1
            bare = re.sub(r" \([^)]*\)", "", str(words)).replace("×", "*").replace(" = ", " == ")
            least, most = bare.removeprefix("else ").split(" would be counted, but at most ")
            most = most.removesuffix(" can be")
            assert eval(least) is not False and eval(most) is not False
            assert eval(least.split(" == ")[0]) > eval(most.split(" == ")[0])
    assert sums > 5


def test_without_work_a_chain_says_that_it_stopped() -> None:
    hidden, text = CASES[Pattern.OVERLAP]
    assert not chain(hidden, claim_of(text), work=0).complete


@pytest.mark.parametrize("text", ["nobody 2R", "not Bo 1T"])
def test_no_clock_decides_which_chain_is_found(hours: Callable[[], None], text: str) -> None:
    name = "sums" if text == "nobody 2R" else "round"
    record = read_file(EXAMPLES / "explaining" / f"adresses-jaunes-{name}.rec")
    hidden = record.game.model.hidden(record)
    quiet = chain(hidden, claim_of(text))
    hours()
    assert chain(hidden, claim_of(text)) == quiet


def test_a_conclusion_implies_another_only_if_every_world_says_so() -> None:
    hidden = tiles("1T 2T 3T", hands=(1,))
    free = tiles("1T 2T 3T")
    worlds = all_worlds(free)
    sets = [("1T",), ("2T",), ("1T", "2T"), ("1T", "2T", "3T")]
    each = [
        Conclusion(items, places, lo, hi, len(items))
        for items in sets
        for places in (("Ana",), ("Bo",), ("Ana", "Bo"))
        for n in range(len(items) + 1)
        for lo, hi in ((n, None), (None, n))
    ]
    implied = 0
    for one in each:
        for other in each:
            if one.implies(other, hidden):
                implied += one != other
                a, b = one.fact(hidden), other.fact(hidden)
                assert all(holds(b, world) for world in worlds if holds(a, world)), (one, other)
    assert implied > 50


def test_no_step_proves_again_what_is_known() -> None:
    for seed in range(40):
        hidden = like_a_game(Random(f"once {seed}"))
        claims = deduce(hidden).claims
        proof = told_once(chains(hidden, claims)[0], claims)
        check(hidden, proof)
        said = [step.conclusion for step in proof.steps if step.conclusion]
        for at, one in enumerate(said):
            assert not any(other.implies(one, hidden) for other in said[:at])


NEEDLESS = """
[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo Cy Dai"]
[Seat "table"]
[From "clues"]
revealed 3P 4T 6T
neutral 1R 1T 6P 6R 7P 7R 8P 8R
found Bo 9R
deal Ana ???
deal Bo ??
deal Cy ???
deal Dai ???
Ana disc h3 shows 2
Ana disc v3 shows 2
Bo disc h1 shows 2
Bo disc T shows 0
Cy disc R shows 2
Cy disc h1 shows 2
Dai disc T shows 0
Dai disc h2 shows 1
conclusion
"""


def test_nothing_is_supposed_where_what_is_proved_of_others_leads_on() -> None:
    """Ana has 3T and 9T, so two in h3 leave no room for 5T, whatever took long to find before."""
    view = read(NEEDLESS.strip() + "\n")
    told = {"2T": "Cy", "3T": "Ana", "5T": "nobody", "9P": "Dai", "9T": "Ana"}
    claims = [Claim(tile, place) for tile, place in told.items()]
    found, sure = chains(view.game.model.hidden(view), claims)
    assert sure.keys() == {*claims} and not found.supposes
