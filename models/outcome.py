"""How a game ended: who has won, with which scores and in which teams; the result line says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

WON, LOST = "won", "lost"


@dataclass(frozen=True, slots=True)
class Team:
    """Players who win or lose as one, with their common score, if there is any."""

    players: tuple[str, ...]
    score: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """`winners` share the win; `scores` are by player, in the order of the result line.

    There need not be a winner. `teams` are the players who win or lose as one: where there are any,
    each player is in one of them. In a cooperative game all are one team. Without scores and teams
    all players win or lose together, too.

    The result line has the scores of players, or else those of teams; a score that all have in
    common stands there once, as a number. If `named`, it says who has won; else the scores tell,
    or their order.
    """

    winners: tuple[str, ...]
    scores: Mapping[str, int] = field(default_factory=dict)
    named: bool = False
    teams: tuple[Team, ...] = ()

    @property
    def together(self) -> bool:
        """Whether all players win or lose together."""
        return len(self.teams) == 1 or not (self.teams or self.scores)

    @property
    def common(self) -> int | None:
        """The score that all players have in common, None if there is none."""
        return self.teams[0].score if len(self.teams) == 1 else None

    @property
    def can_be_won(self) -> bool:
        """Whether players can win at all: not if a common score is all that is told."""
        return self.common is None or self.named

    @property
    def scored(self) -> tuple[Team, ...]:
        """Everybody who has a score: players, each a team of one, then teams."""
        alone = (Team((player,), score) for player, score in self.scores.items())
        return tuple(side for side in (*alone, *self.teams) if side.score is not None)

    def team(self, player: str) -> Team:
        """Return the team of `player`; who plays alone is a team of one, with their own score."""
        for team in self.teams:
            if player in team.players:
                return team
        return Team((player,), self.scores.get(player))

    def points(self, player: str) -> int | None:
        """Return what `player` has scored: alone, if the game counts that, else with the team."""
        return self.scores.get(player, self.team(player).score)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the result line."""
        told = tuple(self._told())
        if told and not self.named:
            return told
        if self.together or not self.winners:
            return (*told, WON if self.winners else LOST)
        return (*told, WON, *self.winners)

    def _told(self) -> Iterator[str]:
        """Yield the scores of players, or of teams."""
        if self.common is not None and not self.scores:
            yield str(self.common)
            return
        teams = {"+".join(team.players): team.score for team in self.teams}
        for side, score in (self.scores or teams).items():
            if score is not None:
                yield from (side, str(score))
