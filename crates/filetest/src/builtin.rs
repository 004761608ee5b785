//! The built-in commands of the runner, on which tests on any machine rely.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use crate::execute::{Context, Invocation, RunError, cannot};
use crate::filecheck::{self, NamedText};
use crate::process::ToolOutput;

type CommandResult = Result<ToolOutput, RunError>;

/// The exit code of a Rust program that panicked.
const PANIC_EXIT_CODE: i32 = 101;

/// From this exit code on a signal ended the program.
const FIRST_SIGNAL_EXIT_CODE: i32 = 128;

/// Runs `program` if it is built in.
pub(crate) fn run(
    context: &Context<'_>,
    program: &str,
    arguments: &[String],
    invocation: &Invocation<'_>,
) -> Option<CommandResult> {
    Some(match program {
        "true" | ":" => Ok(succeed(Vec::new())),
        "false" => Ok(fail("")),
        "echo" => Ok(echo(arguments)),
        "cat" => cat(context, arguments, invocation.stdin),
        "count" => Ok(count(arguments, invocation.stdin)),
        "env" => env(context, arguments, invocation),
        "not" | "!" => not(context, arguments, invocation),
        "split-file" => split_file(context, arguments),
        "FileCheck" => file_check(context, arguments, invocation.stdin),
        _ => return None,
    })
}

fn succeed(stdout: Vec<u8>) -> ToolOutput {
    ToolOutput {
        stdout,
        ..ToolOutput::default()
    }
}

fn fail(message: &str) -> ToolOutput {
    ToolOutput {
        stderr: message.as_bytes().to_vec(),
        exit_code: 1,
        ..ToolOutput::default()
    }
}

fn echo(arguments: &[String]) -> ToolOutput {
    let (newline, words) = match arguments.split_first() {
        Some((option, words)) if option == "-n" => ("", words),
        _ => ("\n", arguments),
    };
    succeed(format!("{}{newline}", words.join(" ")).into_bytes())
}

fn cat(context: &Context<'_>, arguments: &[String], stdin: &[u8]) -> CommandResult {
    if arguments.is_empty() {
        return Ok(succeed(stdin.to_vec()));
    }
    let mut output = Vec::new();
    for argument in arguments {
        if argument == "-" {
            output.extend_from_slice(stdin);
            continue;
        }
        match fs::read(context.directory.join(argument)) {
            Ok(bytes) => output.extend_from_slice(&bytes),
            Err(error) => return Ok(fail(&format!("cat: {argument}: {error}\n"))),
        }
    }
    Ok(succeed(output))
}

/// lit's `count N`: whether the input has `N` lines.
fn count(arguments: &[String], stdin: &[u8]) -> ToolOutput {
    let lines = stdin.split_inclusive(|&byte| byte == b'\n').count();
    match arguments {
        [wanted] if wanted.parse() == Ok(lines) => succeed(Vec::new()),
        [wanted] => fail(&format!("count: expected {wanted} lines and got {lines}\n")),
        _ => fail("count: takes one number\n"),
    }
}

/// `env NAME=VALUE… command…`
fn env(context: &Context<'_>, arguments: &[String], invocation: &Invocation<'_>) -> CommandResult {
    let mut environment = invocation.environment.clone();
    let mut words = arguments;
    while let Some((first, rest)) = words.split_first() {
        if first.starts_with('-') {
            return Err(RunError::Unsupported(format!(
                "`env {first}` is not understood"
            )));
        }
        let Some((name, value)) = first.split_once('=') else {
            break;
        };
        environment.push((name.to_owned(), value.to_owned()));
        words = rest;
    }
    context.invoke(&Invocation {
        words,
        environment,
        ..*invocation
    })
}

