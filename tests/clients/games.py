"""Games between engines, and how they ended."""

from __future__ import annotations

import collections
import dataclasses
import itertools
import os
import random
import time
from collections.abc import Mapping

import chess
import chess.engine

MOST_PLIES = 600
"""A game that has not ended by then does not end."""

LATE = 10.0
"""Seconds beyond its time that no engine may take, however busy the machine is."""


@dataclasses.dataclass(frozen=True)
class Result:
    """How a game ended."""

    match: str
    players: tuple[str, str]
    score: str
    end: str
    plies: int

    def score_of(self, player: str) -> str:
        """`1-0` if the player has won, whichever side was his."""
        return self.score if player == self.players[0] else "-".join(self.score.split("-")[::-1])

    def __str__(self) -> str:
        white, black = self.players
        return f"{white} - {black} {self.score} ({self.end}, {self.plies} plies)"


SIGNS = {"+": "1-0", "=": "1/2-1/2", "-": "0-1", "?": "*"}

RESULTS: list[Result] = []
"""Of all games of this run."""


def number_of_games(default: int) -> int:
    """How many games a match has: `$ALBERICH_TEST_GAMES`, if it is set."""
    return int(os.environ.get("ALBERICH_TEST_GAMES", default))


def play_randomly(board: chess.Board, plies: int, seed: int) -> None:
    """Plays an opening for variety."""
    dice = random.Random(seed)
    for _ in range(plies):
        if moves := list(board.legal_moves):
            board.push(dice.choice(moves))


def outcome(board: chess.Board) -> chess.Outcome | None:
    """How the game has ended; draws need no claim."""
    if ended := board.outcome():
        return ended
    if board.is_repetition():
        return chess.Outcome(chess.Termination.THREEFOLD_REPETITION, None)
    if board.is_fifty_moves():
        return chess.Outcome(chess.Termination.FIFTY_MOVES, None)
    return None


def play(
    match: str,
    board: chess.Board,
    players: Mapping[str, chess.engine.SimpleEngine],
    seconds: float,
) -> Result:
    """Plays a game to its end, the first player moving first, and records its result.

    python-chess parses what the players say, lines of thought included, and raises or logs what it
    cannot make sense of.
    """
    game = object()
    names = tuple(players)
    turns = itertools.cycle(players.items())
    while (ended := outcome(board)) is None and board.ply() < MOST_PLIES:
        name, engine = next(turns)
        start = time.monotonic()
        limit = chess.engine.Limit(time=seconds)
        move = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL).move
        taken = time.monotonic() - start
        assert move is not None, f"{name} has no move in {board.fen()}"
        assert taken < seconds + LATE, f"{name} took {taken:.1f} s in {board.fen()}"
        board.push(move)
    first, second = names
    result = Result(
        match,
        (first, second) if board.root().turn == chess.WHITE else (second, first),
        ended.result() if ended else "*",
        ended.termination.name.lower().replace("_", " ") if ended else "not ended",
        board.ply(),
    )
    RESULTS.append(result)
    return result


def summary() -> list[str]:
    """Lines that tell all results, match by match."""
    lines: list[str] = []
    for match, results in itertools.groupby(RESULTS, lambda result: result.match):
        games = list(results)
        scores = collections.Counter(game.score_of(games[0].players[0]) for game in games)
        tally = " ".join(f"{sign}{scores[score]}" for sign, score in SIGNS.items() if scores[score])
        lines.append(f"{match}: {tally} for {games[0].players[0]}")
        lines.extend(f"    {game}" for game in games)
    return lines
