#!/usr/bin/env bash
# Plays the engine of one commit against that of another, or against a program of others: a match
# with a name, that goes on where it stopped when it is started again.
#
#   tests/compare.sh NAME FIRST SECOND [OPTION...]
#   tests/compare.sh vests HEAD~5 HEAD -variant plunderchess -sprt elo0=0 elo1=10
#   tests/compare.sh toga HEAD toga2 -variant standard -rounds 200
#
# FIRST and SECOND are commits, which are built, or one of the programs below; stockfish:2500 is
# stockfish at that rating. The options are those of `alberich match`; those here are only what it
# begins with. Games, and what was said, are in target/compare/NAME.pgn and .log. The referee is the
# engine of the files as they are.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -lt 3 ]; then
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
fi
name=$1
first=$2
second=$3
shift 3
directory=$PWD/target/compare
mkdir -p "$directory"
PATH=$PATH:/usr/games

# Builds a commit, unless that was done before, and prints the program's path.
build() {
    local program=$directory/alberich-$1
    if [ ! -x "$program" ]; then
        local sources=$directory/sources-$1
        git worktree add --quiet --force --detach "$sources" "$1" >&2
        CARGO_TARGET_DIR=$directory/build cargo build --release --quiet --locked \
            --manifest-path "$sources/Cargo.toml" >&2
        cp "$directory/build/release/alberich" "$program.new"
        mv "$program.new" "$program"
        git worktree remove --force "$sources" >&2
    fi
    echo "$program"
}

# The words of an engine, one a line. What is set makes programs comparable: one thread, 16 MB
# where that can be said, no book, no thinking in our time.
engine() {
    echo -engine
    case $1 in
        glaurung) printf '%s\n' cmd=glaurung option.Threads=1 option.Ponder=false option.OwnBook=false ;;
        toga2) printf '%s\n' cmd=toga2 "option.Number of Threads=1" option.OwnBook=false option.Hash=16 ;;
        gnuchess) printf '%s\n' cmd=gnuchess arg=-u option.OwnBook=false ;;
        stockfish | fairy-stockfish | ethereal-chess)
            printf '%s\n' "cmd=$1" option.Threads=1 option.Hash=16
            ;;
        stockfish:*)
            printf '%s\n' cmd=stockfish "name=$1" option.Threads=1 option.Hash=16 \
                option.UCI_LimitStrength=true "option.UCI_Elo=${1#*:}"
            ;;
        *)
            local commit
            commit=$(git rev-parse --verify --quiet --short=10 "$1^{commit}") || {
                echo "compare.sh: $1 is no commit and no known program" >&2
                return 1
            }
            printf '%s\n' "cmd=$(build "$commit")" "name=$commit" option.Threads=1 option.Hash=16
            ;;
    esac
}

words=$(engine "$first")
mapfile -t one <<<"$words"
words=$(engine "$second")
mapfile -t two <<<"$words"
if [ "${one[*]}" = "${two[*]}" ]; then
    two+=("name=$second again")
fi
cargo build --release --quiet --locked

# The openings of the game that is played, and a clock if nothing else is said.
variant=chess
limits=(-each tc=8+0.08 timemargin=50)
arguments=("$@")
for index in "${!arguments[@]}"; do
    case ${arguments[index]} in
        -variant | --variant) variant=${arguments[index + 1]:-} ;;
        -each | --each) limits=() ;;
    esac
done
openings=positions/openings-${variant/standard/chess}.epd
book=()
if [ -f "$openings" ]; then
    book=(-openings "file=$openings" order=random)
fi

exec "${CARGO_TARGET_DIR:-target}/release/alberich" match "${one[@]}" "${two[@]}" \
    "${limits[@]}" "${book[@]}" -repeat -rounds 500 -concurrency "$(nproc)" -recover -resume \
    -pgnout "$directory/$name.pgn" -log "$directory/$name.log" engine=false "$@"
