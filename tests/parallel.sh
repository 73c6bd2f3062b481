#!/usr/bin/env bash
# A tournament in four parts under GNU parallel: joined they say what their games say when counted
# from one file, and every game is there once. Takes the program, or target/release/alberich.
set -euo pipefail
cd "$(dirname "$0")/.."
alberich=$(realpath "${1:-target/release/alberich}")
openings=$PWD/positions/openings-tworing.epd
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"

parallel --jobs 2 "$alberich" match -engine "cmd=$alberich" name=A nodes=400 \
    -engine "cmd=$alberich" name=B nodes=200 -variant tworing \
    -openings "file=$openings" order=random -srand 7 -repeat -rounds 10 \
    -shard {}/4 -pgnout part-{}.pgn ">" part-{}.log ::: 1 2 3 4

"$alberich" match -join part-*.pgn >joined
cat part-*.pgn >all.pgn
"$alberich" match -join all.pgn >counted
diff joined counted
"$alberich" pgn --check all.pgn | grep "^20 games, 20 right"
grep "^Ptnml.* 10 pairs$" joined
# The parts have no opening in common.
test "$(grep '^\[FEN' all.pgn | sort | uniq -c | awk '{ print $1 }' | sort -u)" = 2
cat joined