/// lit's `not`: turns failure into success. A command that crashes, by a signal or a panic, has not
/// failed in the sense of this, unless `--crash` asks for just that. Where `llc` reports an error and aborts, the
/// executable that stands for it reports one and exits with a code, which is what `--crash` asks of it.
fn not(context: &Context<'_>, arguments: &[String], invocation: &Invocation<'_>) -> CommandResult {
    let (wants_crash, words) = match arguments.split_first() {
        Some((option, words)) if option == "--crash" => (true, words),
        _ => (false, arguments),
    };
    let environment = invocation.environment.clone();
    let mut output = context.invoke(&Invocation {
        words,
        environment,
        ..*invocation
    })?;
    let crashed = output.exit_code == PANIC_EXIT_CODE || output.exit_code >= FIRST_SIGNAL_EXIT_CODE;
    let is_llc = words.first().is_some_and(|word| word == "llc");
    let wants_crash = wants_crash && !is_llc;
    output.exit_code = match (output.exit_code, crashed) {
        (0, _) => 1,
        (_, crashed) if crashed == wants_crash => 0,
        (code, true) => code,
        (_, false) => 1,
    };
    Ok(output)
}

/// lit's `split-file FILE DIRECTORY`: writes the parts of a file, which begin with `--- name` lines
/// after any comment leader, to separate files.
fn split_file(context: &Context<'_>, arguments: &[String]) -> CommandResult {
    let [source, directory] = arguments else {
        return Err(RunError::Unsupported(
            "`split-file` takes two arguments here".to_owned(),
        ));
    };
    let source = context.directory.join(source);
    let directory = context.directory.join(directory);
    let bytes = fs::read(&source).map_err(|error| cannot("read", &source, &error))?;
    let mut parts: Vec<(String, Vec<u8>)> = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if let Some(name) = part_name(&String::from_utf8_lossy(line)) {
            parts.push((name.to_owned(), Vec::new()));
        } else if let Some((_, content)) = parts.last_mut() {
            content.extend_from_slice(line);
        }
    }
    if parts.is_empty() {
        return Ok(fail("split-file: the file has no '--- name' line\n"));
    }
    for (name, content) in parts {
        let path = directory.join(name);
        let parent = path.parent().unwrap_or(Path::new("/"));
        fs::create_dir_all(parent).map_err(|error| cannot("create", parent, &error))?;
        fs::write(&path, content).map_err(|error| cannot("write", &path, &error))?;
    }
    Ok(succeed(Vec::new()))
}

fn part_name(line: &str) -> Option<&str> {
    let at = line.find("--- ")?;
    let leader = &line[..at];
    let is_leader = leader.len() <= 3 && leader.chars().all(|c| matches!(c, ';' | '#' | '/' | ' '));
    Some(line[at + 4..].trim()).filter(|name| is_leader && !name.is_empty())
}

fn file_check(context: &Context<'_>, arguments: &[String], stdin: &[u8]) -> CommandResult {
    let command = match filecheck::parse_arguments(arguments) {
        Ok(command) => command,
        Err(message) => return Err(RunError::Failed(message)),
    };
    let check_path = context.directory.join(&command.check_file);
    let check_bytes = fs::read(&check_path).map_err(|error| cannot("read", &check_path, &error))?;
    let mut input_name = "<stdin>";
    let mut input_bytes = Cow::Borrowed(stdin);
    if let Some(name) = &command.input_file {
        let path = context.directory.join(name);
        input_bytes = fs::read(&path)
            .map_err(|error| cannot("read", &path, &error))?
            .into();
        input_name = name;
    }
    let check_name = if check_path == context.test {
        context.display.to_string_lossy()
    } else {
        Cow::Borrowed(command.check_file.as_str())
    };
    let check_text = String::from_utf8_lossy(&check_bytes);
    let input_text = String::from_utf8_lossy(&input_bytes);
    let check = NamedText {
        name: &check_name,
        text: &check_text,
    };
    let input = NamedText {
        name: input_name,
        text: &input_text,
    };
    Ok(match filecheck::check(check, input, &command.options) {
        Ok(()) => succeed(Vec::new()),
        Err(report) => fail(&report),
    })
}
