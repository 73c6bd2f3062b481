//! Engines that fail lose that game, the match goes on, and no process is left.

use std::time::{Duration, Instant};

use super::{Match, Run, setting};

/// A match of four games between a good engine and a bad one, under node limits, short
/// patience, and with recovery.
fn against(script: &str) -> Match {
    Match::of("seed=1", script).with(
        "-each nodes=10 -games 2 -rounds 2 -repeat -recover -maxmoves 10 \
         -startup-ms 4000 -ping-ms 4000 -ucinewgame-ms 4000 -search-ms 4000",
    )
}

/// The bad engine, `B`, loses all games with this termination and reason.
fn loses(script: &str, termination: &str, reason: &str) {
    loses_in(&against(script), termination, reason);
}

fn loses_in(of: &Match, termination: &str, reason: &str) {
    let run = of.succeed();
    assert_eq!(
        run.last("Score of A vs B"),
        "Score of A vs B: 4 - 0 - 0  [1.000] 4",
        "{run}"
    );
    let expected = [("1.1", "1-0", "Black"), ("1.2", "0-1", "White")];
    let expected = expected
        .into_iter()
        .chain([("2.1", "1-0", "Black"), ("2.2", "0-1", "White")]);
    let endings = of.endings();
    assert_eq!(endings.len(), 4);
    for (ending, (round, result, loser)) in endings.iter().zip(expected) {
        let reason = reason.replace("SIDE", loser);
        let shown = [round, result, termination, &reason];
        assert_eq!(ending[..3], shown[..3], "{endings:?}");
        assert!(ending[3].starts_with(&reason), "{endings:?}");
    }
}

#[test]
fn an_engine_that_exits_loses() {
    let reason = "SIDE disconnects: ended with exit status 3";
    loses("at=3;do=exit", "abandoned", reason);
}

#[test]
#[cfg(unix)]
fn an_engine_that_is_killed_by_a_signal_loses() {
    let reason = "SIDE disconnects: ended with signal 6 (SIGABRT)";
    loses("at=1;do=abort", "abandoned", reason);
}

#[test]
fn an_engine_that_never_answers_uci_loses() {
    let of = against("mute=uci").with("-startup-ms 300");
    loses_in(
        &of,
        "stalled connection",
        "SIDE's connection stalls: no answer to uci within 0.3 s",
    );
}

#[test]
fn an_engine_that_never_answers_isready_loses() {
    let of = against("mute=isready").with("-ping-ms 300");
    let reason = "SIDE's connection stalls: no answer to isready within 0.3 s";
    loses_in(&of, "stalled connection", reason);
    let of = against("mute=ucinewgame").with("-ucinewgame-ms 300");
    let reason = "SIDE's connection stalls: no answer to ucinewgame and isready within 0.3 s";
    loses_in(&of, "stalled connection", reason);
}

#[test]
fn an_engine_that_never_answers_go_loses_also_under_node_limits() {
    let of = against("at=2;do=hang").with("-search-ms 500");
    let reason = "SIDE's connection stalls: no answer to go within 0.5 s";
    loses_in(&of, "stalled connection", reason);
    // Nor does it end by itself.
    let of = against("at=2;do=hang;stubborn").with("-search-ms 500");
    loses_in(&of, "stalled connection", reason);
}

#[test]
fn an_engine_that_prints_without_end_loses_and_holds_nobody_up() {
    let of = against("at=2;do=flood").with("-search-ms 500");
    let reason = "SIDE's connection stalls: no answer to go within 0.5 s";
    loses_in(&of, "stalled connection", reason);
}

#[test]
fn an_engine_that_is_late_loses() {
    for limit in ["tc=1+0.1", "st=0.5", "tc=2/1"] {
        let of = Match::new()
            .engine("A", "seed=1")
            .with("nodes=1")
            .engine("B", "at=1;do=late:1700;seed=2")
            .with(limit)
            .with("-games 2 -rounds 2 -repeat -maxmoves 6 -recover -concurrency 4");
        loses_in(&of, "time forfeit", "SIDE loses on time");
    }
}

#[test]
fn an_engine_may_be_late_by_the_margin() {
    let of = Match::of("seed=1", "at=1;do=late:700;seed=2")
        .with("-maxmoves 2 -recover -each st=0.5 timemargin=60000");
    let run = of.succeed();
    assert_eq!(
        run.last("Score of"),
        "Score of A vs B: 0 - 0 - 1  [0.500] 1"
    );
    let pgn = of.read("games.pgn");
    assert!(pgn.contains("[TimeControl \"0.5/move\"]"), "{pgn}");
}

#[test]
fn what_is_no_legal_turn_loses() {
    for (text, quoted) in [
        ("e2e5", "e2e5"),
        ("", "none"),
        ("(none)", "(none)"),
        ("0000", "0000"),
        ("resign", "resign"),
        ("\u{7f}}{[Event", "Event"),
    ] {
        // After six turns of its own no pawn is where it was.
        let script = format!("line=e2e4 e7e5 g1f3 g8f6;at=3;do=say:{text}");
        loses(
            &script,
            "illegal move",
            &format!("SIDE makes an illegal move: {quoted}"),
        );
    }
}

#[test]
fn a_promotion_without_its_letter_loses() {
    let of = Match::of("", "at=1;do=say:a7a8");
    let openings = of.write("promotion.epd", "7k/P7/8/8/8/8/8/7K w - - bm a8=Q;\n");
    let of = of
        .with("-each nodes=1 -recover -reverse -openings")
        .with(&format!("file={openings}"));
    let run = of.succeed();
    assert_eq!(
        run.last("Score of"),
        "Score of A vs B: 1 - 0 - 0  [1.000] 1"
    );
    let [_, result, termination, reason] = &of.endings()[0];
    assert_eq!(
        [result.as_str(), termination, reason],
        ["0-1", "illegal move", "White makes an illegal move: a7a8"]
    );
}

