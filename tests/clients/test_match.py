"""What `alberich match` writes down, judged by python-chess."""

from __future__ import annotations

import pathlib
import subprocess

import chess
import chess.pgn

from alberich_boards import binary
from games import number_of_games

OPENINGS = pathlib.Path(__file__).parents[2] / "positions" / "openings-chess.epd"


def verdict(board: chess.Board) -> tuple[str, str] | None:
    """Result and reason of the end that a position is, if it is one."""
    if board.is_checkmate():
        winner = "Black" if board.turn else "White"
        return ("0-1" if board.turn else "1-0"), f"{winner} mates"
    if board.is_stalemate():
        return "1/2-1/2", "Draw by stalemate"
    if board.is_repetition(3):
        return "1/2-1/2", "Draw by 3-fold repetition"
    if board.halfmove_clock >= 100:
        return "1/2-1/2", "Draw by fifty moves rule"
    if board.is_insufficient_material():
        return "1/2-1/2", "Draw by insufficient mating material"
    return None


def check_games(tmp_path: pathlib.Path, variant: str, openings: list[str]) -> None:
    """Plays a match of engines that search little, and replays it."""
    file = tmp_path / "games.pgn"
    count = number_of_games(20)
    words = [binary(), "match"]
    # The fewer nodes, the more kinds of ends.
    for name, nodes in (("A", 60), ("B", 20)):
        words += ["-engine", f"cmd={binary()}", f"name={name}", f"nodes={nodes}"]
    words += ["-variant", variant, "-games", str(count), "-repeat", *openings]
    subprocess.run([*words, "-concurrency", "2", "-pgnout", file], check=True, timeout=600)
    with file.open() as text:
        games = list(iter(lambda: chess.pgn.read_game(text), None))
    assert len(games) == count
    for game in games:
        assert not game.errors
        board = game.board()
        for move in game.mainline_moves():
            assert verdict(board) is None, board
            board.push(move)
        # Lines are broken within comments, too.
        ending = " ".join(game.end().comment.split()).split(", ")[-1]
        assert verdict(board) == (game.headers["Result"], ending), board
        assert game.headers["PlyCount"] == str(len(board.move_stack))
        assert game.headers["Termination"] == "normal"


def test_chess(tmp_path: pathlib.Path) -> None:
    check_games(tmp_path, "chess", ["-openings", f"file={OPENINGS}", "order=random"])


def test_chess960(tmp_path: pathlib.Path) -> None:
    check_games(tmp_path, "fischerandom", [])
