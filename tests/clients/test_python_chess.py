"""Chess and Chess960 with python-chess as the client."""

from __future__ import annotations

import concurrent.futures
import logging
import os
import shutil
from collections.abc import Iterator

import chess
import chess.engine
import pytest

from alberich_boards import PlunderBoard
from games import number_of_games, play, play_randomly

QUICK = chess.engine.Limit(time=0.05)
FOREVER = chess.engine.Limit(time=600)


def sent(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The lines that python-chess has sent; its log level has to be `DEBUG`."""
    return [
        str(record.args[-1])
        for record in caplog.records
        if record.msg == "%s: << %s" and isinstance(record.args, tuple)
    ]


def is_legal(move: chess.Move | None, board: chess.Board) -> bool:
    """Whether there is a move, and a legal one."""
    return move is not None and move in board.legal_moves


@pytest.mark.parametrize("variant_first", [True, False])
def test_variant_before_and_after_new_game(
    engine: chess.engine.SimpleEngine, caplog: pytest.LogCaptureFixture, variant_first: bool
) -> None:
    caplog.set_level(logging.DEBUG, "chess.engine")
    engine.play(PlunderBoard(), QUICK, game="plunderchess")
    caplog.clear()
    board = chess.Board()
    if variant_first:
        engine.analyse(board, QUICK, game="plunderchess")
    assert is_legal(engine.play(board, QUICK, game="chess").move, board)
    changes = [line for line in sent(caplog) if "UCI_Variant" in line or line == "ucinewgame"]
    expected = ["setoption name UCI_Variant value chess", "ucinewgame"]
    assert changes == (expected if variant_first else expected[::-1])


def test_options(engine: chess.engine.SimpleEngine) -> None:
    variant = engine.options["UCI_Variant"]
    assert variant.default == "chess"
    assert variant.var == ["chess", "plunderchess", "tworing", "tworing1"]
    assert engine.options["UCI_Chess960"].default is False
    engine.configure({"Hash": 4, "Threads": 2, "Move Overhead": 0, "Clear Hash": None})
    board = chess.Board()
    assert is_legal(engine.play(board, QUICK).move, board)
    engine.configure({"Hash": 64, "Threads": 1})
    assert is_legal(engine.play(board, QUICK).move, board)


def test_analysis_tells_what_it_found(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    with engine.analysis(board, chess.engine.Limit(depth=7)) as analysis:
        infos = [info for info in analysis if "depth" in info]
        best = analysis.wait()
    depths = [info["depth"] for info in infos]
    assert depths == sorted(depths)
    assert set(depths) == set(range(1, 8))
    last = infos[-1]
    assert last["pv"][0] == best.move
    assert last["nodes"] > 0
    assert last["seldepth"] >= 7
    assert last["score"].pov(chess.WHITE).score() is not None
    assert {"time", "nps", "hashfull"} <= last.keys()


def test_mate_is_told_and_a_finished_game_has_no_move(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("7k/8/8/8/8/8/R7/1R5K w - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(depth=5))
    assert info["score"].relative == chess.engine.Mate(2)
    for move in info["pv"]:
        board.push(move)
    assert board.is_checkmate()
    assert engine.play(board, QUICK).move is None


def test_root_moves_are_kept_to(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    for move in board.legal_moves:
        assert engine.play(board, chess.engine.Limit(depth=1), root_moves=[move]).move == move


def test_analysis_without_limit_is_stopped(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    with engine.analysis(board) as analysis:
        while "pv" not in analysis.get():
            pass
        analysis.stop()
        assert is_legal(analysis.wait().move, board)


def test_ping_during_play(engine: chess.engine.SimpleEngine) -> None:
    """python-chess ends a search before it pings, and drops the move that is found."""
    board = chess.Board()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        playing = pool.submit(engine.play, board, FOREVER)
        with pytest.raises(concurrent.futures.TimeoutError):
            playing.result(timeout=0.3)
        engine.ping()
        with pytest.raises(concurrent.futures.CancelledError):
            playing.result()
    with engine.analysis(board) as analysis:
        engine.ping()
        assert is_legal(analysis.wait().move, board)
    board.push_uci("e2e4")
    assert is_legal(engine.play(board, QUICK).move, board)


def test_pondering(engine: chess.engine.SimpleEngine, caplog: pytest.LogCaptureFixture) -> None:
    """The opponent does what was expected in every other turn."""
    caplog.set_level(logging.DEBUG, "chess.engine")
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.05, black_inc=0.05)
    for expected in [True, False] * 4:
        result = engine.play(board, limit, game="pondering", ponder=True)
        assert result.move is not None
        board.push(result.move)
        unexpected = (move for move in board.legal_moves if move != result.ponder)
        board.push(result.ponder if expected and result.ponder else next(unexpected))
    lines = sent(caplog)
    assert "ponderhit" in lines
    assert "stop" in lines


@pytest.mark.parametrize(
    "board",
    [
        chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", chess960=True),
        chess.Board("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", chess960=True),
        chess.Board("rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1", chess960=True),
        chess.Board("5rkr/pppppppp/8/8/8/8/PPPPPPPP/5RKR w HFhf - 0 1", chess960=True),
    ],
    ids=lambda board: board.board_fen().split("/")[-1] + (" 960" if board.chess960 else ""),
)
def test_castling(engine: chess.engine.SimpleEngine, board: chess.Board) -> None:
    castlings = [move for move in board.legal_moves if board.is_castling(move)]
    assert castlings
    for castling in castlings:
        assert engine.play(board, QUICK, root_moves=[castling]).move == castling
        after = board.copy()
        after.push(castling)
        assert is_legal(engine.play(after, QUICK).move, after)


def test_chess960_games(
    engine: chess.engine.SimpleEngine, opponent: chess.engine.SimpleEngine
) -> None:
    for number in range(number_of_games(2)):
        board = chess.Board.from_chess960_pos(number * 397 % 960)
        play("chess960", board, {"first": engine, "second": opponent}, 0.02)


@pytest.fixture
def stockfish() -> Iterator[chess.engine.SimpleEngine]:
    """Stockfish at its weakest."""
    path = shutil.which("stockfish", path=f"{os.environ['PATH']}:/usr/games")
    assert path, "stockfish is not installed; Debian's package has its name"
    with chess.engine.SimpleEngine.popen_uci(path) as process:
        process.configure({"UCI_LimitStrength": True, "UCI_Elo": 1350})
        yield process


def test_games_against_stockfish(
    engine: chess.engine.SimpleEngine, stockfish: chess.engine.SimpleEngine
) -> None:
    """Each opening is played twice, with sides changed."""
    players = {"alberich": engine, "stockfish 1350": stockfish}
    for number in range(number_of_games(2)):
        board = chess.Board()
        play_randomly(board, 4, seed=number // 2)
        play("chess", board, players if number % 2 == 0 else dict(reversed(players.items())), 0.05)
