//! What runs beside the session: one search or count at a time, on a thread of its own that owns
//! the engine for that time and hands it back at its end. What changes the engine meanwhile is
//! noted, and done when it is back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::{Receiver, Sender};

use crate::eval::Evaluation;
use crate::perft::Perft;
use crate::search::{Control, Engine, STACK_BYTES};

use super::output::Output;

/// What sort of job runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// A search gives way to what comes next.
    Search,
    /// A search without an end of its own: it waits for a stop.
    EndlessSearch,
    /// A search that is to have an end after the ponder hit.
    PonderSearch,
    /// A count of perft or bench, or a genfens, is to be finished: what needs the engine waits.
    Count,
}

/// By which a running job is stopped.
#[derive(Default)]
pub struct Stop {
    /// Stops a search, a bench or a genfens.
    pub search: Control,
    /// Stops a perft.
    pub perft: Perft,
    /// Set just before the last line of a job is printed: who has read that line may count on
    /// an idle engine.
    is_over: AtomicBool,
}

impl Stop {
    fn stop(&self) {
        self.search.stop();
        self.perft.stop();
    }
}

/// What the engine is doing.
enum State {
    /// Nothing; the engine is here.
    Idle(Engine),
    /// A job on a thread, which has the engine.
    Running {
        thread: JoinHandle<Engine>,
        stop: Arc<Stop>,
        job: Job,
    },
}

/// Changes of the engine that wait until it is idle.
#[derive(Default)]
struct Changes {
    hash: Option<usize>,
    threads: Option<usize>,
    clear: bool,
    evaluation: Option<Evaluation>,
}

/// The engine and what it is doing.
pub struct Jobs {
    output: Output,
    /// `None` only while a command passes it from one state to another.
    state: Option<State>,
    changes: Changes,
    end: Sender<()>,
    ended: Receiver<()>,
}

impl Jobs {
    /// An idle engine with a table of `hash` mebibytes.
    pub fn new(hash: usize, threads: usize, output: Output) -> Self {
        // One message is enough: it says that the state should be looked at.
        let (end, ended) = crossbeam_channel::bounded(1);
        Jobs {
            output,
            state: Some(State::Idle(Engine::new(hash, threads))),
            changes: Changes::default(),
            end,
            ended,
        }
    }

    /// Where a message comes in after a job has ended.
    pub fn ended(&self) -> &Receiver<()> {
        &self.ended
    }

    /// Whether a count is running.
    pub fn is_counting(&self) -> bool {
        matches!(
            &self.state,
            Some(State::Running { job: Job::Count, stop, .. }) if !stop.is_over.load(Ordering::Acquire)
        )
    }

    /// Notes that the table is to have so many mebibytes.
    pub fn set_hash(&mut self, mebibytes: usize) {
        self.changes.hash = Some(mebibytes);
        self.settle();
    }

    /// Notes that so many threads are to search.
    pub fn set_threads(&mut self, threads: usize) {
        self.changes.threads = Some(threads);
        self.settle();
    }

    /// Notes that something else is to judge positions.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.changes.evaluation = Some(evaluation);
        self.settle();
    }

    /// Notes that the engine is to forget what it has learned.
    pub fn clear(&mut self) {
        self.changes.clear = true;
        self.settle();
    }

    /// Does a job on a thread of its own, once what was running has ended. The line that the job
    /// returns is printed last.
    pub fn start(
        &mut self,
        job: Job,
        ponder: bool,
        work: impl FnOnce(&mut Engine, &Stop) -> Option<String> + Send + 'static,
    ) -> std::io::Result<()> {
        let engine = self.idle();
        let stop = Arc::new(Stop::default());
        stop.search.begin(ponder);
        // Handed over once the thread is there, so that the engine is not lost if none can be.
        let (hand_over, engine_for_job) = crossbeam_channel::bounded::<Engine>(1);
        let (job_stop, output, end) = (stop.clone(), self.output.clone(), self.end.clone());
        let spawned = Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let mut engine = engine_for_job.recv().expect("the engine is handed over");
                let last_line = work(&mut engine, &job_stop);
                job_stop.is_over.store(true, Ordering::Release);
                if let Some(line) = last_line {
                    output.line(&line);
                }
                // If it is full, a message is there.
                let _ = end.try_send(());
                engine
            });
        match spawned {
            Ok(thread) => {
                let sent = hand_over.send(engine);
                debug_assert!(sent.is_ok(), "the thread waits for the engine");
                self.state = Some(State::Running { thread, stop, job });
                Ok(())
            }
            Err(error) => {
                self.state = Some(State::Idle(engine));
                Err(error)
            }
        }
    }

    /// Makes what is running end soon; what a search has found it prints itself.
    pub fn stop(&self) {
        if let Some(State::Running { stop, .. }) = &self.state {
            stop.stop();
        }
    }

    /// Tells a search that ponders that its turn has been played.
    pub fn ponder_hit(&mut self) {
        if let Some(State::Running { stop, job, .. }) = &mut self.state {
            stop.search.ponder_hit();
            if *job == Job::PonderSearch {
                *job = Job::Search;
            }
        }
    }

    /// Applies changes that wait, if the engine is idle.
    pub fn settle(&mut self) {
        let is_idle = match &self.state {
            Some(State::Running { stop, .. }) => stop.is_over.load(Ordering::Acquire),
            _ => true,
        };
        if is_idle {
            let engine = self.idle();
            self.state = Some(State::Idle(engine));
        }
    }

    /// Waits until what is running has ended by itself; not for a search that waits for somebody.
    pub fn wait(&mut self) {
        if let Some(State::Running { job, .. }) = &self.state
            && matches!(job, Job::EndlessSearch | Job::PonderSearch)
        {
            return;
        }
        let engine = self.join();
        self.state = Some(State::Idle(engine));
    }

    /// Stops what is running, which takes a few milliseconds, and applies the changes that wait.
    fn idle(&mut self) -> Engine {
        self.stop();
        let mut engine = self.join();
        let changes = std::mem::take(&mut self.changes);
        if let Some(hash) = changes.hash
            && let Err(error) = engine.resize(hash)
        {
            self.output.info(&format!("option Hash: {error}"));
        }
        if let Some(threads) = changes.threads {
            engine.set_threads(threads);
        }
        if let Some(evaluation) = changes.evaluation {
            engine.set_evaluation(evaluation);
        }
        if changes.clear {
            engine.clear();
        }
        engine
    }

    /// The engine, when what is running has ended.
    fn join(&mut self) -> Engine {
        match self.state.take() {
            Some(State::Idle(engine)) => engine,
            Some(State::Running { thread, .. }) => thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            None => unreachable!("each way out of here puts the engine back"),
        }
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        if self.state.is_some() {
            drop(self.idle());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_keeps_the_engine() {
        let mut jobs = Jobs::new(1, 1, Output::new(std::io::sink()));
        for _ in 0..2 {
            assert!(jobs.start(Job::Count, false, |_, _| None).is_ok());
            jobs.wait();
            assert!(matches!(jobs.state, Some(State::Idle(_))));
            assert!(!jobs.is_counting());
            assert!(jobs.ended().try_recv().is_ok());
        }
    }
}
