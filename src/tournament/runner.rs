//! The games of a tournament, several at a time, and what becomes of them.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Mutex;
use std::thread;

use crossbeam_channel::bounded;
use thiserror::Error;
use time::OffsetDateTime;

use crate::board::Color;
use crate::openings::{Book, BookError};
use crate::position::Position;
use crate::record::{Outcome, RawGame, Record, Tag};
use crate::variant::{Variant, VariantVisitor};

use super::archive::{self, Archive, ArchiveError};
use super::client::{Failure, Fault};
use super::ending::Reason;
use super::options::Options;
use super::process::Trace;
use super::referee::Played;
use super::schedule::Job;
use super::standings::{Counted, Standings};
use super::statistics::{Hypothesis, Sprt, SprtError, SprtStatus};
use super::stop::Stop;

/// Why a tournament is not played, or not to its end.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The openings are refused.
    #[error("{0}")]
    Openings(#[from] BookError),
    /// A file is refused or cannot be written.
    #[error("{0}")]
    Archive(#[from] ArchiveError),
    /// The test is none.
    #[error("-sprt: {0}")]
    Sprt(#[from] SprtError),
    /// An engine does not play the game, or does not start at all.
    #[error("engine {name}: {reason}")]
    Engine {
        /// Its name.
        name: String,
        /// Why.
        reason: String,
    },
}

/// Something that has happened.
pub enum Event<'a> {
    /// Something to be told to the user that is no error.
    Notice(String),
    /// The tournament begins.
    Begins {
        /// The number of its games.
        total: usize,
        /// What the games come to that count already.
        standings: &'a Standings,
        /// The test, if there is one.
        sprt: Option<&'a Sprt>,
    },
    /// A game begins.
    Started {
        /// Its number.
        number: usize,
        /// The number of all games.
        total: usize,
        /// The name of the engine that has White.
        white: &'a str,
        /// The name of the engine that has Black.
        black: &'a str,
    },
    /// A game is over, on disk, and counted.
    Finished {
        /// Its number.
        number: usize,
        /// The name of the engine that had White.
        white: &'a str,
        /// The name of the engine that had Black.
        black: &'a str,
        /// How it came out.
        outcome: Outcome,
        /// Why it was over.
        reason: &'a Reason,
        /// The number of its plies.
        plies: usize,
        /// What all games come to.
        standings: &'a Standings,
        /// How the test stands.
        sprt: Option<SprtStatus>,
    },
}

/// How a tournament has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finish {
    /// All games were played.
    Complete,
    /// The test has accepted a hypothesis.
    Accepted(Hypothesis),
    /// It was stopped from outside.
    Interrupted,
    /// An engine has failed, and is not to be started again.
    Breakdown(String),
}

/// What a tournament has come to.
pub struct Summary {
    /// The results.
    pub standings: Standings,
    /// How many games were to be played.
    pub total: usize,
    /// How the test stands.
    pub sprt: Option<(Sprt, SprtStatus)>,
    /// How it ended.
    pub finish: Finish,
}

/// Plays a tournament and tells what happens, until it is over or `stop` is given. All engines
/// have ended when it returns.
///
/// # Errors
///
/// It cannot begin, or games cannot be kept.
pub fn run(
    options: &Options,
    trace: Option<&Trace>,
    stop: &Stop,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<Summary, TournamentError> {
    struct Run<'a> {
        options: &'a Options,
        trace: Option<&'a Trace>,
        stop: &'a Stop,
        tell: &'a mut dyn FnMut(Event<'_>),
    }
    impl VariantVisitor for Run<'_> {
        type Output = Result<Summary, TournamentError>;
        fn visit<V: Variant>(self) -> Self::Output {
            let seed = self.options.seed;
            let book = match &self.options.openings {
                Some(openings) => Book::<V>::read(openings, seed)?,
                None => Book::starts(self.options.variation.chess960, seed),
            };
            let tournament = Tournament {
                options: self.options,
                book,
                trace: self.trace,
                stop: self.stop,
            };
            tournament.run(self.tell)
        }
    }
    options.variation.game.visit(Run {
        options,
        trace,
        stop,
        tell,
    })
}

/// What all threads of a tournament see.
pub(super) struct Tournament<'a, V: Variant> {
    pub(super) options: &'a Options,
    pub(super) book: Book<V>,
    pub(super) trace: Option<&'a Trace>,
    /// Given from outside, or when the tournament is to end before its last game.
    pub(super) stop: &'a Stop,
}

/// What a thread that plays has to tell.
pub(super) enum Message<V: Variant> {
    Started(Job),
    Finished(Job, Box<Played<V>>),
    Unfit(usize, String),
    /// The thread has ended its engines and itself.
    Done,
}

/// What the thread that counts has.
struct Counter<'a> {
    standings: Standings,
    sprt: Option<Sprt>,
    pgn: Option<Archive>,
    epd: Option<Archive>,
    total: usize,
    finish: Finish,
    tell: &'a mut dyn FnMut(Event<'_>),
}

