//! Exchanges of bytes, lines, numbers, types, operations and names.
//!
//! A text is treated as tokens: words with what belongs to them (`%name`, `@f`, `i32`, `llvm.fshl.i32`), numbers, and
//! single characters. Replacing a token everywhere in a part of the text often leaves it well-formed, so that it gets
//! past the reader.

use std::ops::Range;

use super::corpus::Corpus;
use super::words::{GROUPS, NUMBERS, TYPES};
use crate::random::Random;

/// The most bytes that a mutated text has: repeated lines do not grow it beyond.
const MOST: usize = 1 << 18;

/// File `file` of `corpus` with one or a few mutations.
pub fn mutate(corpus: &Corpus, file: usize, random: &mut Random) -> Vec<u8> {
    let mut text = corpus.files[file].text.clone();
    let count = [1, 2, 3, 6][random.weighted(&[50, 25, 15, 10])];
    for _ in 0..count {
        if text.is_empty() || text.len() > MOST {
            break;
        }
        // Types and operations in most cases: they are what code is made of.
        match random.weighted(&[6, 4, 10, 14, 30, 22, 14]) {
            0 => mutate_bytes(&mut text, random),
            1 => cut(&mut text, random),
            2 => mutate_lines(&mut text, corpus, random),
            3 => mutate_number(&mut text, random),
            4 => mutate_type(&mut text, random),
            5 => mutate_operation(&mut text, random),
            _ => mutate_name(&mut text, random),
        }
    }
    text
}

/// Changes, swaps, removes or adds a byte.
fn mutate_bytes(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len() as u32) as usize;
    match random.below(5) {
        0 => text[at] = random.bits() as u8,
        1 => text[at] = random.pick(b"%@!{}[]()<>,=:;\"*#0a-. \n$^"),
        2 => {
            let other = random.below(text.len() as u32) as usize;
            text.swap(at, other);
        }
        3 => {
            text.remove(at);
        }
        _ => {
            let byte = text[at];
            text.insert(at, byte);
        }
    }
}

/// Ends the text early, or removes a part of it.
fn cut(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len() as u32) as usize;
    match random.chance(30) {
        true => text.truncate(at),
        false => {
            let end = text.len().min(at + 1 + random.below(40) as usize);
            text.drain(at..end);
        }
    }
}

/// Swaps, removes, doubles or copies lines, also out of other files.
fn mutate_lines(text: &mut Vec<u8>, corpus: &Corpus, random: &mut Random) {
    let mut lines: Vec<Vec<u8>> = text
        .split_inclusive(|b| *b == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    let count = lines.len() as u32;
    let (at, other) = (random.below(count) as usize, random.below(count) as usize);
    match random.below(5) {
        0 => lines.swap(at, other),
        1 => {
            lines.remove(at);
        }
        2 => lines.insert(at, lines[at].clone()),
        3 => lines.insert(at, lines[other].clone()),
        _ => {
            let file = corpus.any(random);
            let from: Vec<&[u8]> = file.text.split_inclusive(|b| *b == b'\n').collect();
            if !from.is_empty() {
                lines.insert(at, random.pick(&from).to_vec());
            }
        }
    }
    *text = lines.concat();
}

/// Whether a byte is part of names and words.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-' | b'%' | b'@' | b'!')
}

/// Words and single characters, without white space and without comments.
fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let (mut all, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let start = at;
        at += 1;
        match text[start] {
            b';' => {
                while at < text.len() && text[at] != b'\n' {
                    at += 1;
                }
            }
            byte if is_word(byte) => {
                while at < text.len() && is_word(text[at]) {
                    at += 1;
                }
                all.push(start..at);
            }
            byte if byte.is_ascii_whitespace() => {}
            _ => all.push(start..at),
        }
    }
    all
}

