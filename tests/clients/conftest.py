"""What the tests with clients share."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import chess.engine
import pytest

from alberich_boards import binary
from games import summary


@pytest.fixture(autouse=True)
def no_protocol_faults(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails a test in which python-chess complained of what an engine printed; what it cannot
    make sense of, such as a line of thought with an illegal turn, it only logs."""
    yield
    faults = [
        record.getMessage()
        for when in ("setup", "call", "teardown")
        for record in caplog.get_records(when)
        if record.name == "chess.engine" and record.levelno >= logging.WARNING
    ]
    assert not faults, "\n".join(faults)


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    """A new process of the engine."""
    with chess.engine.SimpleEngine.popen_uci(binary()) as process:
        yield process


@pytest.fixture
def opponent() -> Iterator[chess.engine.SimpleEngine]:
    """Another one."""
    with chess.engine.SimpleEngine.popen_uci(binary()) as process:
        yield process


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tells the results of all games."""
    if lines := summary():
        terminalreporter.section("games")
        for line in lines:
            terminalreporter.line(line)
