//! The process that runs commands, one input at a time.
//!
//! It is started by [`super::session`] with a socket as its standard input. On this come lines with the number of an input; for
//! each, a line with the number of each command goes out before it runs, then `done` with the number of those that succeeded, or what is wrong.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::ExitCode;

use rustix::process::{Resource, Rlimit, setrlimit};

use super::commands::{self, OUTPUT};
use super::corpus::Corpus;
use super::mutant;

/// Bytes of memory that a worker may have.
const MEMORY: u64 = 4 << 30;

/// Runs commands on what comes in until nothing does.
///
/// # Errors
/// Files cannot be written, or the session is gone.
pub fn run(corpus: &Corpus, seed: u64, folder: &Path) -> io::Result<()> {
    let limit = |most| Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    setrlimit(Resource::As, limit(MEMORY))?;
    setrlimit(Resource::Core, limit(0))?;
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut answers = socket.try_clone()?;
    for line in BufReader::new(socket).lines() {
        let number = line?.parse().map_err(io::Error::other)?;
        match run_input(corpus, (seed, number), folder, &mut answers)? {
            Ok(succeeded) => writeln!(answers, "done {succeeded}")?,
            Err(wrong) => writeln!(answers, "{wrong}")?,
        }
    }
    Ok(())
}

/// Runs all commands on an input. Returns how many succeed, or what is wrong with what one leaves.
fn run_input(
    corpus: &Corpus,
    (seed, number): (u64, u64),
    folder: &Path,
    answers: &mut UnixStream,
) -> io::Result<Result<u32, String>> {
    let mut succeeded = 0;
    let mut mutant = mutant(corpus, seed, number);
    let file = &corpus.files[mutant.file];
    let input = folder.join(file.form.input_name());
    fs::write(&input, &mutant.text)?;
    for (index, command) in commands::commands_for(file, &mut mutant.random)
        .iter()
        .enumerate()
    {
        writeln!(answers, "{index}")?;
        let line = commands::command_line(command, folder, file.form);
        let success = avarice::run_command_line(line) == ExitCode::SUCCESS;
        succeeded += u32::from(success);
        if let Some(wrong) = check_output(folder, command, success)? {
            return Ok(Err(wrong));
        }
    }
    fs::remove_file(input)?;
    let left = fs::read_dir(folder)?.next().transpose()?;
    Ok(match left {
        None => Ok(succeeded),
        Some(entry) => Err(format!("left behind: {}", entry.file_name().display())),
    })
}

/// Removes the output, if it is as it has to be: all of it after success, none of it after failure.
fn check_output(folder: &Path, command: &[String], succeeded: bool) -> io::Result<Option<String>> {
    let path = folder.join(OUTPUT);
    let bytes = match fs::read(&path) {
        Err(_) if !succeeded || command[0] == "analyze" => return Ok(None),
        Err(_) => return Ok(Some("success without output".into())),
        Ok(_) if !succeeded => return Ok(Some("output of a failure".into())),
        Ok(bytes) => bytes,
    };
    let is_object = command.iter().any(|word| word == "-filetype=obj");
    if is_object && let Err(error) = object::File::parse(&*bytes) {
        return Ok(Some(format!("object file: {error}")));
    }
    fs::remove_file(path)?;
    Ok(None)
}
