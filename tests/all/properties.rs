//! Guards what must hold in every position of every game, whatever the rules: that text and value
//! say the same, that all ways to ask for turns agree, that keys follow the position, and that
//! nothing depends on the colour.

use crate::common;
use std::collections::{HashMap, HashSet};

use crate::common::{Games, context, in_every_game, pieces, read, suite, timeless, walk};
use alberich::board::{Bitboard, Color, Item, Kind, Piece, Square};
use alberich::position::{CastlingStyle, FenStyle, History, Key, Move, MoveList, Position, Sort};
use alberich::variant::Variant;
use proptest::prelude::any;
use rand::Rng;

const STYLES: [CastlingStyle; 2] = [CastlingStyle::Standard, CastlingStyle::Chess960];

/// The suite positions of a game.
fn suite_positions<V: Variant>() -> impl Iterator<Item = Position<V>> {
    let game = match V::NAME.parse() {
        Ok(game) => game,
        Err(error) => panic!("{error}"),
    };
    suite(game).into_iter().map(|line| read(&line.fen))
}

fn bits(moves: &MoveList) -> Vec<u32> {
    let mut bits: Vec<u32> = moves.iter().map(|m| m.bits()).collect();
    bits.sort_unstable();
    bits
}

// Text.

fn fens_come_back_as_they_went<V: Variant>() {
    walk::<V>(1, common::positions(), |position, _| {
        for style in [FenStyle::Standard, FenStyle::Shredder] {
            let fen = position.fen_in(style);
            let back = read::<V>(&fen);
            assert!(back == *position, "{}: {fen}", V::NAME);
            assert_eq!(back.fen_in(style), fen, "{}", V::NAME);
            // What equality leaves out.
            assert_eq!(back.halfmove_clock(), position.halfmove_clock(), "{fen}");
            assert_eq!(back.fullmove_number(), position.fullmove_number(), "{fen}");
            // What is not written but found anew.
            assert_eq!(back.checkers(), position.checkers(), "{fen}");
            assert_eq!(back.pinned(), position.pinned(), "{fen}");
            assert_eq!(back.key(), position.key(), "{fen}");
        }
    });
}

#[test]
fn fen_round_trips() {
    in_every_game!(fens_come_back_as_they_went);
}

/// 3.2: no two turns are written alike, and each is read as itself.
fn turns_are_written_apart_and_read_back<V: Variant>() {
    // To read a turn takes all turns of its piece, so a part of the positions must do.
    walk::<V>(2, common::positions() / 4, |position, _| {
        for style in STYLES {
            let mut seen = HashSet::new();
            for m in position.moves() {
                let text = position.format_move(m, style);
                assert_eq!(
                    position.parse_move(&text),
                    Ok(m),
                    "{text} in {}",
                    context(position)
                );
                assert!(
                    seen.insert(text.clone()),
                    "{text} twice in {}",
                    context(position)
                );
            }
        }
    });
}

#[test]
fn uci_turns_are_distinct_and_round_trip() {
    in_every_game!(turns_are_written_apart_and_read_back);
}

// Keys.

fn keys_follow_random_games<V: Variant>() {
    let mut games = Games::new::<V>(3);
    let mut seen = 0;
    while seen < common::positions() {
        let mut history = History::new(games.start::<V>());
        while let Some(m) = games.turn(history.position()) {
            let before = *history.position();
            history.push(m);
            seen += 1;
            let position = history.position();
            assert!(
                before.make(m) == *position,
                "{m:?} with an observer, {}",
                context(&before)
            );
            assert_eq!(
                history.key(),
                position.key(),
                "{m:?} in {}",
                context(&before)
            );
        }
    }
}

fn keys_follow_every_line_of_play<V: Variant>() {
    fn descend<V: Variant>(position: &Position<V>, key: Key, depth: u32) {
        assert_eq!(key, position.key(), "{}", context(position));
        if depth > 0 {
            for m in position.moves() {
                let mut key = key;
                let next = position.make_with(m, &mut key);
                descend(&next, key, depth - 1);
            }
        }
    }
    // Three turns deep where that is not too much for the positions that are asked for.
    let most = 2 * common::positions() as u64;
    for position in suite_positions::<V>() {
        let nodes = |depth| alberich::perft::perft(&position, depth);
        let depth = (2..=3).take_while(|&depth| nodes(depth) <= most).last();
        descend(&position, position.key(), depth.unwrap_or(1));
    }
}

