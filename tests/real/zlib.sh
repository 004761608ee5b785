#!/usr/bin/env bash
# Compiles zlib with its `example`, `infcover` and `minigzip`; the first two check themselves, the third has to
# compress to the bytes that gcc's build makes and to give the original back.
set -euo pipefail
cd "$(dirname "$0")"
source ./common.sh
prepare
fetch_sources

zlib=$work/sources/vendor/libz-sys/src/zlib
programs=(example infcover minigzip)
flags=(-D_LARGEFILE64_SOURCE=1 -DHAVE_HIDDEN -DHAVE_UNISTD_H -DHAVE_STDARG_H)

# The crate lacks zlib's own test programs; Debian's development package has them among its documents.
if [ ! -d "$work/sources/zlib1g-dev" ]; then
    (
        mkdir -p "$work/sources/zlib1g-dev.part"
        cd "$work/sources/zlib1g-dev.part"
        apt-get download -qq zlib1g-dev 2>/dev/null || { install_packages ca-certificates && apt-get download -qq zlib1g-dev; }
        dpkg -x zlib1g-dev_*.deb .
        mv ../zlib1g-dev.part ../zlib1g-dev
    )
fi
examples=$work/sources/zlib1g-dev/usr/share/doc/zlib1g-dev/examples

# Links every program with the library: `link FOLDER`, where FOLDER has the objects.
link() {
    local objects=() file program
    for file in "$zlib"/*.c; do
        objects+=("$1/$(basename "$file" .c).o")
    done
    for program in "${programs[@]}"; do
        "${gcc[@]}" "$1/$program.o" "${objects[@]}" -o "$1/$program"
    done
}

# Compresses the file `input` at several levels, from a file and from a pipe, and back.
round_trips() {
    local folder=$1 level
    (
        cd "$folder"
        timeout 60 "${run[@]}" ./example >example.txt
        timeout 60 "${run[@]}" ./infcover >infcover.txt 2>&1
        for level in -1 -6 -9 -f -h -r; do
            timeout 60 "${run[@]}" ./minigzip $level <../input >"compressed$level"
            timeout 60 "${run[@]}" ./minigzip -d <"compressed$level" | cmp - ../input
            gzip -dc <"compressed$level" | cmp - ../input
        done
        cp ../input copy
        timeout 60 "${run[@]}" ./minigzip copy
        timeout 60 "${run[@]}" ./minigzip -d copy.gz
        cmp copy ../input
    )
}

# Whether two folders have the same results.
same_results() {
    local file
    for file in example.txt infcover.txt compressed-1 compressed-6 compressed-9 compressed-f compressed-h compressed-r; do
        cmp "$1/$file" "$2/$file" || return 1
    done
}

build_and_run() {
    local folder=$1 way=$2
    compile_files "$folder" "$way" "${flags[@]}" -I"$zlib" -- "$zlib"/*.c "${programs[@]/%/.c}"
    link "$folder"
    round_trips "$folder"
    same_results "$expected" "$folder"
}

rm -rf "$built/zlib"
expected=$built/zlib/gcc
mkdir -p "$expected"
# SQLite's source is text of ten megabytes; objects of ours and of others are data.
cat "$work/sources/vendor/libsqlite3-sys/sqlite3/sqlite3.c" "$(command -v gcc)" >"$built/zlib/input"
cp "$examples"/{example,infcover,minigzip}.c "$built/zlib/"
cd "$built/zlib"
for file in "$zlib"/*.c "${programs[@]/%/.c}"; do
    "${gcc[@]}" -O1 -w "${flags[@]}" -I"$zlib" -c "$file" -o "$expected/$(basename "$file" .c).o"
done
link "$expected"
round_trips "$expected"

for way in "${ways[@]}"; do
    check "zlib, clang -$way" build_and_run "$built/zlib/${way// /}" "$way"
done
summarize zlib ${#ways[@]}
