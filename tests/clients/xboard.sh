#!/usr/bin/env bash
# Lets the engine play itself in xboard, by uci2wb and with pondering, a game of chess and one of
# Chess960, and fails unless both end as games do. Prints the results.
# The engine is $ALBERICH or target/release/alberich; Debian has xboard, uci2wb and xvfb.
set -euo pipefail

fail() {
    echo "xboard.sh: $*" >&2
    exit 1
}

PATH=$PATH:/usr/games
for program in xboard uci2wb xvfb-run xauth; do
    command -v "$program" >/dev/null ||
        fail "$program is not installed; try: apt-get install xboard uci2wb xvfb xauth"
done
engine=$(realpath -m "${ALBERICH:-$(dirname "$0")/../../target/release/alberich}")
[[ -x $engine ]] || fail "there is no engine at $engine"

# xboard keeps its settings in the home directory.
HOME=$(mktemp -d)
export HOME
trap 'rm -rf "$HOME"' EXIT

# The result of the game in a file, if it has one.
result() {
    [[ -f $1 ]] && tr '\n' ' ' <"$1" | grep -oE '\{[^{}]*\} (1-0|0-1|1/2-1/2) *$'
}

play() {
    local variant=$1 pgn=$HOME/$1.pgn log=$HOME/$1.log end
    timeout 300 xvfb-run -a xboard -variant "$variant" -mg 1 -tc 0:02 -inc 0.1 \
        -fcp "uci2wb $engine" -scp "uci2wb $engine" -saveGameFile "$pgn" \
        -popupExitMessage false -popupMoveErrors false -soundProgram "" >"$log" 2>&1 &
    local job=$!
    # Once in many games xboard stays open after the end.
    while kill -0 "$job" 2>/dev/null && ! result "$pgn" >/dev/null; do
        sleep 1
    done
    sleep 2
    kill "$job" 2>/dev/null || true
    wait "$job" || true
    end=$(result "$pgn") ||
        fail "$variant: the game has not ended: $(tail -n 5 "$log"; cat "$pgn" 2>/dev/null)"
    [[ $end =~ [Mm]ate|[Dd]raw|[Rr]epetition|[Mm]aterial|50 ]] || fail "$variant: $end"
    echo "$variant: $end"
}

play normal
play fischerandom