/// Types that are more than one token, as what they begin with; and those of one.
fn is_type_start(text: &[u8], token: &Range<usize>) -> bool {
    let word = &text[token.clone()];
    match word {
        b"<" | b"[" => {
            text.get(token.end).is_some_and(u8::is_ascii_digit) && type_end(text, token).is_some()
        }
        b"half" | b"bfloat" | b"float" | b"double" | b"x86_fp80" | b"fp128" | b"ptr" | b"void"
        | b"label" => true,
        [b'i', digits @ ..] => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// Where a type ends that begins with a bracket: on the same line.
fn type_end(text: &[u8], token: &Range<usize>) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.iter().enumerate().skip(token.start).take(60) {
        match byte {
            b'<' | b'[' => depth += 1,
            b'>' | b']' => depth -= 1,
            b'\n' | b'(' | b',' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// The part of the text in which something is exchanged: that place, a few lines around it, or everything.
fn extent(text: &[u8], at: &Range<usize>, random: &mut Random) -> Range<usize> {
    match random.weighted(&[45, 30, 25]) {
        0 => at.clone(),
        1 => {
            let reach = 1 << random.below(12);
            at.start.saturating_sub(reach)..text.len().min(at.end + reach)
        }
        _ => 0..text.len(),
    }
}

/// Puts `new` in the place of what is `old` in `extent`, where that is a word of its own.
fn exchange(text: &mut Vec<u8>, extent: Range<usize>, old: &[u8], new: &[u8]) {
    let mut result = text[..extent.start].to_vec();
    let mut at = extent.start;
    while at < extent.end {
        let ends = at + old.len();
        let found = text[at..].starts_with(old)
            && (at == 0 || !is_word(old[0]) || !is_word(text[at - 1]))
            && (!is_word(old[old.len() - 1]) || text.get(ends).is_none_or(|byte| !is_word(*byte)));
        if found {
            result.extend(new);
            at = ends;
        } else {
            result.push(text[at]);
            at += 1;
        }
    }
    result.extend(&text[at..]);
    *text = result;
}

/// Exchanges a number.
fn mutate_number(text: &mut Vec<u8>, random: &mut Random) {
    let is_number = |token: &Range<usize>| {
        let digits = text[token.clone()]
            .strip_prefix(b"-")
            .unwrap_or(&text[token.clone()]);
        !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
    };
    let numbers: Vec<Range<usize>> = tokens(text).into_iter().filter(is_number).collect();
    if numbers.is_empty() {
        return;
    }
    let at = numbers[random.below(numbers.len() as u32) as usize].clone();
    let new = match random.below(4) {
        0 => text[numbers[random.below(numbers.len() as u32) as usize].clone()].to_vec(),
        1 => {
            let old = std::str::from_utf8(&text[at.clone()])
                .ok()
                .and_then(|text| text.parse().ok());
            let old: i128 = old.unwrap_or(0);
            old.wrapping_add(random.pick(&[-1, 1, 2, 8]))
                .to_string()
                .into_bytes()
        }
        _ => random.pick(NUMBERS).as_bytes().to_vec(),
    };
    text.splice(at, new);
}

/// Exchanges a type, in one place or in many.
fn mutate_type(text: &mut Vec<u8>, random: &mut Random) {
    let types: Vec<Range<usize>> = tokens(text)
        .into_iter()
        .filter(|token| is_type_start(text, token))
        .map(|token| match text[token.start] {
            b'<' | b'[' => token.start..type_end(text, &token).unwrap_or(token.end),
            _ => token,
        })
        .collect();
    if types.is_empty() {
        return;
    }
    let at = types[random.below(types.len() as u32) as usize].clone();
    let new = match random.chance(25) {
        true => text[types[random.below(types.len() as u32) as usize].clone()].to_vec(),
        false => random.pick(TYPES).as_bytes().to_vec(),
    };
    let old = text[at.clone()].to_vec();
    let extent = extent(text, &at, random);
    exchange(text, extent, &old, &new);
}

/// Exchanges a word for another one of its kind; puts one where none was.
fn mutate_operation(text: &mut Vec<u8>, random: &mut Random) {
    let of_group = |token: &Range<usize>| {
        let word = &text[token.clone()];
        let is_in = |group: &&&[&str]| {
            group
                .iter()
                .any(|other| in_word(word, other.as_bytes()).is_some())
        };
        GROUPS
            .iter()
            .find(is_in)
            .map(|group| (token.clone(), *group))
    };
    let found: Vec<_> = tokens(text).iter().filter_map(of_group).collect();
    if found.is_empty() || random.chance(8) {
        let group = random.pick(GROUPS);
        let all = tokens(text);
        if let Some(token) = all.get(random.below(all.len().max(1) as u32) as usize) {
            let word = format!("{} ", random.pick(group));
            text.splice(token.start..token.start, word.into_bytes());
        }
        return;
    }
    let (token, group) = &found[random.below(found.len() as u32) as usize];
    let word = text[token.clone()].to_vec();
    let new = random.pick(group).as_bytes();
    let part = group
        .iter()
        .find_map(|other| in_word(&word, other.as_bytes()));
    let Some(part) = part else { return };
    let mut exchanged = word.clone();
    exchanged.splice(part, new.iter().copied());
    let extent = extent(text, token, random);
    exchange(text, extent, &word, &exchanged);
}

/// Where `part` is in `word`: all of it, or the name in that of an intrinsic.
fn in_word(word: &[u8], part: &[u8]) -> Option<Range<usize>> {
    if word == part {
        return Some(0..word.len());
    }
    let rest = word.strip_prefix(b"@llvm.")?;
    let end = rest.strip_prefix(part)?;
    let start = word.len() - rest.len();
    (end.is_empty() || end[0] == b'.').then(|| start..start + part.len())
}

/// Exchanges a name for another one that is in the text.
fn mutate_name(text: &mut Vec<u8>, random: &mut Random) {
    let is_name = |token: &Range<usize>| {
        token.len() > 1 && matches!(text[token.start], b'%' | b'@' | b'!' | b'$' | b'#')
    };
    let names: Vec<Range<usize>> = tokens(text).into_iter().filter(is_name).collect();
    if names.is_empty() {
        return;
    }
    let at = names[random.below(names.len() as u32) as usize].clone();
    let sigil = text[at.start];
    // Near ones are more often of the same function.
    let other = match random.chance(60) {
        true => {
            let near = |name: &&Range<usize>| {
                text[name.start] == sigil && name.start.abs_diff(at.start) < 400
            };
            let near: Vec<&Range<usize>> = names.iter().filter(near).collect();
            near[random.below(near.len() as u32) as usize].clone()
        }
        false => names[random.below(names.len() as u32) as usize].clone(),
    };
    let (old, new) = (text[at.clone()].to_vec(), text[other].to_vec());
    let extent = match random.chance(80) {
        true => at,
        false => extent(text, &at, random),
    };
    exchange(text, extent, &old, &new);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutate::corpus::{File, Form};

    #[test]
    fn exchanges_whole_words_only() {
        let mut text = b"add i32 %i32, i32x i32".to_vec();
        let all = 0..text.len();
        exchange(&mut text, all, b"i32", b"<2 x i8>");
        assert_eq!(text, b"add <2 x i8> %i32, i32x <2 x i8>");
        let all = 0..text.len();
        exchange(&mut text, all, b"<2 x i8>", b"i1");
        assert_eq!(text, b"add i1 %i32, i32x i1");
    }

    #[test]
    fn names_of_intrinsics_are_found_in_words() {
        assert_eq!(in_word(b"@llvm.fshl.i32", b"fshl"), Some(6..10));
        assert_eq!(in_word(b"@llvm.fshlx.i32", b"fshl"), None);
        assert_eq!(in_word(b"add", b"add"), Some(0..3));
        assert_eq!(in_word(b"addx", b"add"), None);
    }

    #[test]
    fn the_same_numbers_make_the_same_text() {
        let text = b"define i32 @f(i32 %a) {\n  %b = add i32 %a, 1\n  ret i32 %b\n}\n".to_vec();
        let file = File {
            path: "f.ll".into(),
            text: text.clone(),
            form: Form::Ir,
            key: 1,
        };
        let corpus = Corpus { files: vec![file] };
        let make = |seed| mutate(&corpus, 0, &mut Random::new(seed));
        assert_eq!(make(5), make(5));
        let changed = (0..100).filter(|seed| make(*seed) != text).count();
        assert!(changed > 80, "only {changed} of 100 differ");
    }
}
