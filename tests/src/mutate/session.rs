//! Starts workers, gives them inputs, and counts the outcomes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::commands;
use super::corpus::Corpus;
use super::mutant;

/// Seconds that a command may take.
const TIME: u64 = 10;
/// Seconds that it gets in a second attempt: the machine may have been busy.
const MORE_TIME: u64 = 60;
/// Inputs of one worker: then a new one begins with fresh memory.
const INPUTS_OF_WORKER: u64 = 2000;

/// One failure.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The number of the input.
    pub number: u64,
    /// The file that it was made from.
    pub file: PathBuf,
    /// The command.
    pub command: String,
    /// What happened, in words that are the same for the same cause.
    pub symptom: String,
}

/// What a session has found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How often each symptom was seen.
    pub symptoms: BTreeMap<String, u64>,
    /// Commands that succeeded, on inputs of which none failed.
    pub succeeded: u64,
}

/// How a session goes.
#[derive(Clone, Debug)]
pub struct Session<'a> {
    /// The files.
    pub corpus: &'a Corpus,
    /// The seed.
    pub seed: u64,
    /// The program and its words that start a worker; its folder is added.
    pub worker: Vec<String>,
    /// Where the first input of each symptom is put.
    pub keep: Option<&'a Path>,
}

/// A worker that runs.
struct Worker {
    child: Child,
    socket: UnixStream,
    answers: BufReader<UnixStream>,
    messages: PathBuf,
    /// Inputs that it has done.
    done: u64,
}

/// What became of an input.
enum Outcome {
    Late {
        command: usize,
    },
    Done {
        /// Commands that succeeded.
        succeeded: u64,
    },
    Failed {
        command: usize,
        symptom: String,
    },
}

impl Worker {
    fn start(words: &[String], folder: &Path, seconds: u64) -> io::Result<Self> {
        let inputs = folder.join("inputs");
        // What an earlier worker left when it was ended is no leftover of this one.
        let _ = fs::remove_dir_all(&inputs);
        fs::create_dir_all(&inputs)?;
        let messages = folder.join("messages");
        let stderr = File::options().create(true).append(true).open(&messages)?;
        let (socket, other) = UnixStream::pair()?;
        let child = Command::new(&words[0])
            .args(&words[1..])
            .arg(&inputs)
            .stdin(Stdio::from(OwnedFd::from(other)))
            .stdout(Stdio::null())
            .stderr(stderr)
            .env("RUST_BACKTRACE", "0")
            .spawn()?;
        socket.set_read_timeout(Some(Duration::from_secs(seconds)))?;
        let answers = BufReader::new(socket.try_clone()?);
        Ok(Self {
            child,
            socket,
            answers,
            messages,
            done: 0,
        })
    }

    /// Runs the commands on input `number`. After a failure the worker has ended.
    fn run(&mut self, number: u64) -> io::Result<Outcome> {
        File::options()
            .write(true)
            .truncate(true)
            .open(&self.messages)?;
        // A worker that is gone says so when it is listened to.
        let _ = writeln!(self.socket, "{number}");
        let mut command = 0;
        loop {
            let mut line = String::new();
            let symptom = match self.answers.read_line(&mut line) {
                Ok(0) => self.ending()?,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.stop();
                    return Ok(Outcome::Late { command });
                }

                Err(_) => self.ending()?,
                Ok(_) => {
                    let line = line.trim_end();
                    if let Some(count) = line.strip_prefix("done ") {
                        self.done += 1;
                        let succeeded = count.parse().map_err(io::Error::other)?;
                        return Ok(Outcome::Done { succeeded });
                    }
                    if let Ok(next) = line.parse() {
                        command = next;
                        continue;
                    }
                    line.to_owned()
                }
            };
            self.stop();
            return Ok(Outcome::Failed { command, symptom });
        }
    }

    /// Why the worker has ended.
    fn ending(&mut self) -> io::Result<String> {
        let status = self.child.wait()?;
        let messages = fs::read(&self.messages)?;
        let messages = String::from_utf8_lossy(&messages);
        let mut lines = messages.lines();
        let panic = lines.find_map(|line| line.split_once(" panicked at "));
        let of_memory = messages
            .lines()
            .any(|line| line.starts_with("memory allocation of"));
        let overflow = messages.contains("has overflowed its stack");
        Ok(match (panic, status.signal()) {
            (Some((_, place)), _) => {
                format!("panicked at {place} {}", lines.next().unwrap_or_default())
            }
            _ if of_memory => "out of memory".into(),
            _ if overflow => "stack overflow".into(),
            (None, Some(signal)) => format!("signal {signal}"),
            (None, None) => format!("ended: {status}"),
        })
    }

    fn stop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Session<'_> {
    /// Runs the commands on the inputs of these numbers, and tells of each failure as it is found.
    ///
    /// # Errors
    /// Workers cannot be started, or files cannot be written.
    pub fn run(
        &self,
        numbers: std::ops::Range<u64>,
        mut tell: impl FnMut(&Failure),
    ) -> io::Result<Report> {
        let folder = tempfile::tempdir()?;
        let mut worker = Worker::start(&self.worker, folder.path(), TIME)?;
        let mut report = Report::default();
        for number in numbers {
            if worker.done >= INPUTS_OF_WORKER {
                worker = Worker::start(&self.worker, folder.path(), TIME)?;
            }
            let mut outcome = worker.run(number)?;
            if let Outcome::Late { .. } = outcome {
                outcome = Worker::start(&self.worker, folder.path(), MORE_TIME)?.run(number)?;
                worker = Worker::start(&self.worker, folder.path(), TIME)?;
            }
            if let Outcome::Late { command } = outcome {
                let symptom = format!("no end after {MORE_TIME} seconds");
                outcome = Outcome::Failed { command, symptom };
            }
            match outcome {
                Outcome::Late { .. } => {}
                Outcome::Done { succeeded } => report.succeeded += succeeded,
                Outcome::Failed { command, symptom } => {
                    let failure = self.failure(number, command, symptom);
                    let count = report.symptoms.entry(failure.symptom.clone()).or_insert(0);
                    *count += 1;
                    if *count == 1 {
                        self.keep(&failure)?;
                    }
                    tell(&failure);
                    worker = Worker::start(&self.worker, folder.path(), TIME)?;
                }
            }
        }
        Ok(report)
    }

    fn failure(&self, number: u64, command: usize, symptom: String) -> Failure {
        let mut mutant = mutant(self.corpus, self.seed, number);
        let file = &self.corpus.files[mutant.file];
        let commands = commands::commands_for(file, &mut mutant.random);
        Failure {
            number,
            file: file.path.clone(),
            command: commands
                .get(command)
                .map_or(String::new(), |words| words.join(" ")),
            symptom,
        }
    }

    fn keep(&self, failure: &Failure) -> io::Result<()> {
        let Some(folder) = self.keep else {
            return Ok(());
        };
        fs::create_dir_all(folder)?;
        let mutant = mutant(self.corpus, self.seed, failure.number);
        let ending = self.corpus.files[mutant.file].form.extension();
        fs::write(
            folder.join(format!("{}_{}.{ending}", self.seed, failure.number)),
            mutant.text,
        )
    }
}
