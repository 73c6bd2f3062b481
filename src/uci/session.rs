//! A session: what is set up, what is running, and what each command does to that.
//!
//! One thread does what is asked for, in order, and waits for no search: what is running is
//! stopped by what needs the engine. A count (perft, bench, genfens) is to be finished instead, so
//! what needs the engine, and all that comes after it, waits in a queue; `isready` and `stop` do
//! not.

use std::sync::Arc;

use crossbeam_channel::{Receiver, at, never, select};

use crate::search::{BENCH_DEPTH, Engine, STACK_BYTES, bench, bench_line};
use crate::variant::{Game, Variant, VariantVisitor};

use super::command::{Command, GenFens, Go, PositionCommand};
use super::genfens;
use super::input::{Arrival, Request};
use super::job::{Job, Jobs, Stop};
use super::log;
use super::options::{Change, Options};
use super::output::Output;
use super::queue::Queue;
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
  genfens N seed S book [None | FILE]
                  find N balanced positions to start games from
  compiler        how this program was built
  help            this text
The game is chosen by: setoption name UCI_Variant value NAME
(chess, plunderchess, tworing, tworing1).";

/// The state of one session.
pub struct Session {
    output: Output,
    options: Options,
    /// The last good position.
    setup: Arc<dyn Setup>,
    /// Whether the last `position` was refused, so that there is nothing to search.
    refused: bool,
    jobs: Jobs,
    queue: Queue,
    /// Whether `debug on` was said.
    debug: bool,
}

impl Session {
    /// A session that prints to `output`.
    pub fn new(output: Output) -> Self {
        let options = Options::default();
        Session {
            jobs: Jobs::new(options.hash, options.threads, output.clone()),
            output,
            setup: starting_setup(options.game),
            options,
            refused: false,
            queue: Queue::default(),
            debug: false,
        }
    }

    /// Waits until what is running has ended by itself; not for a search without an end.
    pub fn wait(&mut self) {
        self.jobs.wait();
    }

    /// Does what a line asks for.
    pub fn handle(&mut self, line: &str) -> Flow {
        self.perform(Request::read(line))
    }

    /// Does what is asked for until the last request has come.
    pub(super) fn serve(&mut self, requests: &Receiver<Arrival>) {
        let nothing = never();
        loop {
            // A full queue, or one with the end in it, is emptied first.
            let deadline = self.queue.deadline();
            let is_closed = deadline.is_some() || self.queue.is_full();
            if self.queue.is_pressing() && self.jobs.is_counting() {
                self.jobs.stop();
            }
            let flow = select! {
                recv(if is_closed { &nothing } else { requests }) -> request => match request {
                    Ok((request, bytes)) => self.accept(request, bytes),
                    Err(_) => Flow::Quit,
                },
                recv(self.jobs.ended()) -> _ => self.go_on(),
                recv(deadline.filter(|_| !self.queue.is_late()).map_or_else(never, at)) -> _ => Flow::Continue,
            };
            if flow == Flow::Quit {
                return;
            }
        }
    }

    /// Does what is asked for now or, where that would not be its turn, later.
    fn accept(&mut self, request: Request, bytes: usize) -> Flow {
        let needs_engine = matches!(
            request,
            Request::Command(
                Command::Go(_) | Command::Bench(_) | Command::GenFens(_) | Command::Quit
            )
        );
        let must_wait = !self.queue.is_empty() || needs_engine && self.jobs.is_counting();
        match request {
            Request::Command(Command::IsReady) => self.perform(request),
            _ if !must_wait => self.perform(request),
            _ => {
                self.queue.push(request, bytes);
                Flow::Continue
            }
        }
    }

    /// Does what has waited for a count, up to the next one.
    fn go_on(&mut self) -> Flow {
        while !self.jobs.is_counting()
            && let Some(request) = self.queue.pop()
        {
            if self.perform(request) == Flow::Quit {
                return Flow::Quit;
            }
        }
        Flow::Continue
    }