#[test]
fn keys_kept_up_are_keys_from_nothing() {
    in_every_game!(keys_follow_random_games);
    in_every_game!(keys_follow_every_line_of_play);
}

/// Section 0: what repeats is all of a FEN but the clocks.
fn keys_and_values_tell_positions_apart<V: Variant>() {
    let mut texts: HashMap<Key, String> = HashMap::new();
    let mut keys: HashMap<String, Key> = HashMap::new();
    walk::<V>(4, common::positions(), |position, rng| {
        let (key, text) = (position.key(), timeless(position));
        assert_eq!(
            texts.entry(key).or_insert_with(|| text.clone()),
            &text,
            "one key for two positions, {}",
            V::NAME
        );
        assert_eq!(
            keys.entry(text.clone()).or_insert(key),
            &key,
            "two keys, {text}"
        );
        // Positions two turns apart, which differ by little, and are equal now and then.
        let moves = position.moves();
        if moves.is_empty() {
            return;
        }
        let mut any = || position.make(moves[rng.random_range(0..moves.len())]);
        let (a, b) = (any(), any());
        assert_eq!(a == b, timeless(&a) == timeless(&b), "{}", context(&a));
        assert_eq!(a == b, a.key() == b.key(), "{}", context(&a));
    });
}

#[test]
fn equal_positions_and_no_others_have_equal_keys() {
    in_every_game!(keys_and_values_tell_positions_apart);
}

/// Each thing that makes a position is in the key and in `==`, alone.
fn differ<V: Variant>(fens: &[&str]) {
    for (i, a) in fens.iter().enumerate() {
        for b in &fens[..i] {
            let (a, b) = (read::<V>(a), read::<V>(b));
            assert!(a != b, "{} and {}", a.fen(), b.fen());
            assert_ne!(a.key(), b.key(), "{} and {}", a.fen(), b.fen());
        }
    }
}

#[test]
fn every_part_of_a_position_counts() {
    use alberich::variant::{Chess, PlunderChess, TwoRing};
    differ::<Chess>(&[
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
    ]);
    differ::<Chess>(&[
        "4k3/8/8/2pPp3/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/2pPp3/8/8/8/4K3 w - c6 0 1",
        "4k3/8/8/2pPp3/8/8/8/4K3 w - e6 0 1",
    ]);
    // X-FEN: which of two rooks may castle.
    differ::<Chess>(&[
        "4k3/8/8/8/8/8/8/4K1RR w H - 0 1",
        "4k3/8/8/8/8/8/8/4K1RR w G - 0 1",
    ]);
    differ::<PlunderChess>(&[
        "4k3/8/8/8/8/8/N7/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/N:p7/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/N:b7/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/N:r7/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/N:q7/4K3 w - - 0 1",
    ]);
    differ::<TwoRing>(&[
        "4k3/p7/8/8/8/8/N7/4K3 b - - 0 1",
        "4k3/p7/8/8/8/8/N7/4K3 b@ - - 0 1",
        "4k3/p7/8/8/8/8/N:w7/4K3 b - - 0 1",
        "4k3/p7/8/8/8/8/N:b7/4K3 b - - 0 1",
        "4k3/p7/8/8/8/8/N7/4K:w3 b - - 0 1",
    ]);
}

