//! What is printed: whole lines, flushed one by one, from whichever thread.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use crate::position::Position;
use crate::search::{Bound, Report};
use crate::variant::Variant;

use super::options::Options;

/// Where lines go; clones share it.
#[derive(Clone)]
pub struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    /// Output to a writer.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Output(Arc::new(Mutex::new(writer)))
    }

    /// Prints a line. When nobody reads any more there is nobody to tell, so errors are only
    /// logged; the end of input will end the program.
    pub fn line(&self, line: &str) {
        tracing::debug!(line, "output");
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let written = writer
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| writer.flush());
        if let Err(error) = written {
            tracing::warn!(%error, "output is lost");
        }
    }

    /// Prints the lines of a text.
    pub fn lines(&self, text: &str) {
        text.lines().for_each(|line| self.line(line));
    }

    /// Prints a notice to the user. What it quotes of the input may contain anything; control
    /// characters, a carriage return above all, do not reach the output.
    pub fn info(&self, notice: &str) {
        for line in notice.lines() {
            let line: String = line
                .chars()
                .map(|letter| if letter.is_control() { ' ' } else { letter })
                .collect();
            self.line(&format!("info string {line}"));
        }
    }
}

/// The `info` line of a report on a search from `root`.
pub fn info_line<V: Variant>(root: &Position<V>, report: &Report<'_>, options: &Options) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {}",
        report.depth, report.seldepth, report.multipv
    );
    let _ = match report.score.mate_distance() {
        Some(moves) => write!(line, " score mate {moves}"),
        None => write!(line, " score cp {}", report.score.centipawns()),
    };
    line.push_str(match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if options.show_wdl {
        let [wins, draws, losses] = report.score.chances(options.evaluation.chances(V::GAME));
        let _ = write!(line, " wdl {wins} {draws} {losses}");
    }
    let seconds = report.time.as_secs_f64().max(1e-6);
    let _ = write!(
        line,
        " nodes {} nps {:.0} hashfull {} tbhits 0 time {}",
        report.nodes,
        report.nodes as f64 / seconds,
        report.hashfull,
        report.time.as_millis()
    );
    if !report.pv.is_empty() {
        line.push_str(" pv");
        let mut position = *root;
        for &m in report.pv {
            let _ = write!(
                line,
                " {}",
                position.format_move(m, options.castling_style())
            );
            position = position.make(m);
        }
    }
    line
}