    fn perform(&mut self, request: Request) -> Flow {
        match request {
            Request::Command(Command::Quit) => return Flow::Quit,
            Request::Command(command) => self.execute(command),
            Request::Refused {
                is_position,
                reason,
            } => {
                // The old position must not be searched in place of one that was refused.
                self.refused |= is_position;
                self.output.info(&reason);
            }
            Request::Unknown(line) => {
                if self.debug && !line.is_empty() {
                    self.output.info(&format!("nothing known in: {line}"));
                }
            }
        }
        if let Some(error) = log::take_failure() {
            self.output.info(&format!(
                "option Debug Log File: no longer written: {error}"
            ));
        }
        Flow::Continue
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => self.identify(),
            Command::IsReady => {
                self.jobs.settle();
                self.output.line("readyok");
            }
            Command::NewGame => self.jobs.clear(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.jobs.stop(),
            Command::PonderHit => self.jobs.ponder_hit(),
            Command::Display => {
                let text = self.setup.describe(self.options.fen_style());
                self.output.lines(&text);
            }
            Command::Bench(depth) => self.bench(depth.unwrap_or(BENCH_DEPTH)),
            Command::GenFens(genfens) => self.generate_fens(genfens),
            Command::Evaluate => self
                .output
                .lines(&self.setup.evaluation(&self.options.evaluation)),
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
                    Change::Hash => self.jobs.set_hash(self.options.hash),
                    Change::ClearHash => self.jobs.clear(),
                    Change::Threads => self.jobs.set_threads(self.options.threads),
                    Change::Game => self.set_game(game),
                    Change::Evaluation => self.set_evaluation(),
                    Change::LogFile => self.open_log(),
                }
            }
        }
    }

    /// Follows a change of what judges positions, and tells it: a network may be for another game.
    fn set_evaluation(&mut self) {
        let Options {
            evaluation, game, ..
        } = &self.options;
        self.jobs.set_evaluation(evaluation.clone());
        let judge = evaluation.describe(*game);
        self.output.info(&format!("{game} is judged by {judge}"));
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
            self.jobs.clear();
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
        let (limits, notices) = setup.limits(go, &self.options);
        let search = if limits.is_endless() {
            Job::EndlessSearch
        } else if limits.ponder {
            Job::PonderSearch
        } else {
            Job::Search
        };
        if self.refused {
            output.info("no position to search: the last one was refused");
            if go.perft.is_none() {
                self.start(search, limits.ponder, move |_, stop| {
                    stop.search.wait_for_release(limits.infinite);
                    Some(NO_BEST_MOVE.to_owned())
                });
            }
            return;
        }
        notices.iter().for_each(|notice| output.info(notice));
        match go.perft {
            None => {
                let options = self.options.clone();
                self.start(search, limits.ponder, move |engine, stop| {
                    Some(setup.search(engine, &limits, &stop.search, &options, &output))
                });
            }
            Some(depth) => {
                let depth = u32::try_from(depth.max(0)).unwrap_or(u32::MAX);
                let threads = self.options.threads;
                self.start(Job::Count, false, move |_, stop| {
                    let count = || setup.perft(depth, &stop.perft, style, &output);
                    Some(run_on_threads(threads, count))
                });
            }
        }
    }

    fn bench(&mut self, depth: u32) {
        self.start(Job::Count, false, move |engine, stop| {
            let (nodes, time) = bench(depth, None, engine.evaluation(), &stop.search);
            if stop.search.is_stopped() {
                return Some("info string bench stopped".to_owned());
            }
            Some(bench_line(nodes, time))
        });
    }

    fn generate_fens(&mut self, command: GenFens) {
        let (options, output) = (self.options.clone(), self.output.clone());
        self.start(Job::Count, false, move |_, stop| {
            let generate = || genfens::run(&command, &options, &stop.search, &output);
            run_on_threads(options.threads, generate);
            None
        });
    }

    fn start(
        &mut self,
        job: Job,
        ponder: bool,
        work: impl FnOnce(&mut Engine, &Stop) -> Option<String> + Send + 'static,
    ) {
        if let Err(error) = self.jobs.start(job, ponder, work) {
            self.output.info(&format!("no thread for it: {error}"));
            if job != Job::Count {
                self.output.line(NO_BEST_MOVE);
            }
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

/// Runs something on a pool of threads of its own, each with the stack that a search needs, or on
/// this thread alone if none can be had.
fn run_on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_BYTES)
        .build();
    match pool {
        Ok(pool) => pool.install(work),
        Err(error) => {
            tracing::warn!(%error, "no threads");
            work()
        }
    }
}
