//! Exchanges of bits and words of bitcode.
//!
//! Bitcode is a stream of fields that are not aligned to bytes: most have four to eight bits, and how wide one is may depend on
//! those before. A single bit that changes mostly gives a record another type, value or operation, and leaves the rest of the
//! stream as it was; words of 32 bits are what blocks are aligned to and count their length in.

use super::corpus::{Corpus, Form};
use crate::random::Random;

/// Bytes of a word.
const WORD: usize = 4;
/// The most bits that are copied from one place to another.
const RUN: u32 = 96;

/// File `file` of `corpus`, which is bitcode, with one or a few mutations.
pub fn mutate(corpus: &Corpus, file: usize, random: &mut Random) -> Vec<u8> {
    let mut bytes = corpus.files[file].text.clone();
    let count = [1, 2, 3, 6][random.weighted(&[50, 25, 15, 10])];
    for _ in 0..count {
        if bytes.len() < 2 * WORD {
            break;
        }
        match random.weighted(&[50, 12, 12, 8, 6, 6, 6]) {
            0 => flip(&mut bytes, random),
            1 => fill_field(&mut bytes, random),
            2 => copy_bits(&mut bytes, random),
            3 => exchange_byte(&mut bytes, random),
            4 => move_words(&mut bytes, random),
            5 => take_from_other(&mut bytes, corpus, random),
            _ => cut(&mut bytes, random),
        }
    }
    bytes
}

fn any_bit(bytes: &[u8], random: &mut Random) -> usize {
    random.below((bytes.len() * 8) as u32) as usize
}

fn bit(bytes: &[u8], at: usize) -> bool {
    bytes[at / 8] >> (at % 8) & 1 != 0
}

fn set_bit(bytes: &mut [u8], at: usize, value: bool) {
    let mask = 1 << (at % 8);
    match value {
        true => bytes[at / 8] |= mask,
        false => bytes[at / 8] &= !mask,
    }
}

fn flip(bytes: &mut [u8], random: &mut Random) {
    let at = any_bit(bytes, random);
    bytes[at / 8] ^= 1 << (at % 8);
}

fn exchange_byte(bytes: &mut [u8], random: &mut Random) {
    let at = random.below(bytes.len() as u32) as usize;
    bytes[at] = random.bits() as u8;
}

/// Makes up to 40 bits all ones or all zeros: large numbers, lengths and ids.
fn fill_field(bytes: &mut [u8], random: &mut Random) {
    let at = any_bit(bytes, random);
    let end = (at + 1 + random.below(40) as usize).min(bytes.len() * 8);
    let value = random.chance(60);
    (at..end).for_each(|at| set_bit(bytes, at, value));
}

/// Puts a run of bits in the place of another: a record of one kind, or a part of one, where another stands.
fn copy_bits(bytes: &mut [u8], random: &mut Random) {
    let (from, to) = (any_bit(bytes, random), any_bit(bytes, random));
    let most = bytes.len() * 8 - from.max(to);
    let count = (1 + random.below(RUN) as usize).min(most);
    let run: Vec<bool> = (from..from + count).map(|at| bit(bytes, at)).collect();
    for (offset, value) in run.into_iter().enumerate() {
        set_bit(bytes, to + offset, value);
    }
}

/// Removes or doubles a few words.
fn move_words(bytes: &mut Vec<u8>, random: &mut Random) {
    let words = (bytes.len() / WORD) as u32;
    let at = random.below(words) as usize * WORD;
    let end = (at + (1 + random.below(8) as usize) * WORD).min(bytes.len());
    match random.chance(50) {
        true => drop(bytes.drain(at..end)),
        false => {
            let doubled = bytes[at..end].to_vec();
            bytes.splice(end..end, doubled);
        }
    }
}

/// Puts words of another file where words of this one stand.
fn take_from_other(bytes: &mut [u8], corpus: &Corpus, random: &mut Random) {
    let other = corpus.any(random);
    if other.form != Form::Bitcode {
        return;
    }
    let words = bytes.len().min(other.text.len()) / WORD;
    if words == 0 {
        return;
    }
    let at = random.below(words as u32) as usize * WORD;
    let count = (1 + random.below(16) as usize).min(words - at / WORD) * WORD;
    bytes[at..at + count].copy_from_slice(&other.text[at..at + count]);
}

/// Ends the file early.
fn cut(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len() as u32) as usize;
    bytes.truncate(at);
}
