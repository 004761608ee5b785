//! Running a program with its streams connected, within a time limit.

use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// What a program wrote and how it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolOutput {
    /// What it wrote to standard output; also to standard error, if the two were merged.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error; empty if the two streams were merged.
    pub stderr: Vec<u8>,
    /// Its exit code; 128 and the signal's number if a signal ended it, as a shell has it.
    pub exit_code: i32,
}

/// How long to wait between looks at a program that closed its streams and still runs.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Runs `command`, which must not have its streams set, with `stdin` as its input.
///
/// With `merge_streams` standard error goes where standard output goes, in the order written.
///
/// # Errors
///
/// Whatever keeps the program from starting; [`io::ErrorKind::TimedOut`] if it was ended because it
/// ran longer than `timeout`. The processes it started end with it.
pub(crate) fn run(
    mut command: Command,
    stdin: &[u8],
    merge_streams: bool,
    timeout: Duration,
) -> io::Result<ToolOutput> {
    let deadline = Instant::now() + timeout;
    let (stdout_reader, stdout_writer) = io::pipe()?;
    let mut readers = vec![stdout_reader];
    if merge_streams {
        command.stderr(stdout_writer.try_clone()?);
    } else {
        let (stderr_reader, stderr_writer) = io::pipe()?;
        readers.push(stderr_reader);
        command.stderr(stderr_writer);
    }
    command
        .stdout(stdout_writer)
        .stdin(Stdio::piped())
        .process_group(0);
    let mut child = command.spawn()?;
    // The command holds the writing ends; while one is open here, no reader would see an end.
    drop(command);
    let (sender, receiver) = mpsc::channel();
    let expected = readers.len();
    for (index, reader) in readers.into_iter().enumerate() {
        read_in_background(reader, index, sender.clone());
    }
    if let Some(mut pipe) = child.stdin.take() {
        let input = stdin.to_vec();
        // A program need not read its input, so a broken pipe is no error.
        thread::spawn(move || drop(pipe.write_all(&input)));
    }
    let collected = collect(&receiver, expected, deadline)
        .and_then(|streams| wait_until(&mut child, deadline).map(|status| (streams, status)));
    let (mut streams, status) = match collected {
        Ok(finished) => finished,
        Err(error) => {
            end_group(&mut child);
            return Err(error);
        }
    };
    let exit_code = status
        .code()
        .unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    let stderr = if merge_streams {
        Vec::new()
    } else {
        streams.pop().unwrap_or_default()
    };
    Ok(ToolOutput {
        stdout: streams.pop().unwrap_or_default(),
        stderr,
        exit_code,
    })
}

fn read_in_background(
    mut reader: io::PipeReader,
    index: usize,
    sender: Sender<(usize, io::Result<Vec<u8>>)>,
) {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let result = reader.read_to_end(&mut bytes).map(|_| bytes);
        // The receiver is gone after a time-out.
        drop(sender.send((index, result)));
    });
}

/// Waits for the content of `count` streams, in the order of their indices.
fn collect(
    receiver: &Receiver<(usize, io::Result<Vec<u8>>)>,
    count: usize,
    deadline: Instant,
) -> io::Result<Vec<Vec<u8>>> {
    let mut streams = vec![Vec::new(); count];
    for _ in 0..count {
        let left = deadline.saturating_duration_since(Instant::now());
        let (index, bytes) = receiver
            .recv_timeout(left)
            .map_err(|_| io::ErrorKind::TimedOut)?;
        streams[index] = bytes?;
    }
    Ok(streams)
}

fn wait_until(child: &mut Child, deadline: Instant) -> io::Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if Instant::now() >= deadline {
            return Err(io::ErrorKind::TimedOut.into());
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Ends the program and all processes of its group.
fn end_group(child: &mut Child) {
    let group = i32::try_from(child.id())
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        // It may have ended by itself in the meantime, which is as good.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    drop(child.kill());
    drop(child.wait());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, merge: bool, timeout: Duration) -> io::Result<ToolOutput> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, b"input", merge, timeout)
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn streams_and_exit_code_come_back() {
        let output = sh("cat; echo err >&2; exit 3", false, LONG).unwrap();
        assert_eq!(output.stdout, b"input");
        assert_eq!(output.stderr, b"err\n");
        assert_eq!(output.exit_code, 3);
    }

    #[test]
    fn merged_streams_keep_their_order() {
        let output = sh("echo 1; echo 2 >&2; echo 3", true, LONG).unwrap();
        assert_eq!(output.stdout, b"1\n2\n3\n");
        assert_eq!(output.stderr, b"");
    }

    #[test]
    fn a_signal_is_told_from_an_exit_code() {
        assert_eq!(sh("kill -9 $$", false, LONG).unwrap().exit_code, 137);
    }

    #[test]
    fn a_program_that_hangs_is_ended_with_its_children() {
        let start = Instant::now();
        let error = sh("sleep 100 & sleep 100", false, Duration::from_millis(200)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}
