//! Images for AArch64, as a session would load them there: a C host gets the finished image (code, stubs, relocations applied,
//! unwind and thread-local tables) and runs it under qemu. The same inputs run in this process on x86-64.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use avarice::jit::{Image, ImagePart, WordValue, link};
use avarice::{Module, Options, compile};

/// What each input of `inputs/image` prints, and its exit code.
const INPUTS: [(&str, &str, i32); 3] = [
    (
        "exceptions",
        "constructed\n~fail\n~handle\n7\n~fail\n~handle\n30\n~fail\n~handle\nsomething else\n~fail\n~handle\n0\n\
         ~fail\nagain 3\ndestroyed\n",
        5,
    ),
    (
        "threads",
        "41 -1 1hread\n= 43\n42 -2 2hread\n= 44\n43 -3 3hread\n= 45\n40 0 thread\n",
        0,
    ),
    (
        "pages",
        "code r-\ndata rw\ntext r-\nwritable and executable: 0\n",
        0,
    ),
];

fn input(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs/image");
    folder.join(name)
}

/// The image of a module for AArch64.
fn image(path: &Path, level: u8) -> Image {
    let options = Options::default()
        .in_process()
        .level(level)
        .target("aarch64-linux-gnu");
    let object = Module::read(path).and_then(|module| compile(&module, &options));
    let object = object.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    link(&[&object]).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The words of the host's format.
#[derive(Default)]
struct Words(Vec<u8>);

impl Words {
    fn put(&mut self, words: &[u64]) {
        let bytes = words.iter().flat_map(|word| word.to_le_bytes());
        self.0.extend(bytes);
    }

    /// A length and so many bytes, filled up to full words.
    fn bytes(&mut self, bytes: &[u8]) {
        self.put(&[bytes.len() as u64]);
        self.0.extend_from_slice(bytes);
        self.0.resize(self.0.len().next_multiple_of(8), 0);
    }

    fn list(&mut self, words: &[u64]) {
        self.put(&[words.len() as u64]);
        self.put(words);
    }

    fn part(&mut self, part: &ImagePart) {
        self.put(&[part.offset, part.size]);
        self.bytes(&part.bytes);
    }
}

/// An image as the host reads it.
fn for_host(image: &Image) -> Vec<u8> {
    let mut words = Words::default();
    words.put(&[image.size()]);
    image.parts().iter().for_each(|part| words.part(part));
    words.put(&[image.words.len() as u64]);
    for word in &image.words {
        words.put(&match word.value {
            WordValue::Address(offset) => [word.offset, 0, offset as u64, 0],
            WordValue::Import { name, addend } => [word.offset, 1, addend as u64, u64::from(name)],
            WordValue::ThreadLocals => [word.offset, 2, 0, 0],
        });
    }
    words.put(&[image.imports().len() as u64]);
    for (index, name) in image.imports().enumerate() {
        words.bytes(name.as_bytes());
        words.put(&[u64::from(image.may_miss(index))]);
    }
    words.put(&[image.unwind.start, image.unwind.end - image.unwind.start]);
    words.list(&image.constructors);
    words.list(&image.destructors);
    let locals = image.thread_locals.map_or([0; 4], |locals| {
        [locals.offset, locals.initialized, locals.size, locals.align]
    });
    words.put(&locals);
    let main = image.symbol("main").expect("a program has a function main");
    words.put(&[main.offset]);
    words.0
}

/// C with the table of imports of all images.
fn imports(images: &[Image]) -> String {
    // Whether a name may be missing in each image that has it: a weak reference fetches nothing out of an archive.
    let mut names: BTreeMap<&str, bool> = BTreeMap::new();
    for image in images {
        for (index, name) in image.imports().enumerate() {
            *names.entry(name).or_insert(true) &= image.may_miss(index);
        }
    }
    let mut declarations = String::new();
    let mut rows = String::new();
    for (name, may_miss) in names {
        let symbol = match name {
            "__tls_get_addr" => "host_tls_get_addr",
            _ => name,
        };
        let weak = match may_miss {
            true => " __attribute__((weak))",
            false => "",
        };
        declarations += &format!("extern char {symbol}[]{weak};\n");
        rows += &format!("    {{\"{name}\", {symbol}}},\n");
    }
    format!(
        "{declarations}struct import {{ const char *name; void *address; }};\n\
         const struct import imports[] = {{\n{rows}    {{0, 0}}\n}};\n"
    )
}

/// Runs the images one by one in the host, and hands what came to `check`.
fn run_in_host(images: &[Image], check: &mut dyn FnMut(usize, Output)) {
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("imports.c");
    fs::write(&table, imports(images)).expect("it is written");
    let host = folder.path().join("host");
    let built = Command::new("aarch64-linux-gnu-gcc")
        .args(["-static", "-O1", "-w", "-fno-builtin"])
        .args([input("host.c"), table])
        .args(["-lstdc++", "-lm", "-o"])
        .arg(&host)
        .output()
        .expect("the compiler for AArch64 starts");
    let errors = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "the host is not built: {errors}");
    for (index, image) in images.iter().enumerate() {
        let file = folder.path().join("image");
        fs::write(&file, for_host(image)).expect("it is written");
        let output = Command::new("qemu-aarch64")
            .arg(&host)
            .arg(&file)
            .stdin(Stdio::null())
            .output()
            .expect("qemu starts");
        check(index, output);
    }
}

#[test]
fn exceptions_threads_and_pages_on_aarch64() {
    for level in [0, 2] {
        let images = INPUTS.map(|(name, ..)| image(&input(name).with_extension("ll"), level));
        run_in_host(&images, &mut |index, output| {
            let (name, expected, code) = INPUTS[index];
            let said = String::from_utf8_lossy(&output.stdout);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(said, expected, "{name} at level {level}: {errors}");
            assert_eq!(output.status.code(), Some(code), "{name} at level {level}");
        });
    }
}

/// Every shipped program: it prints what it should.
#[test]
fn programs_on_aarch64() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let folder = programs.join("ll/aarch64/O2");
    let entries = fs::read_dir(folder).expect("programs are shipped");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    paths.sort();
    let images: Vec<Image> = paths.iter().map(|path| image(path, 2)).collect();
    let mut wrong = Vec::new();
    run_in_host(&images, &mut |index, output| {
        let name = paths[index].file_stem().expect("a name");
        let expected = programs.join("expected").join(name).with_extension("txt");
        if output.stdout != fs::read(expected).expect("what it prints is known") {
            let errors = String::from_utf8_lossy(&output.stderr);
            wrong.push(format!("{}: {}\n{errors}", name.display(), output.status));
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same inputs in this process, and there also with functions that are compiled when they are first called.
#[test]
#[cfg(target_arch = "x86_64")]
fn exceptions_threads_and_pages_here() {
    for options in [&["-O0"][..], &["-O2"], &["-O2", "--lazy"]] {
        for (name, expected, code) in INPUTS {
            let output = Command::new(env!("CARGO_BIN_EXE_avarice"))
                .arg("run")
                .args(options)
                .arg(input(name).with_extension("ll"))
                .output()
                .expect("it starts");
            let errors = String::from_utf8_lossy(&output.stderr);
            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(said, expected, "{name} {options:?}: {errors}");
            assert_eq!(output.status.code(), Some(code), "{name} {options:?}");
        }
    }
}
