//! A session: each `go` is answered by one `bestmove`, in its time.

#![no_main]

use std::sync::atomic::Ordering;

use alberich::uci::{self, Output};
use alberich_fuzz::script::{Script, Transcript};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let transcript = Transcript::default();
    let script = Script::new(data, transcript.clone());
    let expected = script.searches();
    let output = Output::new(transcript.clone());
    uci::run(script, output).expect("a script can be read");
    assert_eq!(transcript.best_moves(), expected.load(Ordering::Acquire), "{transcript}");
    assert!(!transcript.to_string().contains('\r'), "{transcript}");
});
