//! What can stand on squares: squares and sets of them, pieces, placements and attack tables.
//! Nothing here knows the rules of a game.

mod attacks;
mod bitboard;
mod magics;
mod piece;
mod placement;
mod square;

pub use attacks::{Tables, king_attacks, knight_attacks, pawn_attacks, tables};
pub use bitboard::Bitboard;
pub use piece::{Color, Item, Kind, Kinds, Piece};
pub use placement::{Board, Carriers, NoCarriers, Rings, Vests};
pub use square::{Square, SquareError};
