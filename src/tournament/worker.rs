//! A thread that plays games, one after the other, with engines of its own.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use crossbeam_channel::Sender;

use crate::board::Color;
use crate::openings::Opening;
use crate::variant::Variant;

use super::client::{Client, Failure};
use super::ending::Reason;
use super::referee::{Played, Player, forfeit, play};
use super::runner::{Message, Tournament};
use super::schedule::Job;

/// Why a game does not come to its end.
enum Stumble {
    /// The tournament is stopped.
    Stopped,
    /// An engine does not play the game.
    Unfit(usize, String),
}

impl<V: Variant> Tournament<'_, V> {
    /// Plays games until there are none left, or the tournament is to stop.
    pub(super) fn work(
        &self,
        slot: usize,
        jobs: &Mutex<VecDeque<Job>>,
        sender: &Sender<Message<V>>,
    ) {
        let mut seats: HashMap<usize, Client> = HashMap::new();
        let mut is_first = true;
        loop {
            let wait = self.options.wait;
            if !is_first && !wait.is_zero() && self.stop.wait(wait).is_err() {
                break;
            }
            is_first = false;
            if self.stop.is_given() {
                break;
            }
            let job = jobs
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop_front();
            let Some(job) = job else {
                break;
            };
            if sender.send(Message::Started(job)).is_err() {
                break;
            }
            let message = match self.play_job(&job, slot, &mut seats) {
                Ok(played) => Message::Finished(job, Box::new(played)),
                Err(Stumble::Stopped) => break,
                Err(Stumble::Unfit(engine, reason)) => Message::Unfit(engine, reason),
            };
            if sender.send(message).is_err() {
                break;
            }
        }
        seats.into_values().for_each(Client::quit);
    }

    fn play_job(
        &self,
        job: &Job,
        slot: usize,
        seats: &mut HashMap<usize, Client>,
    ) -> Result<Played<V>, Stumble> {
        let opening = self.book.get(job.opening);
        let engines = [job.white, job.black];
        let (stay, leave): (HashMap<_, _>, HashMap<_, _>) = seats
            .drain()
            .partition(|(engine, _)| engines.contains(engine));
        *seats = stay;
        leave.into_values().for_each(Client::quit);
        let mut clients = Vec::with_capacity(2);
        for (engine, side) in engines.into_iter().zip(Color::BOTH) {
            match self.ready_engine(engine, slot, seats.remove(&engine)) {
                Ok(client) => clients.push(client),
                Err(Failure::Fault(fault)) => {
                    // The other may have been made ready already, and plays on.
                    seats.extend(engines.into_iter().zip(clients));
                    return Ok(forfeit(opening, Reason::Fault { side, fault }));
                }
                Err(Failure::Stopped) => {
                    clients.into_iter().for_each(Client::quit);
                    return Err(Stumble::Stopped);
                }
                Err(Failure::Unfit(reason)) => return Err(Stumble::Unfit(engine, reason)),
            }
        }
        let played = self.play_game(opening, engines, &mut clients);
        let culprit = match &played {
            Ok(played) => played.reason.culprit(),
            Err(_) => None,
        };
        for ((engine, side), client) in engines.into_iter().zip(Color::BOTH).zip(clients) {
            // Who has done something wrong is in an unknown state, and dropped: that kills.
            if culprit == Some(side) {
                continue;
            }
            if self.options.engines[engine].restart || played.is_err() {
                client.quit();
            } else {
                seats.insert(engine, client);
            }
        }
        played
    }

    fn play_game(
        &self,
        opening: &Opening<V>,
        engines: [usize; 2],
        clients: &mut [Client],
    ) -> Result<Played<V>, Stumble> {
        let mut players = clients.iter_mut().zip(engines).map(|(client, engine)| {
            let engine = &self.options.engines[engine];
            Player {
                client,
                limits: engine.limits,
                margin: engine.margin,
                ponder: engine.ponder,
                white_view: engine.white_view,
            }
        });
        let (Some(white), Some(black)) = (players.next(), players.next()) else {
            return Err(Stumble::Stopped);
        };
        let chess960 = self.options.variation.chess960;
        let rules = self.options.adjudication;
        play(opening, chess960, [white, black], rules).map_err(|_| Stumble::Stopped)
    }

    /// An engine that is told of a new game; it is started, if it does not run or does not answer
    /// any more.
    fn ready_engine(
        &self,
        engine: usize,
        slot: usize,
        seated: Option<Client>,
    ) -> Result<Client, Failure> {
        if let Some(mut client) = seated {
            match client.new_game() {
                Ok(()) => return Ok(client),
                Err(Failure::Stopped) => {
                    client.quit();
                    return Err(Failure::Stopped);
                }
                // What it has done between the games is not of this one.
                Err(_) => drop(client),
            }
        }
        let mut client = self.start_engine(engine, slot, &mut Vec::new())?;
        client.new_game()?;
        Ok(client)
    }

    /// Starts an engine and sets it up.
    pub(super) fn start_engine(
        &self,
        engine: usize,
        slot: usize,
        notices: &mut Vec<String>,
    ) -> Result<Client, Failure> {
        let trace = self.trace.map(|trace| {
            let name = format!("{}({slot})", self.name(engine));
            (name, trace.clone())
        });
        Client::start(
            &self.options.engines[engine],
            self.options.variation,
            self.options.patience,
            trace,
            self.stop,
            notices,
        )
    }
}
