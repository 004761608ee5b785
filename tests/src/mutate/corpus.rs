//! The files that are mutated.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::random::Random;

/// What a file has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// LLVM IR as text.
    Ir,
    /// LLVM IR as bitcode.
    Bitcode,
    /// Machine IR.
    Mir,
}

impl Form {
    /// The form of a file with this extension, if there is one.
    fn of_extension(extension: &OsStr) -> Option<Self> {
        [Self::Ir, Self::Bitcode, Self::Mir]
            .into_iter()
            .find(|form| extension == form.extension())
    }

    /// How names of such files end, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Ir => "ll",
            Self::Bitcode => "bc",
            Self::Mir => "mir",
        }
    }

    /// The name of a mutated file, in the folder of the worker.
    pub fn input_name(self) -> String {
        format!("input.{}", self.extension())
    }
}

/// One file.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it is.
    pub path: PathBuf,
    /// What it has.
    pub text: Vec<u8>,
    /// What that is.
    pub form: Form,
    /// A number that stands for its path below the folder that was asked for.
    pub key: u64,
}

/// All files, in the order of their paths.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// The files.
    pub files: Vec<File>,
}

impl Corpus {
    /// The `.ll`, `.bc` and `.mir` files of at most `most` bytes in folders and what is below them.
    ///
    /// # Errors
    /// A folder or file cannot be read, or there is no such file.
    pub fn of_folders(folders: &[PathBuf], most: u64) -> io::Result<Self> {
        let mut corpus = Self::default();
        for folder in folders {
            corpus.add(folder, folder, most)?;
        }
        if corpus.files.is_empty() {
            return Err(io::Error::other("there are no .ll, .bc and .mir files"));
        }
        Ok(corpus)
    }

    /// Any of the files: most often the same one for the same random numbers, whatever files are beside it.
    pub fn any(&self, random: &mut Random) -> &File {
        let at = random.bits();
        let above = |file: &&File| file.key.wrapping_sub(at);
        self.files
            .iter()
            .min_by_key(above)
            .expect("a corpus has files")
    }

    fn add(&mut self, folder: &Path, path: &Path, most: u64) -> io::Result<()> {
        let meta = fs::metadata(path)?;
        if meta.is_dir() {
            let mut inside = fs::read_dir(path)?
                .map(|entry| entry.map(|entry| entry.path()))
                .collect::<io::Result<Vec<PathBuf>>>()?;
            inside.sort();
            return inside
                .iter()
                .try_for_each(|path| self.add(folder, path, most));
        }
        let form = path.extension().and_then(Form::of_extension);
        let Some(form) = form.filter(|_| meta.len() <= most) else {
            return Ok(());
        };
        self.files.push(File {
            path: path.to_owned(),
            text: fs::read(path)?,
            form,
            key: key(path.strip_prefix(folder).unwrap_or(path)),
        });
        Ok(())
    }
}

/// A number that differs between any two paths of a corpus, the same on each machine (FNV-1a).
fn key(path: &Path) -> u64 {
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}
