#!/usr/bin/env bash
# From nothing to a network, in small: games by the count of material, and a network that knows more
# of games kept apart than their mean. Takes the program, or target/release/alberich.
set -euo pipefail
cd "$(dirname "$0")/.."
alberich=$(realpath "${1:-target/release/alberich}")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"

for seed in 1 2; do
    "$alberich" datagen --variant tworing --eval-file material --games 150 --nodes 300 --seed $seed \
        --threads 2 --output part-$seed.data
done
"$alberich" data join part-1.data part-2.data --output joined.data
"$alberich" data shuffle joined.data --output games.data
"$alberich" data check games.data
"$alberich" data stats games.data
"$alberich" train games.data --output tworing.net --hidden 32 --buckets 1 --epochs 10 --batch 512 \
    --learning-rate 0.003 --validation 0.2 --threads 2

# The last line of the table has the losses after the last epoch.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { loss = $column["validation_loss"]; constant = $column["constant_loss"] }
    END { print "loss " loss ", of the mean " constant; exit !(loss < 0.9 * constant) }' tworing.csv

# It plays, and the file is refused when a byte is wrong.
"$alberich" bench 5 --variant tworing --eval-file tworing.net
printf x | dd of=tworing.net bs=1 seek=2000 conv=notrunc status=none
if "$alberich" bench 1 --eval-file tworing.net 2>refusal; then exit 1; fi
grep checksum refusal