#[test]
fn clocks_do_not_count() {
    use alberich::variant::Chess;
    let a = read::<Chess>("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let b = read::<Chess>("4k3/8/8/8/8/8/8/4K2R w K - 57 90");
    assert!(a == b);
    assert_eq!(a.key(), b.key());
}

// Turns.

/// A move from outside, as out of a table, is legal exactly if it is among the turns.
fn legality_is_membership<V: Variant>() {
    let mut strangers: Vec<Move> = Vec::new();
    walk::<V>(5, common::positions(), |position, rng| {
        let moves = position.moves();
        let check = |m: Move| {
            assert_eq!(
                position.is_legal(m),
                moves.contains(&m),
                "{m:?}, {:#x} in {}",
                m.bits(),
                context(position)
            );
        };
        for _ in 0..4 {
            check(Move::from_bits(rng.random()));
        }
        strangers.iter().copied().for_each(check);
        if moves.is_empty() {
            return;
        }
        for _ in 0..4 {
            let m = moves[rng.random_range(0..moves.len())];
            check(m);
            check(Move::from_bits(m.bits() ^ 1 << rng.random_range(0..32)));
            strangers.push(m);
        }
        // Turns of earlier positions and of other games.
        if strangers.len() > 16 {
            strangers.drain(..8);
        }
    });
}

#[test]
fn any_32_bits_are_legal_only_as_a_turn() {
    in_every_game!(legality_is_membership);
}

/// Every single bit changed in every turn of the suite positions.
fn no_flipped_bit_is_taken_for_a_turn<V: Variant>() {
    let most = common::positions() / 100;
    for position in suite_positions::<V>().take(most) {
        let moves = position.moves();
        let all: HashSet<Move> = moves.iter().copied().collect();
        for m in moves {
            for bit in 0..32 {
                let flipped = Move::from_bits(m.bits() ^ 1 << bit);
                assert_eq!(
                    position.is_legal(flipped),
                    all.contains(&flipped),
                    "{flipped:?} in {}",
                    context(&position)
                );
            }
        }
    }
}

#[test]
fn flipped_bits_are_told_from_turns() {
    in_every_game!(no_flipped_bit_is_taken_for_a_turn);
}

fn arbitrary_bits_against_some_positions<V: Variant>() {
    let positions = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/P7/8/8/8/8/8/k1K5 w - - 0 1",
    ]
    .map(read::<V>);
    common::fuzz(common::positions(), &any::<u32>(), |bits| {
        let m = Move::from_bits(bits);
        for position in &positions {
            assert_eq!(position.is_legal(m), position.moves().contains(&m));
        }
    });
}

#[test]
fn arbitrary_bits_are_told_from_turns() {
    in_every_game!(arbitrary_bits_against_some_positions);
}

fn all_ways_to_list_turns_agree<V: Variant>() {
    walk::<V>(6, common::positions(), |position, _| {
        let name = || context(position);
        let moves = position.moves();
        let all = bits(&moves);
        assert!(
            all.windows(2).all(|pair| pair[0] != pair[1]),
            "a turn twice, {}",
            name()
        );
        assert_eq!(position.count_moves(), all.len() as u64, "{}", name());
        assert_eq!(position.has_moves(), !all.is_empty(), "{}", name());

        // 3.1: the square is there exactly if a legal turn captures on it.
        let en_passant = moves.iter().find(|m| m.sort() == Sort::EnPassant);
        assert_eq!(
            position.en_passant(),
            en_passant.map(|m| m.to()),
            "{}",
            name()
        );

        let (noisy, quiet) = (position.noisy_moves(), position.quiet_moves());
        assert!(
            noisy.iter().all(|&m| position.is_noisy(m)),
            "{}: a quiet turn is listed as noisy",
            name()
        );
        assert!(
            quiet.iter().all(|&m| !position.is_noisy(m)),
            "{}: a noisy turn is listed as quiet",
            name()
        );
        let both = [bits(&noisy), bits(&quiet)].concat();
        assert_eq!(sorted(both), all, "noisy and quiet, {}", name());

        let mut by_square = Vec::new();
        for square in position.own() {
            let moves = position.moves_from(square.bitboard());
            assert!(moves.iter().all(|m| m.from() == square), "{}", name());
            by_square.extend(bits(&moves));
        }
        assert_eq!(sorted(by_square), all, "square by square, {}", name());
        let others = position.moves_from(!position.own());
        assert!(others.is_empty(), "{}", name());
        assert_eq!(bits(&position.moves_from(Bitboard::ALL)), all, "{}", name());
    });
}

fn sorted(mut bits: Vec<u32>) -> Vec<u32> {
    bits.sort_unstable();
    bits
}

#[test]
fn parts_of_the_turns_make_up_the_whole() {
    in_every_game!(all_ways_to_list_turns_agree);
}

/// What a capture is, seen on the board: the opponent has a piece less, or, promotions apart,
/// the mover's pawns are one less.
fn noise_is_seen_on_the_board<V: Variant>() {
    walk::<V>(7, common::positions() / 4, |position, _| {
        let enemies = position.enemies().len();
        for m in position.moves() {
            let next = position.make(m);
            let taken = enemies - next.own().len();
            let name = || format!("{m:?} in {}", context(position));
            assert_eq!(position.is_capture(m), taken == 1, "{}", name());
            let pawns = |position: &Position<V>| {
                position
                    .board()
                    .pieces(position.side_to_move(), Kind::Pawn)
                    .len()
            };
            let lost_pawns = pawns(position)
                - next
                    .board()
                    .pieces(position.side_to_move(), Kind::Pawn)
                    .len();
            assert_eq!(m.promotion().is_some(), lost_pawns == 1, "{}", name());
        }
    });
}

