//! Jobs that generate code, divided between clang's front end and our back end.

use super::job::Job;
use crate::diagnostics::Diagnostic;

/// The two halves of a job that generates code. A file of IR lies between them.
pub struct Halves {
    /// `clang -cc1 -emit-llvm`
    pub front: Job,
    /// `avarice compile`, with the program's name first.
    pub back: Vec<String>,
}

/// What an option of `clang -cc1` means to the generation of code.
enum Meaning {
    /// Ours of another name.
    Is(&'static str),
    /// Ours of this name, which goes up to the `=`, with the value that comes after the option.
    Value(&'static str),
    /// The next word is an option of LLVM's.
    Llvm,
    /// Not ours to do.
    Refused(&'static str),
}

use Meaning::{Is, Llvm, Refused, Value};

/// Options of `clang -cc1` that clang hands to LLVM's code generator beside the IR. All else is said by attributes and
/// flags in the IR, or does not concern the generation of code. Names that end in `=` have their value in the same word.
///
/// `-faddrsig`, which clang asks for by itself, lets a linker merge functions whose addresses are nowhere compared. Without
/// that table a linker takes all addresses for compared, so it is left out.
const OPTIONS: &[(&str, Meaning)] = &[
    ("-mrelocation-model", Value("-relocation-model=")),
    ("-mcmodel=", Value("-code-model=")),
    ("-mlarge-data-threshold=", Value("-large-data-threshold=")),
    ("-ffunction-sections", Is("-function-sections")),
    ("-fdata-sections", Is("-data-sections")),
    (
        "-fno-unique-section-names",
        Is("-unique-section-names=false"),
    ),
    ("-fbasic-block-sections=", Value("-basic-block-sections=")),
    (
        "-funique-basic-block-section-names",
        Is("-unique-basic-block-section-names"),
    ),
    ("-femulated-tls", Is("-emulated-tls")),
    ("-mtls-size=", Value("-tls-size=")),
    ("-ffp-contract=fast", Is("-fp-contract=fast")),
    ("-fstack-size-section", Is("-stack-size-section")),
    ("-debugger-tuning=", Value("-debugger-tune=")),
    (
        "--compress-debug-sections=",
        Value("-compress-debug-sections="),
    ),
    ("-split-dwarf-file", Value("-split-dwarf-file=")),
    ("-split-dwarf-output", Value("-split-dwarf-output=")),
    ("-fno-use-init-array", Is("-use-ctors")),
    ("-mrelax-relocations=no", Is("-x86-relax-relocations=false")),
    ("-mrelax-all", Is("-mc-relax-all")),
    ("-fbinutils-version=", Value("-binutils-version=")),
    ("-exception-model=", Value("-exception-model=")),
    ("-fno-verbose-asm", Is("-asm-verbose=false")),
    ("-mllvm", Llvm),
    ("-stack-usage-file", Refused("-fstack-usage")),
    ("-flto", Refused("optimization while linking (-flto)")),
    ("-flto=", Refused("optimization while linking (-flto)")),
    (
        "-fthinlto-index=",
        Refused("optimization while linking (-flto)"),
    ),
];

/// The language of a file that clang's code generator reads without its front end.
const ACTIONS: [(&str, &str); 2] = [("-emit-obj", "obj"), ("-S", "asm")];

/// The halves of a job, with the IR in `between`; `None` if it does not generate code.
///
/// # Errors
/// It asks for what is not supported.
pub fn divide(job: &Job, between: &str) -> Result<Option<Halves>, Diagnostic> {
    let is_front = job.words.get(1).is_some_and(|word| word == "-cc1");
    let mut action = None;
    let mut front = Vec::with_capacity(job.words.len());
    let mut back: Vec<String> = ["avarice", "compile", between].map(String::from).into();
    let mut level = "-O0".to_owned();
    let mut words = job.words.iter();
    while let Some(word) = words.next().filter(|_| is_front) {
        if let Some((_, kind)) = ACTIONS.iter().find(|(name, _)| name == word) {
            action = Some(*kind);
            front.push("-emit-llvm".to_owned());
            continue;
        }
        front.push(word.clone());
        if word == "-o" {
            let output = words.next().map_or("-", String::as_str);
            back.extend(["-o".to_owned(), output.to_owned()]);
            front.push(between.to_owned());
        } else if let Some(asked) = word.strip_prefix("-O") {
            level = optimization_level(asked).to_owned();
        } else if let Some((name, meaning)) = OPTIONS.iter().find(|(name, _)| means(name, word)) {
            match meaning {
                Is(ours) => back.push((*ours).to_owned()),
                Value(ours) => {
                    let value = match word.strip_prefix(name).filter(|_| name.ends_with('=')) {
                        Some(value) => value.to_owned(),
                        None => next(&mut words, &mut front),
                    };
                    back.push(format!("{ours}{value}"));
                }
                Llvm => back.push(next(&mut words, &mut front)),
                Refused(what) => {
                    return Err(Diagnostic::new(format!("{what} is not supported")));
                }
            }
        }
    }
    let Some(kind) = action else { return Ok(None) };
    back.extend([format!("-filetype={kind}"), level]);
    Ok(Some(Halves {
        front: Job { words: front },
        back,
    }))
}

fn means(name: &str, word: &str) -> bool {
    word == name || name.ends_with('=') && word.starts_with(name)
}

/// The value that stands in the next word, which the front end gets too.
fn next<'a>(words: &mut impl Iterator<Item = &'a String>, front: &mut Vec<String>) -> String {
    let value = words.next().cloned().unwrap_or_default();
    front.push(value.clone());
    value
}

/// llc's level for clang's: what optimizes for size or for debugging is said by attributes.
fn optimization_level(asked: &str) -> &'static str {
    match asked {
        "0" => "-O0",
        "1" | "g" => "-O1",
        "3" | "fast" => "-O3",
        _ => "-O2",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(words: &str) -> Job {
        Job {
            words: words.split(' ').map(String::from).collect(),
        }
    }

    #[test]
    fn a_job_is_divided() {
        let whole = job(
            "clang -cc1 -emit-obj -mrelocation-model pic -mcmodel=large -Os -mllvm -x86-asm-syntax=intel -o a.o -x c a.c",
        );
        let halves = divide(&whole, "t.ll").ok().flatten().expect("two halves");
        assert_eq!(
            halves.front.words.join(" "),
            "clang -cc1 -emit-llvm -mrelocation-model pic -mcmodel=large -Os -mllvm -x86-asm-syntax=intel -o t.ll -x c a.c"
        );
        assert_eq!(
            halves.back.join(" "),
            "avarice compile t.ll -relocation-model=pic -code-model=large -x86-asm-syntax=intel -o a.o -filetype=obj -O2"
        );
    }

    #[test]
    fn other_jobs_are_left() {
        for line in [
            "ld -o a a.o -S",
            "clang -cc1 -E -o a.i a.c",
            "clang -cc1as -o a.o a.s",
        ] {
            assert!(matches!(divide(&job(line), "t.ll"), Ok(None)), "{line}");
        }
    }

    #[test]
    fn what_is_not_ours_is_refused() {
        let words = "clang -cc1 -emit-obj -stack-usage-file a.su -o a.o a.c";
        let error = divide(&job(words), "t.ll").err().expect("an error");
        assert!(error.to_string().contains("-fstack-usage"), "{error}");
    }
}
