#!/usr/bin/env bash
# Random C programs: `csmith.sh [N [SEED]]` makes N programs (100) with csmith from seeds SEED (1) on,
# compiles each through us in several ways and compares the checksum that it prints with that of gcc's
# build. Programs whose build by gcc takes over a second of processor time to run are left out and counted apart;
# they may be two of five at most.
#
# What fails stays in `$built/csmith/SEED/`.
set -euo pipefail
cd "$(dirname "$0")"
source ./common.sh

# One program in all ways; prints a line for each way, `passed …`, `failed …` or `skipped …`.
one_program() {
    local seed=$1 folder=$built/csmith/$1 include=/usr/include/csmith way level options name verdict status keep=
    mkdir -p "$folder"
    # Csmith leaves a note about the platform where it runs.
    (cd "$folder" && csmith --seed "$seed" >program.c)
    "${gcc[@]}" -O1 -w -I"$include" "$folder/program.c" -o "$folder/expected"
    status=0
    (ulimit -t 1 && exec timeout 30 "${run[@]}" "$folder/expected" >"$folder/expected.txt") || status=$?
    # Out of processor time: the kernel's signal, SIGXCPU or SIGKILL.
    if [ "$status" = 152 ] || [ "$status" = 137 ]; then
        echo "skipped $seed: slow"
        rm -r "$folder"
        return
    elif [ "$status" != 0 ]; then
        echo "failed: seed $seed: gcc's program exits with $status"
        return
    fi
    for level in O0 O2; do
        clang-19 "--target=$triple" -"$level" -w -fPIE -I"$include" -S -emit-llvm "$folder/program.c" -o "$folder/$level.ll"
    done
    # Both of clang's levels with our defaults, and one more way in turn.
    for way in "O0 -O2" "O2 -O2" "${others[seed % ${#others[@]}]}"; do
        level=${way%% *} options=${way#* } name=${way// /}
        verdict=passed
        # shellcheck disable=SC2086
        if ! timeout 60 "$avarice" compile "$folder/$level.ll" $options -verify-machineinstrs \
            -verify-regalloc -relocation-model=pic --jobs 1 -filetype=obj -o "$folder/$name.o" 2>"$folder/$name.errors"; then
            verdict="failed to compile"
        elif ! "${gcc[@]}" "$folder/$name.o" -o "$folder/$name" 2>"$folder/$name.errors"; then
            verdict="failed to link"
        elif ! timeout 10 "${run[@]}" "$folder/$name" >"$folder/$name.txt"; then
            verdict="failed to run"
        elif ! cmp -s "$folder/$name.txt" "$folder/expected.txt"; then
            verdict="failed with a wrong checksum"
        fi
        [ "$verdict" = passed ] || keep=1
        echo "$verdict: seed $seed, clang -$way"
    done
    [ -n "$keep" ] || rm -r "$folder"
}

others=("O0 -O0" "O2 -O0" "O2 -O2 -regalloc=basic" "O2 -O2 -regalloc=fast")

if [ "${1:-}" = --one ]; then
    one_program "$2"
    exit
fi

count=${1:-100}
first=${2:-1}
prepare
[ -d /usr/include/csmith ] && command -v csmith >/dev/null || install_packages csmith libcsmith-dev
mkdir -p "$built/csmith"
results=$built/csmith/results.txt
seq "$first" $((first + count - 1)) |
    AVARICE=$avarice xargs -P "$processors" -n 1 bash ./csmith.sh --one >"$results"
grep '^failed' "$results" | sort || true
passed=$(grep -c '^passed' "$results" || true)
failed=$(grep -c '^failed' "$results" || true)
skipped=$(grep -c '^skipped' "$results" || true)
echo "csmith: $skipped programs left out, of $count"
# Each program that is not left out passes three times.
summarize csmith $((count * 3 * 3 / 5))