#[test]
fn noise_is_passed_over() {
    let of = against("at=2;do=noise;seed=4");
    let run = of.succeed();
    assert_eq!(
        run.last("Score of"),
        "Score of A vs B: 0 - 0 - 4  [0.500] 4"
    );
}

#[test]
fn without_recovery_a_breakdown_ends_the_match() {
    let of = Match::of("seed=1", "at=3;do=exit").with("-each nodes=1 -games 6");
    let run = of.run();
    assert_eq!(run.status.code(), Some(1), "{run}");
    assert!(
        run.errors
            .contains("B has failed, and -recover was not given, after 1 of 6"),
        "{run}"
    );
    assert_eq!(of.games().len(), 1);
    // Bad play is no breakdown.
    let of = Match::of("seed=1", "at=3;do=say:a1a1").with("-each nodes=1 -games 3");
    assert_eq!(
        of.succeed().last("Finished game 3"),
        "Finished game 3 (A vs B): 1-0 {Black makes an illegal move: a1a1}"
    );
}

#[test]
fn an_engine_that_does_not_fit_is_refused_at_once() {
    Match::of("seed=1", "variants=chess tworing")
        .with("-each nodes=1 -variant plunderchess")
        .refuse("engine B: its option UCI_Variant knows chess, tworing, not plunderchess");
    Match::new()
        .with("-engine cmd=/nowhere/engine name=X nodes=1 -engine cmd=x name=Y nodes=1")
        .refuse("engine X: cannot be started: /nowhere/engine: ");
}

#[test]
fn more_games_at_a_time_than_games() {
    let of =
        Match::of("seed=1", "seed=2").with("-each nodes=1 -games 2 -concurrency 50 -maxmoves 9");
    of.succeed();
    assert_eq!(of.games().len(), 2);
}

/// A match that does not end soon, with engines that do not end by themselves.
fn long() -> Match {
    long_of("seed=1;delay=1;stubborn")
}

fn long_of(script: &str) -> Match {
    Match::of(script, script)
        .with("-each nodes=1 -games 500 -rounds 100 -maxmoves 8 -concurrency 2")
}

/// Waits until some games are over.
pub fn wait_for_games(of: &Match, count: usize) {
    let start = Instant::now();
    while of.read("games.pgn").matches("[Event ").count() < count {
        assert!(start.elapsed() < super::PATIENCE, "no games");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
#[cfg(unix)]
fn an_interrupt_leaves_no_process_and_keeps_the_games() {
    use rustix::process::{Pid, Signal, kill_process};
    for signal in [Signal::INT, Signal::TERM] {
        let of = long();
        let child = of.start();
        wait_for_games(&of, 3);
        let pid = Pid::from_child(&child);
        kill_process(pid, signal).expect("it runs");
        let run = Run::of(child, &of);
        assert_eq!(run.status.code(), Some(130), "{run}");
        of.is_left_alone();
        let games = of.games().len();
        let score = run.last("Score of A vs B");
        assert!(
            score.ends_with(&format!(" {games}")),
            "{score}, but {games} in the file"
        );
        assert!(
            run.errors
                .contains(&format!("interrupted, after {games} of 50000")),
            "{run}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_engine_loses_when_a_whole_job_is_ended() {
    use rustix::process::{Pid, Signal, kill_process};
    let of = long_of("seed=1;delay=1").with("-recover");
    let child = of.start();
    wait_for_games(&of, 2);
    let runner = Pid::from_child(&child);
    for engine in of.processes() {
        let engine = i32::try_from(engine).ok().and_then(Pid::from_raw);
        // It may have ended just now.
        let _ = kill_process(engine.expect("a process"), Signal::TERM);
    }
    kill_process(runner, Signal::TERM).expect("it runs");
    let run = Run::of(child, &of);
    assert_eq!(run.status.code(), Some(130), "{run}");
    of.is_left_alone();
    for ending in of.endings() {
        assert!(
            matches!(ending[2].as_str(), "adjudication" | "normal"),
            "{ending:?}\n{run}"
        );
    }
}

fn leaves_no_process_when_killed(of: &Match) {
    for _ in 0..setting("ALBERICH_TEST_KILLS", 3) {
        let mut child = of.start();
        wait_for_games(of, 1);
        assert!(!of.processes().is_empty() || !cfg!(target_os = "linux"));
        child.kill().expect("it runs");
        child.wait().expect("it has run");
        if cfg!(target_os = "linux") {
            of.is_left_alone();
        }
        of.write("games.pgn", "");
    }
}

#[test]
fn a_kill_leaves_no_process() {
    leaves_no_process_when_killed(&long());
}

#[test]
#[cfg(target_os = "linux")]
fn a_kill_leaves_no_process_that_a_script_has_started() {
    leaves_no_process_when_killed(&long().wrapped());
}

/// The moments in which engines start are short.
#[test]
#[cfg(target_os = "linux")]
fn a_kill_at_any_moment_leaves_no_process_that_a_script_has_started() {
    let of = long().with("-each restart=on").wrapped();
    for time in 0..10 * setting("ALBERICH_TEST_KILLS", 3) as u64 {
        let mut child = of.start();
        std::thread::sleep(Duration::from_millis(time * 3 % 70));
        child.kill().expect("it runs");
        child.wait().expect("it has run");
        of.is_left_alone();
        of.write("games.pgn", "");
    }
}
