#!/usr/bin/env bash
# Random LLVM IR, compiled by us in several ways and by `llc-19` at -O2 and -O0; whatever these agree on, our code has to
# compute too. Modules of both compilers are linked with each other, so calls between them are tested.
#
#     tests/ir_fuzz.sh FIRST LAST [MACHINE]          compares the modules of seeds FIRST to LAST
#     tests/ir_fuzz.sh reduce SEED TEST [MACHINE]    prints the smallest modules found in which TEST (or a helper) fails
#     tests/ir_fuzz.sh print SEED [MACHINE]          prints the modules of a seed
#     tests/ir_fuzz.sh expect [MACHINE]              makes the checksums of the seeds in the test command again
#
# MACHINE is x86_64 (the default) or aarch64, which runs under qemu. What is refused as unsupported is counted by message
# and is no failure; nor is what llc itself compiles in two ways (`unclear`). Exits with 1 if anything failed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

words=("$@")
machine=x86_64
case ${words[-1]:-} in x86_64 | aarch64)
    machine=${words[-1]}
    unset 'words[-1]'
    ;;
esac
export MACHINE=$machine
cd "$here/real"
source ./common.sh
prepare
command -v llc-19 >/dev/null || install_packages llvm-19
cargo build --quiet --manifest-path "$root/Cargo.toml" -p avarice-tests --bin ir_fuzz
export AVARICE=$avarice IR_FUZZ_FOLDER=$work/ir_fuzz
fuzz=$target/debug/ir_fuzz

case ${words[0]:-} in
reduce) "$fuzz" reduce "$machine" "${words[1]}" "${words[2]}" ;;
print) "$fuzz" print "$machine" "${words[1]}" ;;
expect)
    for file in "$here/ir_fuzz/$machine"/*.txt; do
        "$fuzz" expect "$machine" "$(basename "$file" .txt)" >"$work/expected.txt"
        mv "$work/expected.txt" "$file"
    done
    ;;
*) "$fuzz" run "$machine" "${words[0]}" "${words[1]}" ;;
esac
