//! Guards `alberich suite`: problems are read, limited and counted.

use std::process::Command;

use crate::common::{Directory, complaint, printed, program};

fn suite(file: &str, words: &[&str]) -> Command {
    program([&["suite", file], words].concat())
}

/// The last line of what is printed.
fn verdict(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

fn write(directory: &Directory, name: &str, text: &str) -> String {
    let path = directory.file(name);
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

#[test]
fn lists_of_mates_are_solved() {
    for (game, count) in [("plunderchess", 30), ("tworing", 20)] {
        let file = format!("{}/positions/mates-{game}.txt", env!("CARGO_MANIFEST_DIR"));
        let all = format!("{count} of {count} solved, 100.0 %");
        let none = format!("0 of {count} solved, 0.0 %");
        let by_material = ["--depth", "12", "--eval-file", "material"];
        for (words, solved) in [
            (&["--depth", "8"][..], &all),
            // Mates are mates, whatever judges the positions on the way.
            (&by_material, &all),
            // A single node shows no mate.
            (&["--nodes", "1"], &none),
        ] {
            let words = [&["--variant", game], words].concat();
            let text = printed(suite(&file, &words));
            assert_eq!(verdict(&text), solved, "{words:?}");
        }
    }
}

#[test]
fn each_limit_ends_a_search() {
    let directory = Directory::new();
    let file = write(
        &directory,
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
        let text = printed(suite(&file, &words));
        assert_eq!(verdict(&text), "1 of 2 solved, 50.0 %", "{limit}");
        assert!(text.contains("back rank: found Re8#"), "{text}");
        assert!(text.contains("line 2: missed, Re8#"), "{text}");
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let directory = Directory::new();
    let write = |name, text| write(&directory, name, text);
    let problem = "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#;\n";
    let good = write("good.epd", problem);
    let network = format!("{}/networks/tworing.net", env!("CARGO_MANIFEST_DIR"));
    let cases = [
        (write("empty.epd", ""), &[][..], "empty.epd: no positions"),
        (
            write("quiet.epd", "6k1/8/8/8/8/8/8/K7 w - -\n"),
            &[],
            "line 1: none of bm, am and dm",
        ),
        ("/no/such/file".to_owned(), &[], "/no/such/file: "),
        (good.clone(), &["--nodes", "0"], "--nodes"),
        (good.clone(), &["--depth", "0"], "--depth"),
        // It would say nothing of the network that was named.
        (
            good,
            &["--eval-file", &network],
            "tworing.net is a network for tworing and does not judge chess",
        ),
    ];
    for (file, arguments, reason) in cases {
        let errors = complaint(suite(&file, arguments));
        assert!(errors.contains(reason), "{errors}");
    }
}
