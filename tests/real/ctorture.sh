#!/usr/bin/env bash
# GCC's C torture tests, out of Debian's source package of gcc 12: each is compiled by clang at -O0 and -O2 and by us at
# -O0 and -O2. Tests of `execute` are linked and run: a test finds its own mistakes and aborts. Tests of `compile` only have
# to become object files. Options that a test names in its head (`dg-options`) are taken where clang knows them; what it requires
# (`dg-require-effective-target`) and clang does not have is `skipped`, and what clang refuses is no test.
#
# What fails is compiled by llc-19 from the same IR at the same level. Where that fails, too, the test depends on undefined
# behaviour or on gcc, and is `unclear`; else it is `wrong`, or `refused` with our message.
#
#     tests/real/ctorture.sh [PATTERN]     takes the tests whose names match a shell pattern; then there are no floors
#
# `MACHINE=aarch64` is for AArch64 under qemu. It takes twenty minutes on two processors. Exits with 1 if a program is wrong, if something is
# refused, or if too few passed. `$built/ctorture/results.txt` has a line for each way of each test.
set -euo pipefail
cd "$(dirname "$0")"
source ./common.sh

# What must have passed at least, of four ways for each test.
case $machine in
x86_64) least_execute=6327 least_compile=7080 ;;
aarch64) least_execute=6321 least_compile=5000 ;;
esac
package=/usr/src/gcc-12
sources=$work/ctorture-sources
folder=$built/ctorture
# Properties of a target that clang, or its C, does not have.
lacking=(dfp untyped_assembly trampolines nonlocal_goto)

# Options of the test's head that clang understands, one a line. Those after a selector of targets are taken if it names this one.
options_of() {
    local line selector word
    grep -E 'dg-(additional-)?options' "$1" | while read -r line; do
        selector=${line##*target}
        if [ "$selector" != "$line" ]; then
            case "$machine $selector" in
            x86_64*x86_64*ia32* | x86_64*!*) continue ;;
            x86_64*x86_64-* | aarch64*aarch64*) ;;
            *) continue ;;
            esac
        fi
        line=${line#*\"}
        for word in ${line%%\"*}; do
            case $word in
            -fno-tree-* | -fno-early-* | -fno-ipa-* | -fno-ira-* | -fno-dce | -fmodulo-* | -fexpensive-* | -ftree-l* | -fno-vect-* | \
                -foptimize-* | -ffat-* | -O* | -W*) ;;
            -f* | -std=* | -D* | -m*) echo "$word" ;;
            esac
        done
    done
}

# Whether clang, or this target, does not have what the test requires.
is_skipped() {
    local name
    for name in "${lacking[@]}"; do
        grep -qE "dg-require-effective-target \"?$name" "$1" && return 0
    done
    grep -q 'dg-error' "$1" && return 0
    grep -E 'dg-do [a-z]+ *\{ *target|dg-skip-if "" *\{ *! ' "$1" | grep -qvE "$machine|lp64|R_flag_in_section|\*-\*-\*" && return 0
    return 1
}

# Links an object file and runs the program: `runs OBJECT PROGRAM`.
runs() {
    # The shell in between says what killed the program, to no one.
    "${gcc[@]}" "$1" -o "$2" -lm 2>/dev/null &&
        (cd "$folder" && ulimit -c 0 && timeout 20 "${run[@]}" "$2" >/dev/null) >/dev/null 2>&1
}

# Compiles a module, and runs the program where the test is one: `passes KIND BASE COMPILER…`.
passes() {
    local kind=$1 base=$2
    shift 2
    timeout 120 "$@" -relocation-model=pic -filetype=obj "$base.ll" -o "$base.o" 2>"$base.txt" || return 1
    [ "$kind" = compile ] || runs "$base.o" "$base"
}

# One test, in its ways; prints `KIND VERDICT TEST CLANG'S_LEVEL OUR_LEVEL [REASON]` for each.
one_test() {
    local kind=$1 file=$2 name base level ours flags reason standard verdict
    name=$(basename "$file" .c)
    if is_skipped "$file"; then
        echo "$kind skipped $name"
        return
    fi
    mapfile -t flags < <(options_of "$file")
    for level in 0 2; do
        base=$folder/$kind-$name-$level
        for standard in gnu17 gnu89 none; do
            [ "$standard" = none ] || timeout 60 clang-19 "--target=$triple" "-O$level" -w -Wno-implicit-function-declaration \
                -Wno-implicit-int -Wno-int-conversion -Wno-incompatible-function-pointer-types -Wno-return-type \
                "-std=$standard" "${flags[@]}" -fPIE -S -emit-llvm "$file" -o "$base.ll" 2>/dev/null && break
        done
        if [ "$standard" = none ]; then
            echo "$kind none $name $level"
            continue
        fi
        for ours in 0 2; do
            verdict='' reason=''
            if passes "$kind" "$base" "$avarice" compile "-O$ours" -verify-machineinstrs --jobs 1; then
                verdict=passed
            else
                reason=$(grep -m 1 -E '^error|panicked' "$base.txt" || true)
                verdict=wrong
                [[ $reason != "error: unsupported"* ]] || verdict=refused
                passes "$kind" "$base" llc-19 "-O$ours" || verdict=unclear
            fi
            echo "$kind $verdict $name $level $ours $reason"
        done
        rm -f "$base" "$base".*
    done
}

if [ "${1:-}" = --one ]; then
    one_test "$2" "$3"
    exit
fi

prepare
[ -d "$package" ] || install_packages gcc-12-source
command -v llc-19 >/dev/null || install_packages llvm-19
if [ ! -d "$sources" ]; then
    mkdir -p "$sources.part"
    archive=$(find "$package/" -name 'gcc-12*.tar.*' | head -n 1)
    tar xf "$archive" -C "$sources.part" --strip-components=4 --wildcards \
        '*/gcc.c-torture/execute/*.c' '*/gcc.c-torture/compile/*.c'
    mv "$sources.part" "$sources"
fi
rm -rf "$folder"
mkdir -p "$folder"
results=$folder/results.txt
for kind in execute compile; do
    # Tests of `builtins` are several files each.
    find "$sources/$kind" -name builtins -prune -o -name "${1:-*}.c" -print0 | sort -z |
        AVARICE=$avarice xargs -0 -r -P "$processors" -n 1 bash ./ctorture.sh --one "$kind"
done >"$results"

count() { grep -c "^$1 $2" "$results" || true; }
for kind in execute compile; do
    for verdict in passed wrong refused unclear skipped none; do
        echo "ctorture, $kind: $(count "$kind" "$verdict") $verdict"
    done
done
grep -E '^[a-z]+ (wrong|refused)' "$results" || true
if [ -z "${1:-}" ] &&
    { [ "$(count execute passed)" -lt "$least_execute" ] || [ "$(count compile passed)" -lt "$least_compile" ]; }; then
    echo "ctorture: at least $least_execute and $least_compile should have passed" >&2
    exit 1
fi
! grep -qE '^[a-z]+ (wrong|refused)' "$results"
