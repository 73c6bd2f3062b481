"""Boards of python-chess for PlunderChess and Two Ring Chess.

They let a program drive `alberich` by `chess.engine` in the games that python-chess does not know.
They know no rules: what is legal and what a turn does they ask of a second `alberich` process, the
referee. Positions are written in FEN with `:` for what a piece carries and `@` for a due
assignment, turns as in UCI. A turn's algebraic notation is not offered.

    board = PlunderBoard()
    with chess.engine.SimpleEngine.popen_uci(binary()) as engine:
        while board.outcome(claim_draw=True) is None:
            board.push(engine.play(board, chess.engine.Limit(time=0.1)).move)

The program is `$ALBERICH`, or else `target/release/alberich`.
"""

from __future__ import annotations

import atexit
import dataclasses
import functools
import os
import pathlib
import re
import subprocess
import threading
from collections.abc import Iterator
from typing import Any, ClassVar, Self

import chess


def binary() -> str:
    """The engine to run."""
    built = pathlib.Path(__file__).resolve().parents[2] / "target/release/alberich"
    return os.environ.get("ALBERICH") or str(built)


@dataclasses.dataclass(frozen=True)
class Standing:
    """A position, as the referee tells it."""

    fen: str
    turns: frozenset[str]
    checkers: chess.Bitboard


EMPTY = Standing("8/8/8/8/8/8/8/8 w - - 0 1", frozenset(), chess.BB_EMPTY)


