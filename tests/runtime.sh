#!/usr/bin/env bash
# How fast our code is: the shipped programs at clang's -O2 (`O2`; `O2s`: without the vectorizers), compiled by us
# and by `llc-19 -O2` from the same IR. Prints each program's ratio (ours : llc's, below 1 is better), the geometric
# mean, the worst, and the size of `.text`.
#
#     tests/runtime.sh [time|count] [slots] [PROGRAM…]
#
# With `slots`, programs at clang's -O0 are compared with our own code for them where variables stay in stack slots
# (`-promote-slots=false`) instead.
#
# `time` (the default) gives each program so much work that it takes 0.3 s, runs the two in turns and compares
# the least user time of each: whatever else the machine does only adds to it. RUNS says how many turns (7).
# `count` compares instructions, counted by valgrind; these are the same on every machine.
# LEVELS says which levels ("O2 O2s"). Exits with 1 if what is measured is over the limits below.
set -euo pipefail
cd "$(dirname "$0")"
source real/common.sh

mean_limit=1.15
worst_limit=1.60
size_limit=1.10
mode=time
case ${1:-} in time | count)
    mode=$1
    shift
    ;;
esac
against=llc
levels=${LEVELS:-O2 O2s}
if [ "${1:-}" = slots ]; then
    against=slots
    levels=O0
    mean_limit=0.50
    shift
fi
programs=$root/tests/programs/ll/x86_64
folder=$work/runtime
runs=${RUNS:-7}
TIMEFORMAT=%U

prepare
command -v llc-19 >/dev/null || install_packages llvm-19
[ "$mode" = time ] || command -v valgrind >/dev/null || install_packages valgrind

# Compiles a program both ways: `build LEVEL PROGRAM` leaves `ours` and `theirs` in the folder of the program.
build() {
    local input=$programs/$1/$2.ll out=$folder/$1/$2
    mkdir -p "$out"
    "$avarice" compile "$input" -O2 -relocation-model=pic -filetype=obj -o "$out/ours.o"
    case $against in
    llc) llc-19 "$input" -O2 -relocation-model=pic -filetype=obj -o "$out/theirs.o" ;;
    slots) "$avarice" compile "$input" -O2 -promote-slots=false -relocation-model=pic -filetype=obj -o "$out/theirs.o" ;;
    esac
    gcc "$out/ours.o" -o "$out/ours" -lm
    gcc "$out/theirs.o" -o "$out/theirs" -lm
}

# User time in seconds: `seconds PROGRAM SCALE`.
seconds() {
    { time "$1" "$2" >/dev/null; } 2>&1
}

# A scale at which a program takes at least 0.3 s.
scale_of() {
    local scale=8 time
    while time=$(seconds "$1" "$scale") && awk "BEGIN { exit !($time < 0.3) }"; do
        scale=$(awk "BEGIN { print int($scale * ($time < 0.1 ? 3 : 0.36 / $time)) + 1 }")
    done
    echo "$scale"
}

# The least times of both: `least_times FOLDER` prints ours, then theirs.
least_times() {
    local scale times=() run
    scale=$(scale_of "$1/theirs")
    cmp <("$1/ours" "$scale") <("$1/theirs" "$scale") >&2
    for ((run = 0; run < runs; run++)); do
        times+=("$(seconds "$1/ours" "$scale") $(seconds "$1/theirs" "$scale")")
    done
    printf '%s\n' "${times[@]}" | awk '
        NR == 1 || $1 < ours { ours = $1 }
        NR == 1 || $2 < theirs { theirs = $2 }
        END { print ours, theirs }'
}

# Instructions of one run: `instructions PROGRAM`.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" 2>&1 >/dev/null | awk '/Collected/ { print $4 }'
}

# Bytes of code in an object file, in all its sections.
code_size() {
    size -A "$1" | awk '$1 ~ /^\.text/ { sum += $2 } END { print sum }'
}

measure() {
    local out=$folder/$1/$2 values
    build "$1" "$2"
    case $mode in
    time) values=$(least_times "$out") ;;
    count) values="$(instructions "$out/ours") $(instructions "$out/theirs")" ;;
    esac
    echo "$2 $values $(code_size "$out/ours.o") $(code_size "$out/theirs.o")"
}

# Reads lines `PROGRAM OURS THEIRS SIZE SIZE`; prints ratios, greatest first, and the summary of a level.
# Exits with 1 if a limit is exceeded.
report() {
    awk '{ printf "%-6s %-20s %.3f   .text %.3f\n", "'"$1"'", $1, $2 / $3, $4 / $5 }' "$2" | sort -k3,3nr
    awk -v level="$1" -v mode="$mode" -v mean_limit=$mean_limit -v worst_limit=$worst_limit -v size_limit=$size_limit '
        {
            ratio = $2 / $3; logs += log(ratio); ours += $4; theirs += $5
            if (ratio > worst) { worst = ratio; name = $1 }
        }
        END {
            mean = exp(logs / NR); size = ours / theirs
            printf "%-6s %s of %d programs: mean %.3f, worst %.3f (%s), .text %.3f\n", level, mode, NR, mean, worst, name, size
            exit mean > mean_limit || worst > worst_limit || size > size_limit
        }' "$2"
}

failed=0
for level in $levels; do
    mkdir -p "$folder/$level"
    lines=$folder/$level/$against-$mode.txt
    : >"$lines"
    if [ $# -gt 0 ]; then names=("$@"); else mapfile -t names < <(basename -s .ll "$programs/$level"/*.ll); fi
    for name in "${names[@]}"; do
        measure "$level" "$name" >>"$lines"
    done
    report "$level" "$lines" || failed=1
done
exit "$failed"