#[test]
fn captures_and_promotions_are_what_the_board_shows() {
    in_every_game!(noise_is_seen_on_the_board);
}

// Checks.

fn checks_are_what_they_are_found_to_be<V: Variant>() {
    walk::<V>(8, common::positions() / 2, |position, _| {
        checks_agree(position);
        for m in position.moves() {
            let next = position.make(m);
            let name = || format!("{m:?} in {}", context(position));
            assert_eq!(position.gives_check(m), next.in_check(), "{}", name());
            assert!(
                next.checkers_of(position.side_to_move()).is_empty(),
                "own king left in check: {}",
                name()
            );
            assert_eq!(
                next.checkers(),
                next.checkers_of(next.side_to_move()),
                "{}",
                name()
            );
        }
    });
}

fn checks_agree<V: Variant>(position: &Position<V>) {
    let us = position.side_to_move();
    assert_eq!(
        position.checkers(),
        position.checkers_of(us),
        "{}",
        context(position)
    );
    assert_eq!(position.in_check(), position.checkers().any());
    // A piece is pinned if without it one more slider would reach the king.
    let board = position.board();
    let attackers = |occupied| {
        position.attackers(position.own_king(), !us, occupied) & V::may_capture_king(board, us)
    };
    let now = attackers(board.occupied());
    let pinned: Bitboard = position
        .own()
        .filter(|&square| {
            let without = board.occupied() & !square.bitboard();
            square != position.own_king() && (attackers(without) & !now).any()
        })
        .collect();
    assert_eq!(position.pinned(), pinned, "pinned, {}", context(position));
}

#[test]
fn checks_before_and_after_a_turn_agree() {
    in_every_game!(checks_are_what_they_are_found_to_be);
}

fn a_pass_changes_nothing_but_the_mover<V: Variant>() {
    walk::<V>(9, common::positions(), |position, _| {
        if position.in_check() || position.is_assignment_due() {
            return;
        }
        let passed = position.pass();
        let name = || context(position);
        assert_eq!(passed.side_to_move(), !position.side_to_move());
        assert!(passed.board() == position.board(), "{}", name());
        assert_eq!(passed.castling_rooks(), position.castling_rooks());
        assert_eq!(passed.en_passant(), None, "{}", name());
        assert!(!passed.is_assignment_due(), "{}", name());
        checks_agree(&passed);
        assert!(
            passed.checkers_of(position.side_to_move()).is_empty(),
            "{}",
            name()
        );
        // It is a position as any other.
        assert!(read::<V>(&passed.fen()) == passed, "{}", name());
        assert_eq!(passed.count_moves(), passed.moves().len() as u64);
        if position.en_passant().is_none() && !passed.in_check() {
            assert!(passed.pass() == *position, "twice, {}", name());
        }
    });
}

#[test]
fn passing_hands_over_the_turn() {
    in_every_game!(a_pass_changes_nothing_but_the_mover);
}

// Colours.

fn mirrored_piece(piece: Piece) -> Piece {
    let item = match piece.item() {
        Some(Item::Ring(color)) => Some(Item::Ring(!color)),
        other => other,
    };
    Piece::carrying(!piece.color(), piece.kind(), item)
}

/// The same position with the colours exchanged and the board turned over.
fn mirrored<V: Variant>(position: &Position<V>) -> Position<V> {
    let fen = position.fen_in(FenStyle::Shredder);
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut rows = vec![vec![String::from("1"); 8]; 8];
    for (square, piece) in pieces(position) {
        let square = square.flip_rank();
        let (rank, file) = (usize::from(square.rank()), usize::from(square.file()));
        rows[rank][file] = mirrored_piece(piece).to_string();
    }
    let rows: Vec<String> = rows.iter().rev().map(|row| row.concat()).collect();
    let side = match fields[1] {
        "w" => "b",
        "w@" => "b@",
        "b" => "w",
        _ => "w@",
    };
    let castling: String = fields[2]
        .chars()
        .map(|letter| match letter.is_ascii_uppercase() {
            true => letter.to_ascii_lowercase(),
            false => letter.to_ascii_uppercase(),
        })
        .collect();
    let en_passant = match position.en_passant() {
        Some(square) => square.flip_rank().to_string(),
        None => "-".to_owned(),
    };
    read(&format!(
        "{} {side} {castling} {en_passant} {} 1",
        rows.join("/"),
        fields[4]
    ))
}

