//! `alberich network`

use std::path::PathBuf;
use std::process::ExitCode;

use alberich::eval::Chances;
use alberich::eval::network::{Header, Network};

#[derive(clap::Args)]
pub struct Arguments {
    /// Networks, as `alberich train` writes them
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Says of each network what it is for, its shape, and how it was made.
pub fn run(arguments: &Arguments) -> ExitCode {
    super::exit_code(try_run(arguments).map(|()| ExitCode::SUCCESS))
}

fn try_run(arguments: &Arguments) -> Result<(), String> {
    for (index, file) in arguments.files.iter().enumerate() {
        let network = Network::from_file(file).map_err(|error| error.to_string())?;
        let separator = if index > 0 { "\n" } else { "" };
        let text = describe(network.header());
        super::print(&format!("{separator}{}: {text}", file.display()))?;
    }
    Ok(())
}

fn describe(header: &Header) -> String {
    let Header {
        game,
        inputs,
        hidden,
        buckets,
        pawn,
        chances,
        made,
        ..
    } = header;
    let chances = match chances {
        Some(Chances { half, spread }) => format!(
            "half of the games are won from {half:.1} centipawns, and 73 % from {spread:.1} more"
        ),
        None => "unknown".to_owned(),
    };
    // What a file says is not to speak to the terminal.
    let made = made.replace(
        |letter: char| letter.is_control() && letter != '\n',
        "\u{fffd}",
    );
    format!(
        "{game}\n\
         shape    two times {inputs} inputs, {hidden} neurons, {buckets} buckets\n\
         scores   {pawn} centipawns of the search are told as 100\n\
         chances  {chances}\n\
         made     {}\n",
        made.trim_end().replace('\n', "\n         ")
    )
}
