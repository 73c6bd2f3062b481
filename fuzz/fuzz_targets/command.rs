//! Lines as commands: white space and unknown words before a command mean nothing.

#![no_main]

use alberich::uci::command::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for line in String::from_utf8_lossy(data).lines() {
        let command = parse(line);
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(parse(&words.join(" \t ")), command);
        assert_eq!(parse(&format!("joho {line}\r\n")), command);
    }
});