fn mirrored_move(m: Move) -> Move {
    let mut mirrored = Move::new(m.from().flip_rank(), m.to().flip_rank()).as_sort(m.sort());
    if m.is_vest_move() {
        mirrored = mirrored.as_vest_move();
    }
    if let Some(kind) = m.promotion() {
        mirrored = mirrored.promoting(kind);
    }
    if let Some(vest) = m.plunder() {
        mirrored = mirrored.plundering(vest);
    }
    if let Some(pawn) = m.assigned() {
        mirrored = mirrored.assigning(pawn.flip_rank());
    }
    mirrored
}

fn flipped(set: Bitboard) -> Bitboard {
    set.into_iter().map(Square::flip_rank).collect()
}

fn colours_play_the_same_game<V: Variant>() {
    walk::<V>(10, common::positions(), |position, rng| {
        let mirror = mirrored(position);
        let name = || context(position);
        assert!(mirrored(&mirror) == *position, "twice, {}", name());
        assert_eq!(
            mirror.checkers(),
            flipped(position.checkers()),
            "{}",
            name()
        );
        assert_eq!(mirror.pinned(), flipped(position.pinned()), "{}", name());
        let moves = position.moves();
        let turned: MoveList = moves.iter().copied().map(mirrored_move).collect();
        assert_eq!(bits(&mirror.moves()), bits(&turned), "{}", name());
        assert_eq!(mirror.count_moves(), position.count_moves(), "{}", name());
        assert_eq!(mirror.is_dead(), position.is_dead(), "{}", name());
        assert_eq!(mirror.end_without_moves(), position.end_without_moves());
        for color in Color::BOTH {
            let pieces = pieces(position).any(|(_, piece)| {
                piece.color() == color && !matches!(piece.kind(), Kind::Pawn | Kind::King)
            });
            assert_eq!(position.has_pieces(color), pieces, "{}", name());
            assert_eq!(mirror.has_pieces(!color), pieces, "{}", name());
        }
        if !moves.is_empty() {
            let m = moves[rng.random_range(0..moves.len())];
            let (next, next_mirror) = (position.make(m), mirror.make(mirrored_move(m)));
            assert!(mirrored(&next) == next_mirror, "{m:?} in {}", name());
            assert_eq!(next.halfmove_clock(), next_mirror.halfmove_clock());
        }
    });
}

#[test]
fn exchanged_colours_have_the_same_turns() {
    in_every_game!(colours_play_the_same_game);
}

// Moves as values.

#[test]
fn a_move_keeps_what_was_put_in() {
    for sort in [Sort::Step, Sort::Castle, Sort::EnPassant, Sort::Steal] {
        for kind in Kind::ALL {
            for square in Square::all() {
                let (from, to) = (square, square.flip_rank());
                let m = Move::new(from, to).as_sort(sort);
                assert_eq!((m.from(), m.to(), m.sort()), (from, to, sort));
                assert_eq!(
                    (m.promotion(), m.plunder(), m.assigned()),
                    (None, None, None)
                );
                assert!(!m.is_vest_move());
                let m = m
                    .as_vest_move()
                    .promoting(kind)
                    .plundering(kind)
                    .assigning(square);
                assert_eq!((m.from(), m.to(), m.sort()), (from, to, sort));
                assert_eq!(m.promotion(), Some(kind));
                assert_eq!(m.plunder(), Some(kind));
                assert_eq!(m.assigned(), Some(square));
                assert!(m.is_vest_move());
                assert_eq!(Move::from_bits(m.bits()), m);
            }
        }
    }
}

/// What `make` does with other moves is unspecified, but it does not panic. (The assertions of a
/// debug build say at once that such a move came through.)
#[cfg(not(debug_assertions))]
fn foreign_moves_do_not_panic<V: Variant>() {
    walk::<V>(11, common::positions() / 4, |position, rng| {
        let mut foreign = vec![Move::from_bits(rng.random())];
        if let Some(&m) = position.moves().first() {
            foreign.push(Move::from_bits(m.bits() ^ 1 << rng.random_range(0..32)));
        }
        for m in foreign {
            let _ = position.make(m);
        }
    });
}

#[cfg(not(debug_assertions))]
#[test]
fn making_a_foreign_move_does_not_panic() {
    in_every_game!(foreign_moves_do_not_panic);
}
