//! A session: what is set up, what is running, and what each command does to that.
//!
//! One thread handles the commands in order and never waits for a search that may go on; a
//! search or a perft runs on a thread of its own, which owns the engine for that time and hands
//! it back at its end. What changes the engine meanwhile is noted and done when it is back. A
//! count (perft, bench) keeps only what needs the engine waiting: the next `go`, and the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::perft::Perft;
use crate::search::{BENCH_DEPTH, Control, Engine, bench, bench_line};
use crate::variant::Variant;
use crate::variant::{Game, VariantVisitor};

use super::command::{Command, Go, PositionCommand, parse};
use super::log;
use super::options::{Change, Options};
use super::output::Output;
use super::setup::{NO_BEST_MOVE, Setup, set_up};

/// Whether the session goes on after a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    Continue,
    /// It ends.
    Quit,
}

/// How the program was built.
const COMPILER: &str = concat!(
    "Alberich ",
    env!("CARGO_PKG_VERSION"),
    " was built with Rust ",
    env!("CARGO_PKG_RUST_VERSION"),
    " or newer"
);

/// What `help` says.
const HELP: &str = "\
The commands of the Universal Chess Interface, and beside them:
  d               show the position
  eval            its static evaluation
  flip            swap the colours
  go perft N      count the lines of N turns
  bench [DEPTH]   search fixed positions and print nodes and speed
  compiler        how this program was built
  help            this text
The game is chosen by: setoption name UCI_Variant value NAME
(chess, plunderchess, tworing, tworing1).";

/// A search recurses some hundred plies deep.
const STACK_BYTES: usize = 16 << 20;

/// For how long the next `go`, `quit` and the end of input wait for a count to end by itself.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the engine is doing.
enum Work {
    /// Nothing; the engine is here.
    Idle(Engine),
    /// A job on a thread, which has the engine.
    Running {
        thread: JoinHandle<Engine>,
        stop: Arc<Stop>,
        job: Job,
    },
}

/// What gives way to what comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Job {
    /// A search is stopped by the next `go`, by `quit` and by the end of input.
    Search,
    /// A count of perft or bench is awaited for [`PATIENCE`], so that a script may ask for
    /// several and quit.
    Count,
}

/// By which a running job is stopped.
#[derive(Default)]
struct Stop {
    search: Control,
    perft: Perft,
    /// Set just before the last line of a job is printed: who has read that line may count on
    /// an idle engine.
    is_over: AtomicBool,
}

/// Changes of the engine that wait until it is idle.
#[derive(Default)]
struct Pending {
    resize: bool,
    threads: bool,
    clear: bool,
}

/// The state of one session.
pub struct Session {
    output: Output,
    options: Options,
    /// The last good position.
    setup: Arc<dyn Setup>,
    /// Whether the last `position` was refused, so that there is nothing to search.
    refused: bool,
    /// `None` only while a command passes it from one state to another.
    work: Option<Work>,
    pending: Pending,
    /// Whether `debug on` was said.
    debug: bool,
}

impl Session {
    /// A session that prints to `output`.
    pub fn new(output: Output) -> Self {
        let options = Options::default();
        let engine = Engine::new(options.hash, options.threads);
        Session {
            output,
            setup: starting_setup(options.game),
            options,
            refused: false,
            work: Some(Work::Idle(engine)),
            pending: Pending::default(),
            debug: false,
        }
    }

    /// Waits until what is running has ended by itself.
    pub fn wait(&mut self) {
        self.work = match self.work.take() {
            Some(Work::Running { thread, .. }) => match thread.join() {
                Ok(engine) => Some(Work::Idle(engine)),
                Err(panic) => std::panic::resume_unwind(panic),
            },
            idle => idle,
        };
    }

    /// Does what a line asks for.
    pub fn handle(&mut self, line: &str) -> Flow {
        tracing::debug!(line, "input");
        match parse(line) {
            None if self.debug && !line.trim().is_empty() => {
                self.output
                    .info(&format!("nothing known in: {}", line.trim()));
            }
            None => {}
            Some(Err(error)) => self.reject(error.is_of_position(), &error.to_string()),
            Some(Ok(Command::Quit)) => return Flow::Quit,
            Some(Ok(command)) => self.execute(command),
        }
        Flow::Continue
    }

