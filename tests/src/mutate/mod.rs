//! Mutated inputs: whatever the input, each command reports an error or does its work. None panics, is killed by a
//! signal, runs for seconds, or leaves half an output file.
//!
//! ```text
//!   seed, number ─ mutation ─▶ a text ─ commands ─▶ worker process, one input after the other ─▶ outcome
//!                    ▲                                   │ ends: the next worker goes on
//!                    └── corpus: .ll, .bc, .mir files    ▼
//!                                               a failure: number, file, command, symptom
//! ```
//!
//! | file | has |
//! |---|---|
//! | `corpus` | the files that are mutated |
//! | `mutation` | exchanges of bytes, lines, numbers, types, operations and names |
//! | `words` | what replaces what |
//! | `bits` | exchanges of bits and words of bitcode |
//! | `commands` | the commands that run on each input |
//! | `worker` | the process that runs commands |
//! | `session` | the process that starts workers and counts |

mod bits;
pub mod commands;
pub mod corpus;
pub mod mutation;
pub mod session;
mod words;
pub mod worker;

use self::corpus::Form;
use crate::random::Random;

/// What an input is made from.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Index of the file in the corpus.
    pub file: usize,
    /// The text, or bitcode.
    pub text: Vec<u8>,
    /// Random numbers for whoever chooses what is done with it.
    pub random: Random,
}

/// Input `number` of `seed`: of each file one, in the order of the corpus, and again from the start.
///
/// What is made from a file depends on its name and text, the seed and the round, so that a new file in the corpus leaves
/// (nearly) all other inputs as they were.
pub fn mutant(corpus: &corpus::Corpus, seed: u64, number: u64) -> Mutant {
    let files = corpus.files.len() as u64;
    let (file, round) = ((number % files) as usize, number / files);
    let start = seed.wrapping_mul(0x1_0000_0001).wrapping_add(round);
    let mut random = Random::new(start ^ corpus.files[file].key);
    let text = match corpus.files[file].form {
        Form::Bitcode => bits::mutate(corpus, file, &mut random),
        Form::Ir | Form::Mir => mutation::mutate(corpus, file, &mut random),
    };
    Mutant { file, text, random }
}
