"""PlunderChess and Two Ring Chess with python-chess as the client."""

from __future__ import annotations

import random

import chess
import chess.engine
import pytest

from alberich_boards import PlunderBoard, RefereedBoard, Turn, TwoRing1Board, TwoRingBoard
from games import number_of_games, play, play_randomly

BOARDS: list[type[RefereedBoard]] = [PlunderBoard, TwoRingBoard, TwoRing1Board]


def test_a_board_follows_a_game_forth_and_back() -> None:
    board = PlunderBoard()
    for text in ["e2e4", "e7e5", "g1f3", "b8c6", "d2d4", "e5d4", "f3d4vp", "c6d4vp"]:
        board.push_uci(text)
    before = board.copy()
    board.push_uci("d1d4vn")
    assert board.fen() == "r1bqkbnr/pppp1ppp/8/8/3Q:nP3/8/PPP2PPP/RNB1KB1R b KQkq - 0 5"
    assert board.piece_at(chess.D4) == chess.Piece.from_symbol("Q")
    assert board.turn == chess.BLACK
    assert board.root() == PlunderBoard()
    assert board.copy() == board
    assert board.pop() == Turn.from_uci("d1d4vn")
    assert board == before
    with pytest.raises(chess.IllegalMoveError):
        board.push_uci("d1d4vq")
    with pytest.raises(ValueError, match="vest"):
        board.set_fen("4k3/8/8/8/8/8/8/Q:rK6 w - - 0 1")
    assert board == before


def test_a_repetition_is_of_what_pieces_carry_too() -> None:
    """The rook steals the king's ring; then all stand where they stood, but for the ring."""
    board = TwoRingBoard("4k3/8/8/8/8/8/8/4K:wR2 w - - 0 1")
    for text in ["f1e1s", "e8d8", "f1f2", "d8d7", "f2f1", "d7e8"]:
        board.push_uci(text)
    shuffle = ["f1f2", "e8e7", "f2f1", "e7e8"]
    for text in shuffle:
        board.push_uci(text)
    assert not board.is_repetition()
    for text in shuffle:
        board.push_uci(text)
    assert board.is_repetition()
    assert board.outcome() is None
    ended = board.outcome(claim_draw=True)
    assert ended is not None
    assert ended.termination == chess.Termination.THREEFOLD_REPETITION


@pytest.mark.parametrize(
    ("board", "termination", "winner"),
    [
        (
            PlunderBoard("7k/5Q2/8/8/8/8/8/7K b - - 0 1"),
            chess.Termination.STALEMATE,
            None,
        ),
        (
            TwoRingBoard("7k/5Q2/8/8/8/8/8/7K b - - 0 1"),
            chess.Termination.VARIANT_LOSS,
            chess.WHITE,
        ),
        (
            TwoRingBoard("3N:w3k:b/8/8/8/8/8/8/K7 b - - 0 1"),
            chess.Termination.CHECKMATE,
            chess.WHITE,
        ),
    ],
    ids=lambda value: getattr(value, "uci_variant", None),
)
def test_a_game_without_turns_has_ended(
    engine: chess.engine.SimpleEngine,
    board: RefereedBoard,
    termination: chess.Termination,
    winner: chess.Color | None,
) -> None:
    assert board.outcome() == chess.Outcome(termination, winner)
    assert engine.play(board, chess.engine.Limit(depth=3)).move is None


@pytest.mark.parametrize(
    "board",
    [
        PlunderBoard("4k3/3p4/8/3pP3/8/2N:b5/3r4/R3K2R w KQ d6 0 1"),
        PlunderBoard("3rk3/2P5/8/8/8/8/8/4K:b3 w - - 0 1"),
        TwoRingBoard("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b@ KQkq - 0 2"),
        TwoRingBoard("4k3/8/8/3pP:w3/8/8/6Q:b1/4K2R w K d6 0 1"),
        TwoRing1Board("3N:w3k:b/8/8/8/8/8/8/K7 b - - 0 1"),
        TwoRingBoard("4k3/8/8/8/8/8/6Q:w1/4K2R w H - 0 1", chess960=True),
    ],
    ids=lambda board: f"{board.uci_variant} {board.fen()}",
)
def test_every_turn_can_be_asked_for(
    engine: chess.engine.SimpleEngine, board: RefereedBoard
) -> None:
    assert board.legal_moves.count() > 0
    for turn in board.legal_moves:
        assert engine.play(board, chess.engine.Limit(depth=1), root_moves=[turn]).move == turn


def test_lines_of_thought_are_legal(engine: chess.engine.SimpleEngine) -> None:
    board = TwoRingBoard()
    board.push_uci("e2e4")
    board.push_uci("d7d5")
    info = engine.analyse(board, chess.engine.Limit(depth=8))
    assert info["depth"] == 8
    line = board.copy()
    for turn in info["pv"]:
        assert line.is_legal(turn)
        line.push(turn)


def test_one_process_plays_all_games_in_turn(engine: chess.engine.SimpleEngine) -> None:
    boards = [kind() for kind in BOARDS]
    for _ in range(6):
        for board in [*boards, chess.Board()]:
            move = engine.play(board, chess.engine.Limit(nodes=500), game=board.uci_variant).move
            assert move is not None
            board.push(move)


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
@pytest.mark.parametrize("kind", BOARDS, ids=lambda kind: kind.uci_variant)
def test_games(
    engine: chess.engine.SimpleEngine,
    opponent: chess.engine.SimpleEngine,
    kind: type[RefereedBoard],
    chess960: bool,
) -> None:
    match = f"{kind.uci_variant}{' chess960' if chess960 else ''}"
    for number in range(number_of_games(1)):
        board = kind(chess960=chess960)
        if chess960:
            start = random.Random(number).randrange(960)
            board.set_fen(chess.Board.from_chess960_pos(start).fen())
        play_randomly(board, 4, seed=number)
        play(match, board, {"first": engine, "second": opponent}, 0.05)
