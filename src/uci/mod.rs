//! The Universal Chess Interface: a thread reads lines ([`command`]), a session does what they ask
//! for ([`session`]), options have their ranges ([`options`]), and whole lines are printed.

pub mod command;
mod genfens;
mod input;
mod job;
pub mod log;
pub mod options;
mod output;
mod queue;
pub mod session;
mod setup;

use std::io::{self, BufRead};
use std::thread;

pub use output::Output;
use session::{Flow, Session};
pub use setup::PositionError;

/// Serves lines of input until `quit` or their end; a search that is running then is stopped,
/// and its best move still printed.
///
/// # Errors
///
/// Input that cannot be read.
pub fn run(input: impl BufRead + Send, output: Output) -> io::Result<()> {
    // The reader waits for the session, so that no requests pile up between them.
    let (sender, requests) = crossbeam_channel::bounded(0);
    thread::scope(|scope| {
        let reader = scope.spawn(move || input::read_requests(input, &sender));
        Session::new(output).serve(&requests);
        drop(requests);
        reader
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Does what each of the lines asks for, in order, waiting for each search to end. One without an
/// end of its own is stopped by the next line that needs the engine, or by the end of the lines.
pub fn run_commands(commands: &[String], output: Output) {
    let mut session = Session::new(output);
    for command in commands {
        if session.handle(command) == Flow::Quit {
            return;
        }
        session.wait();
    }
}
