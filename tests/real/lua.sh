#!/usr/bin/env bash
# Compiles Lua's interpreter and runs `suite.lua` with it; the output has to be that of gcc's build.
set -euo pipefail
cd "$(dirname "$0")"
source ./common.sh
prepare
fetch_sources

lua=$work/sources/vendor/lua-src/lua-5.4.9
flags=(-DLUA_USE_POSIX)
# The crate has the library only; the main program is ours.
files=("$lua"/*.c "$PWD/lua_main.c")

build_and_run() {
    local folder=$1 way=$2
    compile_files "$folder" "$way" "${flags[@]}" -I"$lua" -- "${files[@]}"
    "${gcc[@]}" "$folder"/*.o -o "$folder/lua" -lm
    (cd "$folder" && timeout 60 "${run[@]}" ./lua "$root/tests/real/suite.lua" >output.txt)
    diff "$expected/output.txt" "$folder/output.txt"
}

expected=$built/lua/gcc
rm -rf "$built/lua"
mkdir -p "$expected"
"${gcc[@]}" -O1 -w "${flags[@]}" -I"$lua" "${files[@]}" -o "$expected/lua" -lm
(cd "$expected" && "${run[@]}" ./lua "$root/tests/real/suite.lua" >output.txt)

for way in "${ways[@]}"; do
    check "Lua, clang -$way" build_and_run "$built/lua/${way// /}" "$way"
done
summarize Lua ${#ways[@]}
