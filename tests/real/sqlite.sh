#!/usr/bin/env bash
# Compiles SQLite and lets it answer the statements of `queries.sql`, in memory and in a file; the answers
# have to be those of gcc's build.
set -euo pipefail
cd "$(dirname "$0")"
source ./common.sh
prepare
fetch_sources

sqlite=$work/sources/vendor/libsqlite3-sys/sqlite3
flags=(-DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE
    -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_ENABLE_STAT4 -DSQLITE_ENABLE_DBSTAT_VTAB)
files=("$sqlite/sqlite3.c" "$PWD/sqlite_driver.c")

# Runs the program in a folder; its output becomes `output.txt`.
answer() {
    (cd "$1" && timeout 120 "${run[@]}" ./driver "$root/tests/real/queries.sql" >output.txt &&
        timeout 120 "${run[@]}" ./driver "$root/tests/real/queries.sql" database.db >>output.txt)
}

build_and_run() {
    local folder=$1 way=$2
    compile_files "$folder" "$way" "${flags[@]}" -I"$sqlite" -- "${files[@]}"
    "${gcc[@]}" "$folder"/*.o -o "$folder/driver" -lm
    answer "$folder"
    diff "$expected/output.txt" "$folder/output.txt"
}

expected=$built/sqlite/gcc
rm -rf "$built/sqlite"
mkdir -p "$expected"
"${gcc[@]}" -w "${flags[@]}" -I"$sqlite" "${files[@]}" -o "$expected/driver" -lm
answer "$expected"

for way in "${ways[@]}"; do
    check "SQLite, clang -$way" build_and_run "$built/sqlite/${way// /}" "$way"
done
summarize SQLite ${#ways[@]}
