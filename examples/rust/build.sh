#!/usr/bin/env bash
# Builds a Rust program with `avarice` in the place of rustc's code generator:
#
#     examples/rust/build.sh [SOURCE [PROGRAM]]
#
# rustc writes the IR of SOURCE (main.rs here), avarice makes the object file of it, and rustc links that with the
# standard library. AVARICE names the binary, OPT_LEVEL rustc's level; DEBUG_INFO=2 adds debug information.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source=${1:-$here/main.rs}
program=${2:-main}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rust=(rustc --edition 2024 --crate-name program -C "opt-level=${OPT_LEVEL:-2}" -C codegen-units=1
    -C "debuginfo=${DEBUG_INFO:-0}")
"${rust[@]}" --emit=llvm-ir -o "$work/program.ll" "$source"
"${AVARICE:-avarice}" compile "$work/program.ll" -relocation-model=pic -o "$work/program.o"

# The linker gets our object file instead of the one that rustc has made of the only unit.
cat > "$work/link" <<SCRIPT
#!/usr/bin/env bash
arguments=()
for argument in "\$@"; do
    case \$argument in
    *-cgu.0.rcgu.o) argument=$work/program.o ;;
    esac
    arguments+=("\$argument")
done
exec cc "\${arguments[@]}"
SCRIPT
chmod +x "$work/link"
"${rust[@]}" -C linker-flavor=gcc -C "linker=$work/link" -o "$program" "$source"
