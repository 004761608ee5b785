//! Target triples, as llc writes them.

/// A triple as llc writes it: architecture, vendor, system and environment in their places as far as they
/// are known words, `unknown` in those that are empty.
pub fn normalize(triple: &str) -> String {
    let mut parts: Vec<&str> = triple.split('-').collect();
    let kinds: [fn(&str) -> bool; 4] = [|_| true, is_vendor, is_system, is_environment];
    let mut placed = [true, false, false, false];
    for at in 1..4 {
        placed[at] = parts.get(at).is_some_and(|part| kinds[at](part));
    }
    for place in 1..4 {
        if placed[place] {
            continue;
        }
        let is_free = |at: usize| at >= 4 || !placed[at];
        let wanted = |at: &usize| is_free(*at) && kinds[place](parts[*at]);
        let Some(found) = (1..parts.len()).find(wanted) else {
            continue;
        };
        if found > place {
            // The words between move on to the next free places.
            let mut word = std::mem::take(&mut parts[found]);
            let mut at = place;
            while !word.is_empty() {
                while at < 4 && placed[at] {
                    at += 1;
                }
                std::mem::swap(&mut word, &mut parts[at]);
                at += 1;
            }
        } else {
            push_right(&mut parts, &placed, found, place);
        }
        placed[place] = true;
    }
    if parts.get(2).is_some_and(|part| part.starts_with("win")) {
        if parts[2].starts_with("win32") {
            parts[2] = "windows";
        }
        if parts.len() == 3 {
            parts.push("msvc");
        }
    }
    for part in parts.iter_mut().filter(|part| part.is_empty()) {
        *part = "unknown";
    }
    parts.join("-")
}

/// Moves the word at `at` to `place` by inserting empty words before it, around those that are `placed`.
fn push_right<'t>(parts: &mut Vec<&'t str>, placed: &[bool; 4], mut at: usize, place: usize) {
    let next = |mut at: usize| {
        at += 1;
        while at < 4 && placed[at] {
            at += 1;
        }
        at
    };
    while at < place {
        let mut word: &'t str = "";
        let mut slot = at;
        while slot < parts.len() {
            std::mem::swap(&mut word, &mut parts[slot]);
            if word.is_empty() {
                break;
            }
            slot = next(slot);
        }
        if !word.is_empty() {
            parts.push(word);
        }
        at = next(at);
    }
}

fn is_vendor(word: &str) -> bool {
    const WORDS: [&str; 12] = [
        "apple", "pc", "scei", "sie", "ibm", "nvidia", "amd", "mesa", "suse", "oe", "img", "mti",
    ];
    WORDS.contains(&word)
}

/// Whether a word of a triple names an operating system.
pub fn is_system(word: &str) -> bool {
    const WORDS: [&str; 14] = [
        "linux", "darwin", "macos", "ios", "tvos", "watchos", "windows", "win32", "freebsd",
        "netbsd", "openbsd", "solaris", "fuchsia", "hurd",
    ];
    WORDS.iter().any(|system| word.starts_with(system))
}

fn is_environment(word: &str) -> bool {
    const WORDS: [&str; 8] = [
        "gnu", "musl", "android", "eabi", "msvc", "itanium", "cygnus", "macabi",
    ];
    WORDS
        .iter()
        .any(|environment| word.starts_with(environment))
        || matches!(word, "elf" | "macho" | "coff")
}

#[cfg(test)]
mod tests {
    use super::normalize;

    #[test]
    fn triples_are_written_as_llc_writes_them() {
        for (given, expected) in [
            ("x86_64", "x86_64"),
            ("x86_64--", "x86_64-unknown-unknown"),
            ("x86_64-linux-gnu", "x86_64-unknown-linux-gnu"),
            ("aarch64--linux-gnu", "aarch64-unknown-linux-gnu"),
            ("x86_64-pc-linux", "x86_64-pc-linux"),
            ("x86_64-gnu-linux", "x86_64-unknown-linux-gnu"),
            ("aarch64-none-elf", "aarch64-none-unknown-elf"),
            ("aarch64-none-linux-gnu", "aarch64-none-linux-gnu"),
        ] {
            assert_eq!(normalize(given), expected);
        }
    }
}
