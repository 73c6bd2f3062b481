//! Attack tables: leapers as constants, sliders by magic bitboards built at first use.

use once_cell::sync::Lazy;

use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use super::{Bitboard, Color, Square};

const ROOK_DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_DIRECTIONS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The square a step of (files, ranks) away, if it is on the board.
const fn step(square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let file = square.file() as i8 + files;
    let rank = square.rank() as i8 + ranks;
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        Some(Square::at(file as u8, rank as u8))
    } else {
        None
    }
}

const fn leaper_table<const N: usize>(steps: [(i8, i8); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut i = 0;
        while i < N {
            if let Some(to) = step(Square::new(index), steps[i]) {
                table[index as usize].0 |= to.bitboard().0;
            }
            i += 1;
        }
        index += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] = leaper_table([
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
static KING: [Bitboard; 64] = leaper_table([
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
]);
static PAWN: [[Bitboard; 64]; 2] = [
    leaper_table([(-1, 1), (1, 1)]),
    leaper_table([(-1, -1), (1, -1)]),
];

/// Where a knight on this square attacks.
#[inline]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Where a king on this square attacks.
#[inline]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Where a pawn of this colour on this square attacks.
#[inline]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares that a slider attacks, stopped by the first occupied one in each direction.
/// Slow; it fills the tables and tests them.
fn slide(square: Square, occupied: Bitboard, directions: &[(i8, i8); 4]) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    for &direction in directions {
        let mut at = square;
        while let Some(next) = step(at, direction) {
            attacks |= next.bitboard();
            if occupied.has(next) {
                break;
            }
            at = next;
        }
    }
    attacks
}

/// The squares whose occupation matters to a slider: its rays less the board's edge.
pub(super) fn relevant_occupancy(square: Square, directions: &[(i8, i8); 4]) -> Bitboard {
    directions
        .iter()
        .map(|&direction| {
            let mut ray = Bitboard::EMPTY;
            let mut at = square;
            while let Some(next) = step(at, direction) {
                if step(next, direction).is_some() {
                    ray |= next.bitboard();
                }
                at = next;
            }
            ray
        })
        .fold(Bitboard::EMPTY, |mask, ray| mask | ray)
}

/// Every subset of a set, by the carry-rippler.
fn subsets(set: Bitboard) -> impl Iterator<Item = Bitboard> {
    let mut next = Some(Bitboard::EMPTY);
    std::iter::from_fn(move || {
        let subset = next?;
        let successor = Bitboard(subset.0.wrapping_sub(set.0) & set.0);
        next = successor.any().then_some(successor);
        Some(subset)
    })
}

#[derive(Clone, Copy, Default)]
struct Magic {
    mask: Bitboard,
    factor: u64,
    offset: u32,
    shift: u32,
}

impl Magic {
    #[inline]
    fn index(&self, occupied: Bitboard) -> usize {
        let hash = (occupied & self.mask).0.wrapping_mul(self.factor) >> self.shift;
        self.offset as usize + hash as usize
    }
}

/// The tables that are too large for constants, built once at first use ([`tables`]).
pub struct Tables {
    bishop: [Magic; 64],
    rook: [Magic; 64],
    attacks: Vec<Bitboard>,
    bishop_rays: [Bitboard; 64],
    rook_rays: [Bitboard; 64],
    between: [[Bitboard; 64]; 64],
    line: [[Bitboard; 64]; 64],
}

/// The tables. Whoever looks up more than one entry keeps the reference.
#[inline]
pub fn tables() -> &'static Tables {
    static TABLES: Lazy<Box<Tables>> = Lazy::new(Tables::build);
    &TABLES
}

impl Tables {
    fn build() -> Box<Self> {
        let mut tables = Box::new(Tables {
            bishop: [Magic::default(); 64],
            rook: [Magic::default(); 64],
            attacks: Vec::new(),
            bishop_rays: [Bitboard::EMPTY; 64],
            rook_rays: [Bitboard::EMPTY; 64],
            between: [[Bitboard::EMPTY; 64]; 64],
            line: [[Bitboard::EMPTY; 64]; 64],
        });
        for square in Square::all() {
            let at = square.index();
            let attacks = &mut tables.attacks;
            let bishop = add_magic(attacks, square, BISHOP_MAGICS[at], &BISHOP_DIRECTIONS);
            let rook = add_magic(attacks, square, ROOK_MAGICS[at], &ROOK_DIRECTIONS);
            tables.bishop[at] = bishop;
            tables.rook[at] = rook;
        }
        tables.add_lines(&BISHOP_DIRECTIONS, |tables| &mut tables.bishop_rays);
        tables.add_lines(&ROOK_DIRECTIONS, |tables| &mut tables.rook_rays);
        tables
    }

    fn add_lines(
        &mut self,
        directions: &[(i8, i8); 4],
        rays: fn(&mut Tables) -> &mut [Bitboard; 64],
    ) {
        for from in Square::all() {
            let all = slide(from, Bitboard::EMPTY, directions);
            rays(self)[from.index()] = all;
            for to in all {
                let ends = from.bitboard() | to.bitboard();
                let back = slide(to, Bitboard::EMPTY, directions);
                self.line[from.index()][to.index()] = all & back | ends;
                self.between[from.index()][to.index()] =
                    slide(from, ends, directions) & slide(to, ends, directions);
            }
        }
    }

    /// Where a bishop on this square attacks.
    #[inline]
    pub fn bishop(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attacks[self.bishop[square.index()].index(occupied)]
    }

    /// Where a rook on this square attacks.
    #[inline]
    pub fn rook(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attacks[self.rook[square.index()].index(occupied)]
    }

    /// Where a queen on this square attacks.
    #[inline]
    pub fn queen(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.bishop(square, occupied) | self.rook(square, occupied)
    }

    /// Where a bishop attacks on an empty board.
    #[inline]
    pub fn bishop_rays(&self, square: Square) -> Bitboard {
        self.bishop_rays[square.index()]
    }

    /// Where a rook attacks on an empty board.
    #[inline]
    pub fn rook_rays(&self, square: Square) -> Bitboard {
        self.rook_rays[square.index()]
    }

    /// The squares strictly between two squares of one line; empty where no line joins them.
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> Bitboard {
        self.between[a.index()][b.index()]
    }

    /// The whole line, edge to edge, through two different squares; empty where none joins them.
    #[inline]
    pub fn line(&self, a: Square, b: Square) -> Bitboard {
        self.line[a.index()][b.index()]
    }
}

/// Appends the attacks from one square for every relevant occupancy.
fn add_magic(
    attacks: &mut Vec<Bitboard>,
    square: Square,
    factor: u64,
    directions: &[(i8, i8); 4],
) -> Magic {
    let mask = relevant_occupancy(square, directions);
    let magic = Magic {
        mask,
        factor,
        offset: attacks.len() as u32,
        shift: 64 - mask.len() as u32,
    };
    attacks.resize(attacks.len() + (1 << mask.len()), Bitboard::EMPTY);
    for occupied in subsets(mask) {
        attacks[magic.index(occupied)] = slide(square, occupied, directions);
    }
    magic
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_attack_what_a_walk_over_the_board_reaches() {
        let tables = tables();
        for square in Square::all() {
            for occupied in subsets(relevant_occupancy(square, &ROOK_DIRECTIONS)) {
                let walked = slide(square, occupied, &ROOK_DIRECTIONS);
                assert_eq!(tables.rook(square, occupied), walked);
            }
            for occupied in subsets(relevant_occupancy(square, &BISHOP_DIRECTIONS)) {
                let walked = slide(square, occupied, &BISHOP_DIRECTIONS);
                assert_eq!(tables.bishop(square, occupied), walked);
            }
        }
    }

    #[test]
    fn lines_and_what_lies_between() {
        let square = |text: &str| text.parse::<Square>().expect("a square");
        let set = |text: &str| text.split(' ').map(square).collect::<Bitboard>();
        let tables = tables();
        assert_eq!(tables.between(square("b2"), square("e5")), set("c3 d4"));
        assert_eq!(tables.line(square("a7"), square("b8")), set("a7 b8"));
        assert_eq!(
            tables.line(square("c1"), square("c2")),
            set("c1 c2 c3 c4 c5 c6 c7 c8")
        );
        assert!(tables.between(square("b2"), square("c4")).is_empty());
        assert!(tables.line(square("b2"), square("c4")).is_empty());
    }
}
