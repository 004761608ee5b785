//! Bitcode that clang writes is read as the text is that clang writes of the same module; broken files are refused.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use avarice_bitcode::{is_bitcode, read_module};
use avarice_ir::printer::print_module;
use avarice_ir::{parse_module, verifier};

/// Texts in the language of LLVM 19.
const INPUTS: &[&str] = &[
    "../ir/tests/inputs/module.ll",
    "../ir/tests/inputs/instructions.ll",
    "../ir/tests/inputs/debug_records.ll",
    "../../tests/debug/inlined.ll",
    "../../tests/debug/shapes.ll",
];

/// What clang makes of LLVM IR without passes: `-emit-llvm-bc` or `-emit-llvm`.
fn clang(input: &Path, form: &str, output: &Path) {
    let status = Command::new("clang-19")
        .args(["-cc1", form, "-disable-llvm-passes", "-w", "-x", "ir"])
        .arg(input)
        .arg("-o")
        .arg(output)
        .stdin(Stdio::null())
        .status();
    let status = status.expect("clang-19 starts");
    assert!(
        status.success(),
        "clang-19 does not read {}",
        input.display()
    );
}

/// The bitcode of each input, and its text.
fn inputs() -> Vec<(&'static str, Vec<u8>, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let (bitcode, text) = (temporary.path().join("x.bc"), temporary.path().join("x.ll"));
    let made = INPUTS.iter().map(|name| {
        clang(&folder.join(name), "-emit-llvm-bc", &bitcode);
        clang(&bitcode, "-emit-llvm", &text);
        let read = |path: &Path| fs::read(path).expect("clang-19 writes its output");
        (*name, read(&bitcode), read(&text))
    });
    made.collect()
}

#[test]
fn bitcode_is_read_as_text_is() {
    for (name, bitcode, text) in inputs() {
        assert!(is_bitcode(&bitcode));
        let mut read = read_module(&bitcode).unwrap_or_else(|error| panic!("{name}: {error}"));
        let parsed = parse_module(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        // The name of the file.
        read.id = parsed.id.clone();
        assert!(
            print_module(&read) == print_module(&parsed),
            "{name} differs"
        );
        for (id, global) in parsed.globals.iter() {
            if let (Some(a), Some(b)) = (global.body(), read.globals[id].body()) {
                assert_eq!(a.layout, b.layout, "blocks of {}", global.name_str());
                b.verify_uses().expect("chains agree");
            }
        }
        assert_eq!(
            verifier::verify_module(&read).is_ok(),
            verifier::verify_module(&parsed).is_ok()
        );
    }
}

#[test]
fn mutated_files_are_refused_or_read() {
    // A fixed sequence.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for (_, bitcode, _) in inputs() {
        for _ in 0..300 {
            let mut bytes = bitcode.clone();
            for _ in 0..=next(6) {
                let at = next(bytes.len());
                match next(4) {
                    0 => bytes[at] = next(256) as u8,
                    1 => bytes[at] ^= 1 << next(8),
                    2 => bytes[at] = 0xff,
                    _ => {
                        let from = next(bytes.len());
                        let len = next(16).min(bytes.len() - at.max(from));
                        bytes.copy_within(from..from + len, at);
                    }
                }
            }
            survives(&bytes);
        }
        for cut in (0..bitcode.len()).step_by(97) {
            survives(&bitcode[..cut]);
        }
    }
}

/// Reads `bytes`; what is read can be verified, and printed if it is right.
fn survives(bytes: &[u8]) {
    match read_module(bytes) {
        Ok(module) => {
            if verifier::verify_module(&module).is_ok() {
                drop(print_module(&module));
            }
        }
        Err(error) => assert!(error.bit <= bytes.len() as u64 * 8, "{error}"),
    }
}

#[test]
fn wrappers_are_read_and_archives_refused() {
    let (_, bitcode, _) = inputs().swap_remove(0);
    let mut wrapped = vec![0xDE, 0xC0, 0x17, 0x0B];
    for word in [0, 20, bitcode.len() as u32, 7] {
        wrapped.extend(word.to_le_bytes());
    }
    wrapped.extend(&bitcode);
    assert!(is_bitcode(&wrapped) && read_module(&wrapped).is_ok());
    wrapped.truncate(wrapped.len() / 2);
    assert!(read_module(&wrapped).is_err());
    let error = read_module(b"!<arch>\n").expect_err("an archive");
    assert!(error.to_string().contains("archive"), "{error}");
    let error = read_module(b"BC\xC0\xDE").expect_err("nothing in it");
    assert_eq!(
        error.to_string(),
        "byte 0x4, bit 0: there is no module in this file"
    );
}
