//! Bytes as the header and the weights of a network, whose length and checksum are always right: what
//! is read is written so that it reads back, and judges positions.

#![no_main]

use alberich::eval::network::Network;
use alberich::eval::{Evaluation, evaluate};
use alberich::position::Position;
use alberich::variant::{Variant, VariantVisitor};
use libfuzzer_sys::fuzz_target;

/// The longest header that an input makes: what is behind are weights.
const MOST_HEADER: usize = 600;

struct Judge<'a>(&'a Evaluation);

impl VariantVisitor for Judge<'_> {
    type Output = ();

    fn visit<V: Variant>(self) {
        let start = Position::<V>::start();
        let score = evaluate(self.0, &start);
        assert_eq!(score, evaluate(self.0, &start.color_swapped()));
        assert!(!self.0.told(V::GAME, score).is_mate());
    }
}

fuzz_target!(|data: &[u8]| {
    let is_end = |window: &[u8]| window == b"}\n";
    let end = data.windows(2).take(MOST_HEADER).position(is_end);
    let (header, weights) = data.split_at(end.map_or(data.len().min(MOST_HEADER), |end| end + 1));
    let mut file = b"ALBERICH".to_vec();
    file.extend((header.len() as u32).to_le_bytes());
    file.extend(header);
    // An input of the usual size has few weights: they are repeated.
    let body = serde_json::from_slice::<serde_json::Value>(header)
        .ok()
        .and_then(|header| {
            let number = |name: &str| header.get(name)?.as_u64().filter(|&n| n <= 2048);
            let [inputs, hidden, buckets] =
                [number("inputs")?, number("hidden")?, number("buckets")?];
            Some(2 * ((inputs + 1) * hidden + 2 * buckets * hidden) + 4 * buckets)
        })
        .filter(|&bytes| bytes <= 4 << 20);
    match body {
        Some(bytes) if !weights.is_empty() => {
            file.extend(weights.iter().cycle().take(bytes as usize));
        }
        _ => file.extend(weights),
    }
    file.extend(crc32fast::hash(&file).to_le_bytes());
    if let Ok(network) = Network::from_bytes(&file) {
        assert_eq!(
            Network::from_bytes(&network.to_bytes()),
            Ok(network.clone())
        );
        let game = network.game();
        game.visit(Judge(&Evaluation::material().with(network)));
    }
});
