//! The command line.
use alberich::perft::perft;
use alberich::position::Position;
use alberich::variant::*;
struct P(String, u32);
impl VariantVisitor for P {
    type Output = ();
    fn visit<V: Variant>(self) {
        let p = Position::<V>::from_fen(&self.0).unwrap();
        let t = std::time::Instant::now();
        let n = perft(&p, self.1);
        println!(
            "{n} {:?} {:.1} Mnps",
            t.elapsed(),
            n as f64 / t.elapsed().as_secs_f64() / 1e6
        );
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    a[1].parse::<Game>()
        .unwrap()
        .visit(P(a[2].clone(), a[3].parse().unwrap()));
}
