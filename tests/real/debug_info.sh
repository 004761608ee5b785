#!/usr/bin/env bash
# Compiles the shipped C programs with debug information: `llvm-dwarfdump --verify` has to find nothing wrong in the
# objects, made by us and by the assembler, and the code has to be that of the programs without.
set -euo pipefail
cd "$(dirname "$0")"
source ./common.sh
prepare
command -v llvm-dwarfdump-19 >/dev/null || install_packages llvm-19

# The code of an object: `code_of OBJECT`.
code_of() {
    "${binutils}objcopy" -O binary -j .text "$1" "$1.code"
    cmp "$1.code" "${2:-$1.code}"
}

# Compiles `FILE` at `LEVEL` and looks at what came of it.
verify() {
    local level=$2 name=$built/debug_info/$2/$(basename "$1" .c)
    clang-19 "--target=$triple" -g "-$level" -w -S -emit-llvm "$1" -o "$name.ll"
    opt-19 -S --strip-debug "$name.ll" -o "$name.stripped.ll"
    "$avarice" compile "$name.ll" "-$level" -o "$name.o"
    "$avarice" compile "$name.stripped.ll" "-$level" -o "$name.stripped.o"
    code_of "$name.o"
    code_of "$name.stripped.o" "$name.o.code"
    "$avarice" compile "$name.ll" "-$level" -o "$name.s"
    "${binutils}as" "$name.s" -o "$name.text.o"
    llvm-dwarfdump-19 --verify "$name.o" "$name.text.o" >"$name.log"
}

for level in O0 O2; do
    mkdir -p "$built/debug_info/$level"
    for file in "$root"/tests/programs/src/*.c; do
        check "debug information of $(basename "$file"), -$level" verify "$file" "$level"
    done
done
summarize "debug information" 126