impl<V: Variant> Tournament<'_, V> {
    pub(super) fn name(&self, engine: usize) -> &str {
        &self.options.engines[engine].name
    }

    fn run(&self, tell: &mut dyn FnMut(Event<'_>)) -> Result<Summary, TournamentError> {
        let mut jobs = self.options.schedule();
        let total = jobs.len();
        let names = self
            .options
            .engines
            .iter()
            .map(|engine| engine.name.clone());
        let mut standings = Standings::new(names.collect());
        let (pgn, epd) = if self.options.resume {
            self.resume(&mut jobs, &mut standings)?
        } else {
            let create = |file| Archive::create(file);
            let pgn = self.options.pgn.as_ref().map(create).transpose()?;
            (pgn, self.options.epd.as_ref().map(create).transpose()?)
        };
        let has_pairs = self.options.engines.len() == 2 && self.options.plays_pairs();
        let test = self.options.sprt.map(|sprt| sprt.test(has_pairs));
        let mut counter = Counter {
            standings,
            sprt: test.transpose()?,
            pgn,
            epd,
            total,
            finish: Finish::Complete,
            tell,
        };
        counter.begin();
        if counter.is_decided() || jobs.is_empty() {
            return Ok(counter.finish());
        }
        self.try_engines(&mut *counter.tell)?;
        self.play_all(jobs, &mut counter)?;
        Ok(counter.finish())
    }

    /// Counts what is in the file already and takes it off the list of what is to be played.
    fn resume(
        &self,
        jobs: &mut Vec<Job>,
        standings: &mut Standings,
    ) -> Result<(Option<Archive>, Option<Archive>), TournamentError> {
        let Some(file) = &self.options.pgn else {
            return Ok((None, None));
        };
        let by_set: HashMap<_, Job> = jobs.iter().map(|job| (job.set_and_game(), *job)).collect();
        let mut played = HashSet::new();
        let mut positions = String::new();
        let names = standings.names().to_vec();
        let archive = Archive::resume(&file.path, |game| {
            let round = game.tag("Round").unwrap_or("?");
            let counted = archive::count(&game, &names)?;
            let job = counted.set.and_then(|set| by_set.get(&set));
            let job = job.ok_or_else(|| {
                format!("its round `{round}` is none of this tournament; are the options the same?")
            })?;
            if !played.insert(job.set_and_game()) {
                return Err(format!("its round `{round}` was there before"));
            }
            if (counted.white, counted.black) != (job.white, job.black) {
                return Err(format!(
                    "round `{round}` is to be {} against {}; are the options the same?",
                    names[job.white], names[job.black]
                ));
            }
            self.check_opening(&game, job)?;
            if self.options.epd.is_some() {
                let record = game.replay::<V>().map_err(|error| error.to_string())?;
                positions += &archive::last_position(&record);
            }
            standings.add(&counted);
            Ok(())
        })?;
        jobs.retain(|job| !played.contains(&job.set_and_game()));
        let epd = self.options.epd.as_ref();
        let epd = epd
            .map(|file| Archive::catch_up(&file.path, &positions, archive::is_last_position::<V>));
        Ok((Some(archive), epd.transpose()?))
    }

    fn check_opening(&self, game: &RawGame, job: &Job) -> Result<(), String> {
        let kind = game.game().map_err(|error| error.to_string())?;
        if kind != self.options.variation.game {
            return Err(format!("it is a game of {kind}"));
        }
        let usual = Position::<V>::start().fen();
        let found = game.tag("FEN").unwrap_or(&usual);
        let expected = self.book.get(job.opening).start.fen();
        if found == expected {
            Ok(())
        } else {
            Err(format!(
                "it begins with {found}, but is to begin with {expected}; are openings and seed \
                 the same?"
            ))
        }
    }

    /// Starts each engine once, to tell at once what will not do.
    fn try_engines(&self, tell: &mut dyn FnMut(Event<'_>)) -> Result<(), TournamentError> {
        for engine in 0..self.options.engines.len() {
            let mut notices = Vec::new();
            let started = self.start_engine(engine, 0, &mut notices);
            let name = self.name(engine);
            for notice in notices {
                tell(Event::Notice(format!("engine {name}: {notice}")));
            }
            match started {
                Ok(client) => client.quit(),
                Err(Failure::Stopped) => return Ok(()),
                Err(Failure::Fault(fault))
                    if self.options.recover && !matches!(fault, Fault::Start(_)) =>
                {
                    tell(Event::Notice(format!("engine {name}: {fault}")));
                }
                Err(failure) => {
                    return Err(TournamentError::Engine {
                        name: name.to_owned(),
                        reason: failure.to_string(),
                    });
                }
            }
        }
        Ok(())
    }

    /// Plays games on as many threads as are wanted, and counts on this one.
    fn play_all(&self, jobs: Vec<Job>, counter: &mut Counter<'_>) -> Result<(), TournamentError> {
        let slots = self.options.concurrency.min(jobs.len());
        let jobs = Mutex::new(VecDeque::from(jobs));
        let (sender, messages) = bounded(slots);
        thread::scope(|scope| {
            for slot in 1..=slots {
                let (jobs, sender) = (&jobs, sender.clone());
                scope.spawn(move || {
                    self.work(slot, jobs, &sender);
                    // Nobody listens only where the counting thread has failed.
                    let _ = sender.send(Message::Done);
                });
            }
            // So that threads which fail leave nothing to wait for.
            drop(sender);
            let mut result = Ok(());
            let mut running = slots;
            while running > 0 {
                let Ok(message) = messages.recv() else {
                    break;
                };
                let handled = match message {
                    Message::Done => {
                        running -= 1;
                        Ok(())
                    }
                    // What comes after the decision does not count.
                    _ if result.is_err() || counter.is_over() => Ok(()),
                    message => self.handle(message, counter),
                };
                if let Err(error) = handled {
                    self.stop.give();
                    result = Err(error);
                }
            }
            if self.stop.is_given() && counter.finish == Finish::Complete {
                counter.finish = Finish::Interrupted;
            }
            result
        })
    }

    fn handle(
        &self,
        message: Message<V>,
        counter: &mut Counter<'_>,
    ) -> Result<(), TournamentError> {
        match message {
            Message::Done => {}
            Message::Started(job) => (counter.tell)(Event::Started {
                number: job.number,
                total: counter.total,
                white: self.name(job.white),
                black: self.name(job.black),
            }),
            Message::Unfit(engine, reason) => {
                return Err(TournamentError::Engine {
                    name: self.name(engine).to_owned(),
                    reason,
                });
            }
            Message::Finished(job, played) => {
                self.keep(&job, &played, counter)?;
                counter.count(self, &job, &played);
                if counter.is_decided() {
                    self.stop.give();
                } else if played.reason.is_breakdown() && !self.options.recover {
                    let culprit = match played.reason.culprit() {
                        Some(Color::Black) => job.black,
                        _ => job.white,
                    };
                    counter.finish = Finish::Breakdown(self.name(culprit).to_owned());
                    self.stop.give();
                }
            }
        }
        Ok(())
    }

    /// Writes a game down.
    fn keep(
        &self,
        job: &Job,
        played: &Played<V>,
        counter: &mut Counter<'_>,
    ) -> Result<(), ArchiveError> {
        // A run that ends between the two has its positions written anew by the next.
        if let Some(pgn) = &mut counter.pgn {
            pgn.add(&self.record(job, played).to_string())?;
        }
        if let Some(epd) = &mut counter.epd {
            epd.add(&archive::last_position(&played.record))?;
        }
        Ok(())
    }

    /// The record of a game, with its tags.
    fn record(&self, job: &Job, played: &Played<V>) -> Record<V> {
        let mut record = played.record.clone();
        let mut tag = |name: &str, value: String| {
            record.tags.push(Tag {
                name: name.to_owned(),
                value,
            });
        };
        let today = OffsetDateTime::now_utc();
        let (year, month, day) = (today.year(), u8::from(today.month()), today.day());
        tag("Event", self.options.event.clone());
        tag("Site", self.options.site.clone());
        tag("Date", format!("{year:04}.{month:02}.{day:02}"));
        tag("Round", job.round());
        tag("White", self.name(job.white).to_owned());
        tag("Black", self.name(job.black).to_owned());
        if self.options.minimal {
            record.comment.clear();
            for turn in &mut record.turns {
                turn.comment.clear();
            }
            return record;
        }
        tag("PlyCount", played.record.turns.len().to_string());
        let limits = |engine: usize| self.options.engines[engine].limits.to_string();
        let (white, black) = (limits(job.white), limits(job.black));
        if white == black {
            tag("TimeControl", white);
        } else {
            tag("WhiteTimeControl", white);
            tag("BlackTimeControl", black);
        }
        tag("Termination", played.reason.termination().to_owned());
        record
    }
}

impl Counter<'_> {
    fn begin(&mut self) {
        (self.tell)(Event::Begins {
            total: self.total,
            standings: &self.standings,
            sprt: self.sprt.as_ref(),
        });
    }

    fn count<V: Variant>(&mut self, tournament: &Tournament<'_, V>, job: &Job, game: &Played<V>) {
        let outcome = game.record.outcome;
        self.standings.add(&Counted {
            white: job.white,
            black: job.black,
            set: Some(job.set_and_game()),
            outcome,
            reason: game.reason.to_string(),
        });
        (self.tell)(Event::Finished {
            number: job.number,
            white: tournament.name(job.white),
            black: tournament.name(job.black),
            outcome,
            reason: &game.reason,
            plies: game.record.turns.len(),
            standings: &self.standings,
            sprt: self.sprt.map(|sprt| self.standings.test(&sprt)),
        });
    }

    /// Whether the test has come to its end.
    fn is_decided(&mut self) -> bool {
        let status = self.sprt.map(|sprt| self.standings.test(&sprt));
        match status.and_then(|status| status.accepted()) {
            Some(hypothesis) => {
                self.finish = Finish::Accepted(hypothesis);
                true
            }
            None => false,
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.finish, Finish::Accepted(_))
    }

    fn finish(self) -> Summary {
        let sprt = self.sprt.map(|sprt| (sprt, self.standings.test(&sprt)));
        Summary {
            standings: self.standings,
            total: self.total,
            sprt,
            finish: self.finish,
        }
    }
}
