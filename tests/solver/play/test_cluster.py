"""A real scheduler and real workers, killed in the middle; `make cluster-test` runs all of it.

The extra `cluster` is not among the requirements of development: elsewhere only the addresses are
tested, and the rest is skipped.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from aparte.models.core import Record
from aparte.models.record import write
from aparte.solver.play import simulate
from aparte.solver.play.cluster import on_cluster, where
from aparte.solver.play.driver import played
from aparte.solver.play.simulate import (
    Contest,
    Ended,
    Played,
    Tally,
    play_all,
    play_on_cluster,
)
from aparte.solver.play.workers import Halted
from tests.aparte_cli import aparte, environment
from tests.solver.play.test_simulate import plain

CONTEST = Contest("adresses-jaunes", ("random", "random"), seed=4)
THOUGHT = [
    Contest("adresses-jaunes", ("coach", "coach", "coach"), seed=4),
    Contest("onstage", ("coach", "greedy", "greedy"), seed=4),
    Contest("overseers", ("coach", "greedy", "greedy"), seed=4),
    Contest("bards", ("coach", "greedy"), seed=4),
]
ALIKE = 3
"""Games that are held to those of a cluster, line by line, for each of these contests."""
GAMES = 40
SEATS = ("simulate", "adresses-jaunes", "--seats", "random,random")
WRONG = ("zzz", "", "inproc://x", "ws://a:1", "tcp://", "tcp://a", "tcp://a:0", "a:99999", "a b:1")
cluster_only = pytest.mark.skipif(
    find_spec("distributed") is None, reason="needs the extra cluster: make cluster-test"
)


@dataclass
class Cluster:
    """Processes of a scheduler and of two workers."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def begun(folder: Path, *arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *map(str, arguments)],
        cwd=folder,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    from distributed import Client

    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    serve = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", port)
    work = ("distributed.cli.dask_worker", address, "--nthreads", 1, "--no-nanny")
    crew = [begun(tmp_path, *serve, "--no-dashboard")]
    crew += [begun(tmp_path, *work, "--no-dashboard") for _ in range(2)]
    try:
        with Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield Cluster(address, crew[0], crew[1:])
    finally:
        for process in crew:
            process.kill()
            process.wait()


@pytest.mark.parametrize("address", WRONG)
def test_what_is_no_address_is_refused_at_once(address: str) -> None:
    with pytest.raises(ValueError):
        where(address)
    refused = aparte(*SEATS, "--scheduler", address, code=2)
    assert "tcp://HOST:PORT" in refused.stderr
    assert "Adresse" not in refused.stdout


def test_addresses() -> None:
    assert where("tcp://10.0.0.1:8786") == ("10.0.0.1", 8786)
    assert where("tls://host.example:1") == ("host.example", 1)
    assert where("[::1]:8786") == ("::1", 8786)


@cluster_only
@pytest.mark.parametrize("host", ["127.0.0.1", "nowhere.invalid"])
def test_nobody_there_is_told(host: str) -> None:
    found = aparte(*SEATS, "--scheduler", f"tcp://{host}:{free_port()}", code=1)
    assert found.stderr.startswith("aparte: no cluster answers at tcp://")
    assert len(found.stderr.splitlines()) == 1
    assert found.stdout == ""


@cluster_only
@pytest.mark.parametrize("contest", THOUGHT, ids=lambda contest: contest.game)
def test_a_cluster_plays_the_same_games_line_by_line(cluster: Cluster, contest: Contest) -> None:
    """Texts have other hashes in each of its processes: an order that rests on them would show."""

    def written(number: int) -> tuple[Played, str]:
        """How `simulate` plays it, and its record; sent whole, since the workers lack the tests."""
        records = list[Record]()

        def kept(*arguments: Any) -> Record:
            records.append(played(*arguments))
            return records[0]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(simulate, "played", kept)
            ended = simulate.play(contest, number)
        return replace(ended, seconds=()), write(records[0])

    def died(number: int) -> tuple[Played, str]:
        raise AssertionError(number)

    found = dict(on_cluster(written, range(ALIKE), cluster.address, died))
    assert found == {number: written(number) for number in range(ALIKE)}


@cluster_only
def test_certificates_are_asked_for(cluster: Cluster) -> None:
    address = cluster.address.replace("tcp", "tls")
    told = aparte(*SEATS, "--scheduler", address, code=1).stderr
    assert "certificates" in told
    assert len(told.splitlines()) == 1


@cluster_only
def test_the_command_tells_a_dead_scheduler_and_the_games_it_has(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Tally.add

    def killing(tally: Tally, games: Iterable[Ended]) -> Iterator[Ended]:
        for each in add(tally, games):
            if len(tally.games) == 1:
                cluster.scheduler.kill()
            yield each

    monkeypatch.setattr(Tally, "add", killing)
    found = aparte(*SEATS, "--json", "--games", 5_000, "--scheduler", cluster.address, code=1)
    [told] = found.stderr.splitlines()
    assert "the scheduler of the cluster is gone" in told
    assert 0 < json.loads(found.stdout)["games"] < 5_000


@cluster_only
def test_a_worker_that_dies_costs_nothing(cluster: Cluster) -> None:
    ended: list[Ended] = []
    for each in play_on_cluster(CONTEST, range(GAMES), cluster.address):
        if not ended:
            cluster.workers[0].kill()
        ended.append(each)
    assert plain(ended) == plain(play_all(CONTEST, range(GAMES)))


@cluster_only
@pytest.mark.parametrize("what", ["workers", "scheduler"])
def test_a_cluster_that_is_gone_is_told_and_what_has_ended_counts(
    cluster: Cluster, what: str
) -> None:
    ended: list[Ended] = []
    with pytest.raises(Halted, match="worker for 3 seconds" if what == "workers" else "scheduler"):
        for each in play_on_cluster(CONTEST, range(5_000), cluster.address, patience=3):
            if not ended:
                for process in cluster.workers if what == "workers" else [cluster.scheduler]:
                    process.kill()
            ended.append(each)
    assert 0 < len(ended) < 5_000
