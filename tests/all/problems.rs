//! Guards `alberich suite`: problems are read, limited and counted.

use std::path::Path;
use std::process::{Command, Output};

fn suite(file: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_alberich"))
        .args(["suite", file])
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("the program does not start: {error}"))
}

/// The last line that is printed.
fn verdict(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().last().unwrap_or_default().to_owned()
}

fn write(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

#[test]
fn lists_of_mates_are_solved() {
    for (game, count) in [("plunderchess", 30), ("tworing", 20)] {
        let file = format!("{}/positions/mates-{game}.txt", env!("CARGO_MANIFEST_DIR"));
        let output = suite(&file, &["--variant", game, "--depth", "8"]);
        assert_eq!(
            verdict(&output),
            format!("{count} of {count} solved, 100.0 %")
        );
        // Mates are mates, whatever judges the positions on the way.
        let output = suite(
            &file,
            &[
                "--variant",
                game,
                "--depth",
                "12",
                "--eval-file",
                "material",
            ],
        );
        assert_eq!(
            verdict(&output),
            format!("{count} of {count} solved, 100.0 %")
        );
        // A single node shows no mate.
        let output = suite(&file, &["--variant", game, "--nodes", "1"]);
        assert_eq!(verdict(&output), format!("0 of {count} solved, 0.0 %"));
    }
}

#[test]
fn each_limit_ends_a_search() {
    let file = write(
        "problems.epd",
        "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#; id \"back rank\";\n\
         6k1/5ppp/8/8/8/8/8/K3R3 w - - am Re8#;\n",
    );
    for limit in [
        "--time 50",
        "--depth 4",
        "--nodes 2000",
        "--time 1000 --depth 2",
    ] {
        let words: Vec<&str> = limit.split(' ').collect();
        let output = suite(&file, &words);
        assert_eq!(verdict(&output), "1 of 2 solved, 50.0 %", "{limit}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("back rank: found Re8#"), "{text}");
        assert!(text.contains("line 2: missed, Re8#"), "{text}");
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let problem = "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#;\n";
    let good = write("good.epd", problem);
    let cases = [
        (write("empty.epd", ""), &[][..], "empty.epd: no positions"),
        (
            write("quiet.epd", "6k1/8/8/8/8/8/8/K7 w - -\n"),
            &[],
            "line 1: none of bm, am and dm",
        ),
        ("/no/such/file".to_owned(), &[], "/no/such/file: "),
        (good.clone(), &["--nodes", "0"], "--nodes"),
        (good, &["--depth", "0"], "--depth"),
    ];
    for (file, arguments, reason) in cases {
        let output = suite(&file, arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && output.stdout.is_empty(),
            "{output:?}"
        );
        assert!(errors.contains(reason), "{errors}");
    }
}