class Referee:
    """An `alberich` process that is asked for positions; any thread may ask."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [binary()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._lock = threading.Lock()

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate("quit\n")

    def stand(self, variant: str, chess960: bool, fen: str, turn: str | None) -> Standing:
        """The position after a turn, or that of the FEN.

        :raises: :exc:`ValueError` with the referee's words if it refuses one of the two.
        """
        moves = f" moves {turn}" if turn else ""
        with self._lock:
            self._tell(f"setoption name UCI_Variant value {variant}")
            self._tell(f"setoption name UCI_Chess960 value {str(chess960).lower()}")
            self._tell(f"position fen {fen}{moves}")
            self._tell("d")
            self._tell("go perft 1")
            return self._hear()

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        print(line, file=self._process.stdin, flush=True)

    def _hear(self) -> Standing:
        assert self._process.stdout is not None
        fen, checkers, notice = "", chess.BB_EMPTY, ""
        turns: set[str] = set()
        for line in self._process.stdout:
            name, _, rest = line.strip().partition(": ")
            match name:
                case "Fen":
                    fen = rest
                case "Checkers":
                    checkers = int(chess.SquareSet(map(chess.parse_square, rest.split())))
                case "Nodes searched":
                    return Standing(fen, frozenset(turns), checkers)
                case _ if rest == "1":
                    turns.add(name)
                case _ if line.startswith("info string no position to search"):
                    raise ValueError(notice)
                case _ if line.startswith("info string position"):
                    notice = line.removeprefix("info string ").strip()
        raise RuntimeError("the referee has died")


@functools.cache
def referee() -> Referee:
    """The referee of all boards."""
    process = Referee()
    atexit.register(process.close)
    return process


@functools.lru_cache(maxsize=1 << 14)
def stand(variant: str, chess960: bool, fen: str, turn: str | None = None) -> Standing:
    """What :meth:`Referee.stand` says; remembered, since lines of thought overlap."""
    return referee().stand(variant, chess960, fen, turn)


@dataclasses.dataclass(unsafe_hash=True)
class Turn(chess.Move):
    """A move with all that it says beyond its squares."""

    text: str = "0000"

    PATTERN: ClassVar[re.Pattern[str]] = re.compile(
        r"([a-h][1-8])([a-h][1-8])([qrbn]?)e?s?(?:v[pnbrq])?(?:@[a-h][1-8])?"
    )

    def uci(self) -> str:
        return self.text

    @classmethod
    def from_uci(cls, uci: str) -> Turn:
        match = cls.PATTERN.fullmatch(uci)
        if match is None:
            raise chess.InvalidMoveError(f"not a turn: {uci!r}")
        origin, target, promotion = match.groups()
        return cls(
            chess.parse_square(origin),
            chess.parse_square(target),
            chess.PIECE_SYMBOLS.index(promotion) if promotion else None,
            text=uci,
        )


class RefereedBoard(chess.Board):
    """A board of a game that only the referee knows."""

    no_turn_loses: ClassVar[bool]
    """Whether a mover without a legal turn loses when he is not in check, too."""

    def __init__(self, fen: str | None = chess.STARTING_FEN, *, chess960: bool = False) -> None:
        self.standing = EMPTY
        self._past: list[Standing] = []
        super().__init__(fen, chess960=chess960)

    def _show(self, standing: Standing) -> None:
        """Sets all that python-chess keeps of a position, and leaves the played turns alone."""
        placement, side, *rest = standing.fen.split()
        bare = " ".join([re.sub(":.", "", placement), side.rstrip("@"), *rest])
        turns, past = self.move_stack[:], self._past[:]
        super().set_fen(bare)
        self.standing, self.move_stack, self._past = standing, turns, past

    def set_fen(self, fen: str) -> None:
        standing = stand(self.uci_variant or "", self.chess960, fen)
        self.clear_stack()
        self._show(standing)

    def fen(self, **_: Any) -> str:
        """The FEN; castling rights are files where `chess960` is set, and an en passant square is
        there if some legal turn uses it."""
        return self.standing.fen

    def epd(self, **_: Any) -> str:
        """The FEN without its counts; what must be equal for a repetition."""
        return self.fen().rsplit(" ", 2)[0]

    def reset(self) -> None:
        self.set_fen(self.starting_fen)

    def clear(self) -> None:
        super().clear()
        self.standing = EMPTY

    def clear_stack(self) -> None:
        super().clear_stack()
        self._past = []

    def root(self) -> Self:
        board = self.copy(stack=False)
        board._show(self._past[0] if self._past else self.standing)
        return board

    def copy(self, *, stack: bool | int = True) -> Self:
        board = super().copy(stack=stack)
        board.standing = self.standing
        board._past = self._past[-len(board.move_stack) :] if board.move_stack else []
        return board

    def push(self, move: chess.Move) -> None:
        try:
            standing = stand(self.uci_variant or "", self.chess960, self.fen(), move.uci())
        except ValueError as error:
            raise chess.IllegalMoveError(str(error)) from None
        self.move_stack.append(move)
        self._past.append(self.standing)
        self._show(standing)

    def pop(self) -> chess.Move:
        move = self.move_stack.pop()
        self._show(self._past.pop())
        return move

    def uci(self, move: chess.Move, *, chess960: bool | None = None) -> str:
        return move.uci()

    def parse_uci(self, uci: str) -> Turn:
        turn = Turn.from_uci(uci)
        if not self.is_legal(turn):
            raise chess.IllegalMoveError(f"illegal turn {uci} in {self.fen()}")
        return turn

    def generate_legal_moves(
        self, from_mask: chess.Bitboard = chess.BB_ALL, to_mask: chess.Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        for turn in map(Turn.from_uci, sorted(self.standing.turns)):
            if chess.BB_SQUARES[turn.from_square] & from_mask and (
                chess.BB_SQUARES[turn.to_square] & to_mask
            ):
                yield turn

    def is_legal(self, move: chess.Move) -> bool:
        return move.uci() in self.standing.turns

    def checkers_mask(self) -> chess.Bitboard:
        return self.standing.checkers

    def is_repetition(self, count: int = 3) -> bool:
        earlier = [standing.fen.rsplit(" ", 2)[0] for standing in self._past]
        return earlier.count(self.epd()) + 1 >= count

    def can_claim_threefold_repetition(self) -> bool:
        return self.is_repetition()

    def can_claim_fifty_moves(self) -> bool:
        return self.is_fifty_moves()

    def has_insufficient_material(self, color: chess.Color) -> bool:
        """Not known here, so that dead positions are played on."""
        return False

    def is_variant_loss(self) -> bool:
        return self.no_turn_loses and not self.standing.turns and not self.is_check()

    def is_variant_end(self) -> bool:
        return self.is_variant_loss()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, RefereedBoard):
            return type(self) is type(other) and self.fen() == other.fen()
        return NotImplemented


class PlunderBoard(RefereedBoard):
    """PlunderChess."""

    aliases = ["PlunderChess"]
    uci_variant = "plunderchess"
    xboard_variant = None
    no_turn_loses = False


class TwoRingBoard(RefereedBoard):
    """Two Ring Chess."""

    aliases = ["Two Ring Chess"]
    uci_variant = "tworing"
    xboard_variant = None
    no_turn_loses = True


class TwoRing1Board(TwoRingBoard):
    """Two Ring Chess in which the check from the last rank does not touch a ringed king."""

    aliases = ["Two Ring Chess 1"]
    uci_variant = "tworing1"
