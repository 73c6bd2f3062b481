//! Which evaluation is used in which game.

use std::path::Path;
use std::sync::Arc;

use once_cell::sync::Lazy;

use crate::variant::Game;

use super::chances::Chances;
use super::network::{FileError, Network};
use super::score::Score;

/// The networks that the program brings, as files of `networks/`.
const BUILT_IN: &[&[u8]] = &[
    include_bytes!("../../networks/chess.net"),
    include_bytes!("../../networks/plunderchess.net"),
    include_bytes!("../../networks/tworing.net"),
];

/// A network that was named when the program was built, in place of the one for its game.
#[cfg(feature = "evalfile")]
const GIVEN: &[&[u8]] = &[include_bytes!(env!("EVALFILE"))];
#[cfg(not(feature = "evalfile"))]
const GIVEN: &[&[u8]] = &[];

/// What judges positions, game by game: a network, or the count of material. Copies share the
/// networks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    networks: Vec<Arc<Network>>,
}

impl Evaluation {
    /// The networks that the program brings, and the count of material where there is none.
    pub fn built_in() -> Self {
        static NETWORKS: Lazy<Evaluation> = Lazy::new(|| Evaluation {
            // That each can be read is a test, also of the Makefile.
            networks: GIVEN
                .iter()
                .chain(BUILT_IN)
                .filter_map(|bytes| Network::from_bytes(bytes).ok())
                .map(Arc::new)
                .collect(),
        });
        NETWORKS.clone()
    }

    /// The count of material in every game.
    pub fn material() -> Self {
        Evaluation::default()
    }

    /// The name by which the built-in networks are asked for.
    pub const BUILT_IN: &str = "built-in";

    /// The name by which the count of material is asked for.
    pub const MATERIAL: &str = "material";

    /// What a name or a file stands for: one of the names above, or a network for one game that
    /// takes the place of the built-in one.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is no network.
    ///
    /// ```
    /// use alberich::eval::Evaluation;
    ///
    /// assert_eq!(Evaluation::named("built-in")?, Evaluation::built_in());
    /// assert!(Evaluation::named("no/such/file").is_err());
    /// # Ok::<(), alberich::eval::network::FileError>(())
    /// ```
    pub fn named(name: &str) -> Result<Self, FileError> {
        match name {
            Self::BUILT_IN => Ok(Self::built_in()),
            Self::MATERIAL => Ok(Self::material()),
            file => Self::built_in().with_file(Path::new(file)),
        }
    }

    /// These, but with another network for the game that it is for.
    pub fn with(mut self, network: Network) -> Self {
        self.networks.insert(0, Arc::new(network));
        self
    }

    /// These, but with the network of a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is no network.
    pub fn with_file(self, path: &Path) -> Result<Self, FileError> {
        let network = Network::from_file(path)?;
        Ok(self.with(network))
    }

    /// The network for a game; `None` where material is counted. The variation of Two Ring Chess
    /// makes do with the network of the game.
    pub fn network_for(&self, game: Game) -> Option<&Arc<Network>> {
        let of = |game| self.networks.iter().find(|network| network.game() == game);
        match game {
            Game::TwoRing1 => of(Game::TwoRing1).or(of(Game::TwoRing)),
            game => of(game),
        }
    }

    /// What judges a game, in words.
    pub fn describe(&self, game: Game) -> String {
        match self.network_for(game) {
            None => "the count of material".to_owned(),
            judge if judge == Self::built_in().network_for(game) => {
                "the built-in network".to_owned()
            }
            Some(network) => format!("a network of {} neurons", network.header().hidden),
        }
    }

    /// A score of a search in the centipawns that people are told: 100 are an even chance to win
    /// ([`Chances::pawn`]), as far as the games show that taught the network.
    pub fn told(&self, game: Game, score: Score) -> Score {
        match self.network_for(game) {
            Some(network) => score.measured_by(network.header().pawn),
            None => score,
        }
    }

    /// The chances in a game by the centipawns that are told.
    pub fn chances(&self, game: Game) -> Chances {
        self.network_for(game)
            .and_then(|network| network.header().chances)
            .unwrap_or(Chances::USUAL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::random_network;

    /// Else the program would count material without a word.
    #[test]
    fn what_is_built_in_can_be_read() {
        let mut games = Vec::new();
        for bytes in GIVEN.iter().chain(BUILT_IN) {
            games.push(Network::from_bytes(bytes).expect("a network").game());
        }
        let built_in = games.split_off(games.len() - BUILT_IN.len());
        let mut distinct = built_in.clone();
        distinct.sort_by_key(|game| game.name());
        distinct.dedup();
        assert_eq!(distinct.len(), built_in.len(), "one for each game");
        let bytes: usize = BUILT_IN.iter().map(|bytes| bytes.len()).sum();
        assert!(bytes <= 4 << 20, "{bytes} bytes");
    }

    #[test]
    fn each_game_has_its_network() {
        let [ring, ring1, chess] =
            [Game::TwoRing, Game::TwoRing1, Game::Chess].map(|game| random_network(game, 32));
        let evaluation = Evaluation::material().with(ring).with(chess);
        let game = |game| evaluation.network_for(game).map(|network| network.game());
        assert_eq!(game(Game::TwoRing), Some(Game::TwoRing));
        assert_eq!(game(Game::TwoRing1), Some(Game::TwoRing));
        assert_eq!(game(Game::Chess), Some(Game::Chess));
        assert_eq!(game(Game::PlunderChess), None);
        let evaluation = evaluation.with(ring1).with(random_network(Game::Chess, 64));
        let network = |game| evaluation.network_for(game).expect("a network");
        assert_eq!(network(Game::TwoRing1).game(), Game::TwoRing1);
        assert_eq!(network(Game::Chess).header().hidden, 64);
        let built_in = Evaluation::built_in();
        for (evaluation, words) in [
            (&evaluation, "a network of 64 neurons"),
            (&built_in, "the built-in network"),
            (&Evaluation::material(), "the count of material"),
        ] {
            assert_eq!(evaluation.describe(Game::Chess), words);
        }
    }

    #[test]
    fn scores_are_told_as_the_network_says() {
        let chances = Chances {
            half: 90.0,
            spread: 30.0,
        };
        let network = random_network(Game::Chess, 32).changed(|header, _| {
            header.pawn = 40;
            header.chances = Some(chances);
        });
        let network = network.expect("a possible header");
        let evaluation = Evaluation::material().with(network);
        let score = Score::from_centipawns(20);
        let told = |game| evaluation.told(game, score).centipawns();
        assert_eq!((told(Game::Chess), told(Game::TwoRing)), (50, 20));
        assert_eq!(evaluation.chances(Game::Chess), chances);
        assert_eq!(evaluation.chances(Game::TwoRing), Chances::USUAL);
    }
}