    /// Says why a line is not followed. If it was to be a position, the old one must not be
    /// searched in its place.
    pub fn reject(&mut self, is_position: bool, reason: &str) {
        self.refused |= is_position;
        self.output.info(reason);
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => self.identify(),
            Command::IsReady => {
                self.settle();
                self.output.line("readyok");
            }
            Command::NewGame => {
                self.pending.clear = true;
                self.settle();
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(Work::Running { stop, .. }) = &self.work {
                    stop.search.ponder_hit();
                }
            }
            Command::Display => {
                let text = self.setup.describe(self.options.fen_style());
                self.output.lines(&text);
            }
            Command::Bench(depth) => self.bench(depth.unwrap_or(BENCH_DEPTH)),
            Command::Evaluate => self.output.lines(&self.setup.evaluation()),
            Command::Flip => self.setup = self.setup.flipped(),
            Command::Debug(on) => self.debug = on,
            // There is nothing to register for.
            Command::Register => {}
            Command::Compiler => self.output.lines(COMPILER),
            Command::Help => self.output.lines(HELP),
            Command::Quit => {}
        }
    }

    fn identify(&self) {
        self.output
            .line(concat!("id name Alberich ", env!("CARGO_PKG_VERSION")));
        self.output.line("id author the Alberich authors");
        for option in Options::listing() {
            self.output.line(&option);
        }
        self.output.line("uciok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let game = self.options.game;
        match self.options.set(name, value) {
            Err(error) => self.output.info(&error.to_string()),
            Ok((change, notice)) => {
                if let Some(notice) = notice {
                    self.output.info(&notice);
                }
                match change {
                    Change::None => {}
                    Change::Hash => self.pending.resize = true,
                    Change::ClearHash => self.pending.clear = true,
                    Change::Threads => self.pending.threads = true,
                    Change::Game => self.set_game(game),
                    Change::LogFile => self.open_log(),
                }
                self.settle();
            }
        }
    }

    fn open_log(&self) {
        if let Err(error) = log::open(&self.options.log_file) {
            let file = &self.options.log_file;
            self.output
                .info(&format!("option Debug Log File: {file}: {error}"));
        }
    }

    /// Follows a change of the game: its starting position, an empty table, and the line that
    /// Fairy-Stockfish prints for its clients.
    fn set_game(&mut self, before: Game) {
        let game = self.options.game;
        if game != before {
            self.setup = starting_setup(game);
            self.pending.clear = true;
        }
        self.output.info(&format!(
            "variant {game} files 8 ranks 8 pocket 0 template fairy startpos {}",
            game.visit(StartFen)
        ));
    }

    fn set_position(&mut self, position: &PositionCommand) {
        match set_up(self.options.game, position) {
            Ok(setup) => {
                self.setup = setup;
                self.refused = false;
            }
            Err(error) => {
                self.refused = true;
                self.output.info(&error.to_string());
            }
        }
    }

    fn go(&mut self, go: &Go) {
        let style = self.options.castling_style();
        let (setup, output) = (self.setup.clone(), self.output.clone());
        let (limits, notices) = setup.limits(go, self.options.move_overhead);
        if self.refused {
            output.info("no position to search: the last one was refused");
            if go.perft.is_none() {
                self.start(Job::Search, limits.ponder, move |_, stop| {
                    stop.search.wait_for_release(limits.infinite);
                    Some(NO_BEST_MOVE.to_owned())
                });
            }
            return;
        }
        notices.iter().for_each(|notice| output.info(notice));
        match go.perft {
            None => self.start(Job::Search, limits.ponder, move |engine, stop| {
                Some(setup.search(engine, &limits, &stop.search, style, &output))
            }),
            Some(depth) => {
                let depth = u32::try_from(depth.max(0)).unwrap_or(u32::MAX);
                let threads = self.options.threads;
                self.start(Job::Count, false, move |_, stop| {
                    let count = || setup.perft(depth, &stop.perft, style, &output);
                    run_on_threads(threads, count);
                    None
                });
            }
        }
    }

    fn bench(&mut self, depth: u32) {
        let output = self.output.clone();
        self.start(Job::Count, false, move |_, stop| {
            let (nodes, time) = bench(depth, None, &stop.search);
            if stop.search.is_stopped() {
                output.info("bench stopped");
                return None;
            }
            Some(bench_line(nodes, time))
        });
    }

    /// Does a job on a thread of its own, once what was running has ended. The line that the job
    /// returns is printed last.
    fn start(
        &mut self,
        job: Job,
        ponder: bool,
        work: impl FnOnce(&Engine, &Stop) -> Option<String> + Send + 'static,
    ) {
        let engine = self.idle();
        let stop = Arc::new(Stop::default());
        stop.search.begin(ponder);
        let spawned = {
            let (stop, output) = (stop.clone(), self.output.clone());
            std::thread::Builder::new()
                .name("search".to_owned())
                .stack_size(STACK_BYTES)
                .spawn(move || {
                    let last_line = work(&engine, &stop);
                    stop.is_over.store(true, Ordering::Release);
                    if let Some(line) = last_line {
                        output.line(&line);
                    }
                    engine
                })
        };
        self.work = Some(match spawned {
            Ok(thread) => Work::Running { thread, stop, job },
            Err(error) => {
                self.output.info(&format!("no thread for it: {error}"));
                self.output.line(NO_BEST_MOVE);
                Work::Idle(Engine::new(self.options.hash, self.options.threads))
            }
        });
    }

    /// Makes what is running end soon; what a search has found it prints itself.
    fn stop(&self) {
        if let Some(Work::Running { stop, .. }) = &self.work {
            stop.search.stop();
            stop.perft.stop();
        }
    }

    /// Applies changes that wait, if the engine is idle.
    fn settle(&mut self) {
        let idle = match &self.work {
            Some(Work::Running { stop, .. }) => stop.is_over.load(Ordering::Acquire),
            _ => true,
        };
        if idle {
            let engine = self.idle();
            self.work = Some(Work::Idle(engine));
        }
    }

    /// Ends a search that is running, which takes a few milliseconds, or gives a count some time
    /// to end, and applies the changes that wait for the engine.
    fn idle(&mut self) -> Engine {
        if let Some(Work::Running {
            thread,
            job: Job::Count,
            ..
        }) = &self.work
        {
            let since = Instant::now();
            while !thread.is_finished() && since.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        self.stop();
        let mut engine = match self.work.take() {
            Some(Work::Idle(engine)) => engine,
            Some(Work::Running { thread, .. }) => match thread.join() {
                Ok(engine) => engine,
                Err(panic) => std::panic::resume_unwind(panic),
            },
            None => Engine::new(self.options.hash, self.options.threads),
        };
        let pending = std::mem::take(&mut self.pending);
        if pending.resize
            && let Err(error) = engine.resize(self.options.hash)
        {
            self.output.info(&format!("option Hash: {error}"));
        }
        if pending.threads {
            engine.set_threads(self.options.threads);
        }
        if pending.clear {
            engine.clear();
        }
        engine
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if self.work.is_some() {
            drop(self.idle());
        }
    }
}

/// The starting position of a game.
fn starting_setup(game: Game) -> Arc<dyn Setup> {
    match set_up(game, &PositionCommand::default()) {
        Ok(setup) => setup,
        Err(_) => unreachable!("the starting position is legal in every game"),
    }
}

struct StartFen;

impl VariantVisitor for StartFen {
    type Output = String;
    fn visit<V: Variant>(self) -> String {
        crate::position::Position::<V>::start().fen()
    }
}

/// Runs something on a pool of threads of its own, or on this thread alone if none can be had.
fn run_on_threads(threads: usize, work: impl FnOnce() + Send) {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(error) => {
            tracing::warn!(%error, "no threads for perft");
            work();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_keeps_the_engine() {
        let mut session = Session::new(Output::new(std::io::sink()));
        for line in ["isready", "go depth 1", "isready"] {
            session.handle(line);
            session.wait();
            assert!(matches!(session.work, Some(Work::Idle(_))), "{line}");
        }
    }
}
