//! Who plays whom in which game, with which colours and from which opening.

use super::options::{Format, Options, Policy};

/// A game that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Its number, from 1, in the order in which games are begun.
    pub number: usize,
    /// Games in which the same two play the same opening, numbered through the tournament from 1.
    pub set: usize,
    /// Which of the set it is, from 1.
    pub game: usize,
    /// The number of its opening, from 0.
    pub opening: usize,
    /// The engine that has White.
    pub white: usize,
    /// The engine that has Black.
    pub black: usize,
}

impl Job {
    /// The set and which of it: the same for no two games.
    pub fn set_and_game(&self) -> (usize, usize) {
        (self.set, self.game)
    }

    /// The same as the value of the tag Round.
    pub fn round(&self) -> String {
        format!("{}.{}", self.set, self.game)
    }
}

impl Options {
    /// The number of games of the whole tournament; `None` if it is beyond all bounds.
    pub fn game_count(&self) -> Option<usize> {
        self.encounters()
            .len()
            .checked_mul(self.rounds)?
            .checked_mul(self.games)
    }

    /// Whether games come in pairs of one opening with the colours changed.
    pub fn plays_pairs(&self) -> bool {
        self.swap && self.set_size().is_multiple_of(2)
    }

    /// How many games of two engines in a row have the same opening.
    fn set_size(&self) -> usize {
        match self.policy {
            Policy::Repetitions => self.repeat,
            Policy::Encounter | Policy::Round => self.games,
        }
    }

    /// Who plays whom, as indices of engines.
    fn encounters(&self) -> Vec<(usize, usize)> {
        let count = self.engines.len();
        let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        match self.format {
            Format::RoundRobin => pairs.collect(),
            Format::Gauntlet { seeds } => pairs
                .filter(|&(one, other)| one < seeds && other >= seeds)
                .collect(),
            Format::Pyramid => {
                let mut pairs: Vec<_> = pairs.collect();
                pairs.sort_by_key(|&(one, other)| (other, one));
                pairs
            }
        }
    }

    /// All games in their order; those of one part, if the tournament is cut into parts.
    pub fn schedule(&self) -> Vec<Job> {
        let encounters = self.encounters();
        let set_size = self.set_size();
        let mut jobs = Vec::new();
        let mut sets = 0;
        // The set that each encounter is at.
        let mut set_of = vec![0; encounters.len()];
        for round in 0..self.rounds {
            for (index, &(one, other)) in encounters.iter().enumerate() {
                for game in 0..self.games {
                    let played = round * self.games + game;
                    if played.is_multiple_of(set_size) {
                        sets += 1;
                        set_of[index] = sets;
                    }
                    // Who begins with White changes from opponent to opponent.
                    let first_has_white = (one + other) % 2 == 1;
                    let swapped = self.swap && played % 2 == 1;
                    let (white, black) = if first_has_white ^ swapped ^ self.reverse {
                        (one, other)
                    } else {
                        (other, one)
                    };
                    jobs.push(Job {
                        number: jobs.len() + 1,
                        set: set_of[index],
                        game: played % set_size + 1,
                        opening: match self.policy {
                            Policy::Repetitions => set_of[index] - 1,
                            Policy::Encounter => round * encounters.len() + index,
                            Policy::Round => round,
                        },
                        white,
                        black,
                    });
                }
            }
        }
        if let Some((part, of)) = self.shard {
            jobs.retain(|job| (job.set - 1) % of == part);
            for (index, job) in jobs.iter_mut().enumerate() {
                job.number = index + 1;
            }
        }
        jobs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::options::{Request, parse};
    use std::collections::HashSet;

    fn options(engines: usize, rest: &str) -> Options {
        let mut line = String::new();
        for engine in 0..engines {
            line += &format!("-engine cmd=e{engine} ");
        }
        line += "-each nodes=1 ";
        line += rest;
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        match parse(&words) {
            Ok(Request::Play { options, .. }) => *options,
            other => panic!("{rest}: {other:?}"),
        }
    }

    fn short(jobs: &[Job]) -> Vec<(String, usize, usize, usize)> {
        let short = |job: &Job| (job.round(), job.white, job.black, job.opening);
        jobs.iter().map(short).collect()
    }

    #[test]
    fn pairs_have_one_opening_and_both_colours() {
        let pairs = [
            ("1.1".to_owned(), 0, 1, 0),
            ("1.2".to_owned(), 1, 0, 0),
            ("2.1".to_owned(), 0, 1, 1),
            ("2.2".to_owned(), 1, 0, 1),
        ];
        for words in [
            "-games 2 -rounds 2 -repeat",
            "-games 4 -repeat",
            "-games 1 -rounds 4 -repeat 2",
            "-rounds 2 -repeat",
            "-games 2 -rounds 2 -openings file=x policy=round",
            "-games 2 -rounds 2 -openings file=x policy=encounter",
        ] {
            assert_eq!(short(&options(2, words).schedule()), pairs, "{words}");
        }
        let jobs = options(2, "-games 2 -noswap").schedule();
        assert!(jobs.iter().all(|job| (job.white, job.black) == (0, 1)));
        let jobs = options(2, "-games 2 -reverse").schedule();
        assert_eq!((jobs[0].white, jobs[1].white), (1, 0));
    }

    #[test]
    fn everyone_meets_whom_he_should() {
        let met = |engines, words: &str| -> Vec<(usize, usize)> {
            let jobs = options(engines, words).schedule();
            let sorted = |job: &Job| (job.white.min(job.black), job.white.max(job.black));
            jobs.iter().map(sorted).collect()
        };
        assert_eq!(met(3, ""), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(met(4, "-tournament gauntlet"), [(0, 1), (0, 2), (0, 3)]);
        let seeds = "-tournament gauntlet -seeds 2";
        assert_eq!(met(4, seeds), [(0, 2), (0, 3), (1, 2), (1, 3)]);
        assert_eq!(met(3, "-tournament pyramid"), [(0, 1), (0, 2), (1, 2)]);
        let jobs = options(5, "-games 2 -rounds 3").schedule();
        for engine in 0..5 {
            let whites = jobs.iter().filter(|job| job.white == engine).count();
            let blacks = jobs.iter().filter(|job| job.black == engine).count();
            assert_eq!((whites, blacks), (12, 12));
        }
    }

    #[test]
    fn parts_make_up_the_whole() {
        for words in ["-games 2 -rounds 7 -repeat", "-games 3 -rounds 3 -repeat 2"] {
            let whole = options(3, words).schedule();
            let mut joined = Vec::new();
            for part in 1..=4 {
                let words = format!("{words} -shard {part}/4");
                joined.extend(short(&options(3, &words).schedule()));
            }
            let rounds: HashSet<_> = joined.iter().cloned().collect();
            assert_eq!(rounds.len(), whole.len());
            assert_eq!(joined.len(), whole.len());
            assert_eq!(rounds, short(&whole).into_iter().collect());
        }
    }
}
