//! Lines as commands: unknown words before a command mean nothing, nor does how much white space
//! there is, but within the value of an option.

#![no_main]

use alberich::uci::command::{Command, CommandError, parse};
use libfuzzer_sys::fuzz_target;

type Parsed = Option<Result<Command, CommandError>>;

fn squeezed(text: &str, between: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(between)
}

/// A command with one blank between the words of an option's value.
fn with_value_squeezed(mut parsed: Parsed) -> Parsed {
    if let Some(Ok(Command::SetOption {
        value: Some(value), ..
    })) = &mut parsed
    {
        *value = squeezed(value, " ");
    }
    parsed
}

fuzz_target!(|data: &[u8]| {
    for line in String::from_utf8_lossy(data).lines() {
        let command = parse(line);
        assert_eq!(parse(&format!("joho {line}\r\n")), command);
        let spaced = parse(&squeezed(line, " \t "));
        assert_eq!(with_value_squeezed(spaced), with_value_squeezed(command));
    }
});
