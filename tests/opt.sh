#!/usr/bin/env bash
# Whether `avarice opt` makes of the shipped programs, as clang writes them at -O0, what `opt-19` makes of them: text
# is equal but for the names of values and blocks. `optnone` is taken off, for opt honours it.
#
#     tests/opt.sh [PASSES…]
#
# Each argument is one pipeline in opt's syntax; without any, those below are compared. Prints how many modules are
# equal, and the first lines of what differs. Exits with 1 if a module differs, or fewer than all were compared. Needs opt-19; no test command runs it.
set -euo pipefail
cd "$(dirname "$0")/real"
source ./common.sh

[ $# -gt 0 ] || set -- mem2reg mem2reg,dce mem2reg,adce mem2reg,sccp called-value-propagation
prepare
command -v opt-19 >/dev/null || install_packages llvm-19
folder=$work/opt
mkdir -p "$folder"

# Numbers the names of each function in the order in which they occur, and drops comments.
without_names() {
    awk '
        /^; ModuleID/ || /^source_filename/ { next }
        { sub(/[ \t]*;.*/, "") }
        /^define / { delete number; count = 0; inside = 1 }
        /^}/ { inside = 0 }
        # What a global says of a block is its name only.
        !inside { gsub(/, %[-A-Za-z$._0-9]+\)/, ")") }
        inside && /^[-A-Za-z$._0-9]+:/ { $0 = "%" $0 }
        /^$/ { next }
        {
            line = ""
            while (inside && match($0, /%[-A-Za-z$._0-9]+/)) {
                name = substr($0, RSTART, RLENGTH)
                if (!(name in number)) number[name] = ++count
                line = line substr($0, 1, RSTART - 1) "%" number[name]
                $0 = substr($0, RSTART + RLENGTH)
            }
            print line $0
        }' "$1"
}

failed=0
for passes in "$@"; do
    equal=0 different=0
    for input in "$root"/tests/programs/ll/*/O0/*.ll; do
        sed 's/ optnone//' "$input" >"$folder/input.ll"
        "$avarice" opt "$folder/input.ll" -S -passes="$passes" -o "$folder/ours.ll"
        opt-19 "$folder/input.ll" -S -passes="$passes" -o "$folder/theirs.ll"
        without_names "$folder/ours.ll" >"$folder/ours.txt"
        without_names "$folder/theirs.ll" >"$folder/theirs.txt"
        if diff -u "$folder/theirs.txt" "$folder/ours.txt" >"$folder/difference.txt"; then
            equal=$((equal + 1))
        else
            different=$((different + 1))
            echo "$passes on ${input#"$root"/}:"
            sed -n '3,30p' "$folder/difference.txt"
        fi
    done
    echo "$passes: $equal equal, $different different"
    [ "$different" = 0 ] && [ "$equal" -ge 124 ] || failed=1
done
exit "$failed"
