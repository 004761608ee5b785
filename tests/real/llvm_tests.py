#!/usr/bin/env python3
"""Surveys of LLVM's own tests of code generation: how much of them Avarice takes, and how much it passes.

    llvm_tests.py options AVARICE LLVM_TEST_FOLDER    which options and passes of llc are refused
    llvm_tests.py crash   AVARICE LLVM_TEST_FOLDER    which commands panic, die of a signal or do not end
    llvm_tests.py mir     AVARICE LLVM_TEST_FOLDER    which tests of machine IR pass, of those that llc passes

LLVM_TEST_FOLDER is `llvm/test` of LLVM's sources, of the version of `--llc`. Only `mir` runs llc. LLVM's other tools
come from where the FileCheck with the suffix of llc's name is (`llc-19`: `FileCheck-19`; Debian: llvm-19-tools).
A summary is printed; `--out` is for the details, one case a line.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import tempfile

NO_ELF = "darwin|apple|macos|ios|tvos|watchos|macho|win32|windows|msvc|mingw|cygwin|coff|uefi|ilp32|gnux32|muslx32"
ARCHITECTURES = "x86_64|x86-64|x86_64h|amd64|aarch64|arm64|arm64e"
FOLDERS_OF_MIR = ["MIR/X86", "MIR/AArch64", "MIR/Generic"]
# Programs for `crash`, which succeed always, so that the commands after them are run. What llc was called with, what
# it wrote to standard error and how it ended go to a file.
STAND_INS = {"FileCheck": "#!/bin/sh\ncat >/dev/null\n", "not": """#!/bin/sh
[ "$1" = --crash ] && shift; "$@"; true\n""", "llc": """#!/bin/sh
ulimit -S -t 10; ulimit -v 4194304
log="$LLC_LOGS/$$"; printf "%s\\n" "$*" >"$log"
PROGRAM compile "$@" 2>>"$log"; echo "
exit code $?" >>"$log"
"""}
# What in a test, its path before its text, puts it outside of what the second group of `mir` is about.
LEFT_OUT = {
    "GlobalISel": r"\A.*/GlobalISel/|RUN:.*(global-isel|legalizer|regbankselect|instruction-select|irtranslator)",
    "SVE or SME": r"\A.*/[^/\n]*(sve|sme)[^/\n]*\n|\+(sve|sme)|vscale|:[zp]pr\b",
    "AVX-512": r"(?i)avx512|=(skx|knl|knm|skylake-avx512|cascadelake|icelake)|\bzmm|VR512"
               r"|\bVK\d|\bV[A-Z]+Z(128|256)?[rm][rm]\b",
}


class Test:
    """A test file: its path, its text, and its `RUN:` lines joined and expanded, with their numbers."""

    def __init__(self, path, scratch):
        self.path, self.scratch = path.resolve(), scratch
        self.text = re.split(r"^\W*END\.$", path.read_text(errors="replace"), maxsplit=1, flags=re.MULTILINE)[0]
        triple = re.search(r'^\s*target triple = "(.*)"', self.text, re.MULTILINE)
        self.triple = triple[1] if triple else "x86_64-unknown-linux-gnu"
        self.runs, first, command = [], 0, ""
        for number, line in enumerate(self.text.splitlines(), 1):
            if found := re.search(r"(?<![\w-])RUN:(.*)", line):
                first, command = first or number, command + found[1].rstrip()
                if command.endswith("\\"):
                    command = command[:-1]
                    continue
                self.runs.append((first, self.expand(command.strip())))
                first, command = 0, ""

    def expand(self, command):
        """`command` with lit's substitutions replaced."""
        folder, base = str(self.path.parent), f"{self.path.name}.tmp"
        values = {"s": str(self.path), "S": folder, "p": folder, "t": f"{self.scratch}/{base}", "T": self.scratch,
                  "basename_t": base, "%": "%", "python": "python3", "{pathsep}": ":", "{fs-sep}": "/"}
        names = "|".join(map(re.escape, sorted(values, key=len, reverse=True)))
        return re.sub(f"%/?({names})", lambda found: values[found[1]], command)

    def llc_commands(self, command):
        """The arguments and the redirected input of each llc command of a `RUN:` line."""
        lexer = shlex.shlex(command, posix=True, punctuation_chars="|&;<>")
        lexer.whitespace_split, lexer.commenters = True, ""
        tokens = iter([*lexer, ";"])
        words, source = [], ""
        for token in tokens:
            if re.fullmatch(r"&?[<>]+&?", token):
                if words[-1:] in (["1"], ["2"]):
                    words.pop()
                target = next(tokens)
                source = target if token == "<" else source
            elif re.fullmatch(r"[|&;]+", token):
                while words and re.match(r"(not|--crash|env)$|\w+=", words[0]):
                    words.pop(0)
                if words[:1] == ["llc"]:
                    yield words[1:], source
                words, source = [], ""
            else:
                words.append(token)

    def is_for_us(self, arguments):
        """Whether these arguments of llc ask for x86-64 or AArch64 on ELF."""
        triple = value(arguments, "mtriple") or self.triple
        architecture = value(arguments, "march") or triple.partition("-")[0]
        is_elf = not re.search(NO_ELF, triple + value(arguments, "target-abi"))
        return is_elf and re.fullmatch(ARCHITECTURES, architecture) is not None


def value(arguments, name):
    """The last value of an option, as `-name=value` or `-name value`; empty if it is not given."""
    return ([""] + re.findall(rf"(?:^| )--?{name}[= ](\S+)", " ".join(arguments)))[-1]


def run_shell(command, folder, variables=None):
    """Runs a command in bash for at most a minute: its exit code and all that it wrote."""
    words = ["timeout", "-s", "KILL", "60", "bash", "-c", "set -o pipefail; " + command]
    done = subprocess.run(words, cwd=folder, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False)
    return done.returncode, done.stdout


def over(options, look, folders, extensions):
    """What `look` returns for each test with one of `extensions` below `folders`."""
    paths = {path for folder in folders for path in pathlib.Path(options.folder, "CodeGen", folder).rglob("*")
             if path.suffix in extensions and "Inputs" not in path.parts}

    def with_scratch(path):
        with tempfile.TemporaryDirectory() as scratch:
            return look(Test(path, scratch))

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        return list(pool.map(with_scratch, sorted(paths)))


def environment(options, scripts, program):
    """The environment of `RUN:` lines, for which `scripts` with `program` in them are in place of other programs."""
    folder = tempfile.mkdtemp(dir=options.scratch)
    for name, script in scripts.items():
        pathlib.Path(folder, name).write_text(script.replace("PROGRAM", shlex.quote(program)))
        pathlib.Path(folder, name).chmod(0o755)
    original = shutil.which("FileCheck" + re.search(r"(-\d+)?$", options.llc)[0])
    llvm = os.path.dirname(os.path.realpath(original)) if original else folder
    return os.environ | {"PATH": os.pathsep.join([folder, llvm, os.environ["PATH"]])}


def refusal(avarice, test, arguments, source):
    """Why Avarice refuses these arguments of llc, with a module that is empty but for its triple in place of the
    input: ("option", its name), ("pass", its name), ("other", the message), or nothing."""
    kept, inputs, arguments = [], [source], iter(arguments)
    for argument in arguments:
        if argument == "-o":
            next(arguments, None)
        elif argument == "-" or argument.startswith("/"):
            inputs.append(argument)
        elif not argument.startswith("-o="):
            kept.append(argument)
    is_mir = value(kept, "x") == "mir" or any(name.endswith(".mir") for name in inputs)
    triple = f'target triple = "{test.triple}"\n'
    with tempfile.TemporaryDirectory() as folder:
        module = pathlib.Path(folder, "empty.mir" if is_mir else "empty.ll")
        module.write_text(f"--- |\n  {triple}...\n" if is_mir else triple)
        code, output = run_shell(shlex.join([avarice, "compile", *kept, "-o", os.devnull, str(module)]), folder)
    if found := re.search(r"'(\S+)' is an option of llc that is not supported", output):
        return "option", found[1]
    if found := re.search(r"pass '(\S*)' of llc (does not exist|is one for)|unknown pass '(\S*)'", output):
        return "pass", found[1] or found[3]
    return ("other", (output.splitlines() or [f"exit code {code}"])[0]) if code else None


def survey_options(options):
    """Counts the `RUN:` lines for x86-64 and AArch64 on ELF that are refused, by the first command that is."""
    def look(test):
        found = []
        for number, line in test.runs:
            commands = [command for command in test.llc_commands(line) if test.is_for_us(command[0])]
            reasons = (refusal(options.avarice, test, *command) for command in commands)
            if commands:
                found.append((f"{test.path}:{number}", next(filter(None, reasons), None), line))
        return found

    lines = sum(over(options, look, ["X86", "AArch64"], [".ll", ".mir"]), [])
    print(f"{len(lines)} RUN lines for x86-64 and AArch64 on ELF")
    for kind, what in ("option", "an option"), ("pass", "a missing pass"), ("other", "another reason"):
        names = collections.Counter(reason[1] for _, reason, _ in lines if reason and reason[0] == kind)
        print(f"refused for {what}: {names.total()} ({100 * names.total() / max(1, len(lines)):.1f} %)")
        for name, count in names.most_common(None if kind == "option" else 20):
            print(f"  {count:5} {name[:120]}")
    return [(place, *reason, line) for place, reason, line in lines if reason]


def how_it_ended(log):
    """What is wrong with the end of a command, from what the stand-in for llc recorded; nothing if all is well."""
    code = int((re.findall(r"\nexit code (\d+)\n$", log) or [128 + signal.SIGXCPU])[0])
    if panic := re.search(r".*(panicked|internal error).*", log.partition("\n")[2]):
        return "panic: " + panic[0]
    known = {101: "panic", 126: "not run", 127: "not run", 128 + signal.SIGXCPU: "time-out"}
    return known.get(code, f"signal {code - 128}" if code > 128 else "")


def survey_crash(options):
    """Runs the llc commands of all `RUN:` lines on their inputs, and lists those that do not end as they should."""
    variables = environment(options, STAND_INS, options.avarice)

    def look(test):
        lines, ended = [run for run in test.runs if list(test.llc_commands(run[1]))], []
        for number, line in lines:
            with tempfile.TemporaryDirectory() as logs:
                run_shell(f"{{ {line} ; }} >/dev/null", test.scratch, variables | {"LLC_LOGS": logs})
                for log in pathlib.Path(logs).iterdir():
                    text = log.read_text(errors="replace")
                    ended.append((f"{test.path}:{number}", how_it_ended(text), text.partition("\n")[0]))
        return len(lines), ended

    results = over(options, look, ["X86", "AArch64", *FOLDERS_OF_MIR], [".ll", ".mir"])
    ended = sum((ended for _, ended in results), [])
    rows = [row for row in ended if row[1]]
    print(f"{sum(lines for lines, _ in results)} RUN lines with llc, {len(ended)} commands run")
    for kind, count in collections.Counter(reason.partition(":")[0] for _, reason, _ in rows).items():
        print(f"  {count:5} {kind}")
    for row in rows:
        print("  ".join(row))
    return rows


def passes_with_llc(test, variables):
    """Whether all `RUN:` lines succeed with the programs of an environment."""
    succeeds = all(run_shell(line, test.scratch, variables)[0] == 0 for _, line in test.runs)
    return bool(test.runs) and succeeds != bool(re.search(r"XFAIL: *\*", test.text))


def our_failure(avarice, test):
    """Why `avarice filetest` does not pass the test, nothing if it does. Debug output does not need a build with
    assertions here, so a test that requires one is run from a copy that does not."""
    file = test.path
    if (text := re.sub(r"(REQUIRES:.*)\basserts\b", r"\1true", test.text)) != test.text:
        file = pathlib.Path(test.scratch, test.path.name)
        file.write_text(text)
    _, output = run_shell(shlex.join([avarice, "filetest", "--jobs", "1", str(file)]), test.scratch)
    if re.search(r"^1 passed, 0 failed$", output, re.MULTILINE):
        return ""
    found = re.search(r".*(error: |panicked|UNSUPPORTED: ).*", output)
    return (found[0] if found else " ".join(output.split())).replace(str(file), "FILE")


def why_left_out(avarice, test):
    """Why a test of the second group is not counted, nothing if it is."""
    for reason, pattern in LEFT_OUT.items():
        if re.search(pattern, f"{test.path}\n{test.text}"):
            return reason
    commands = [command for _, line in test.runs for command in test.llc_commands(line)]
    if not all(test.is_for_us(arguments) for arguments, _ in commands):
        return "another target"
    return "a missing pass" if any(names_missing_pass(avarice, test, *command) for command in commands) else ""


def option_name(word):
    """The name in an option, without dashes and value."""
    return word.lstrip("-").partition("=")[0]


def names_missing_pass(avarice, test, arguments, *rest):
    """Whether a command names a pass that Avarice does not have, whatever else of it is refused."""
    while reason := refusal(avarice, test, arguments, *rest):
        if reason[0] != "option":
            return reason[0] == "pass"
        name = option_name(reason[1])
        kept = [word for word in arguments if not word.startswith("-") or option_name(word) != name]
        if len(kept) == len(arguments):
            return False
        arguments = kept
    return False


def survey_mir(options):
    """Compares which tests of machine IR pass with llc and FileCheck, and which with `avarice filetest`: all of those
    about machine IR itself, and those of the targets that are about what Avarice does."""
    release, debug = (environment(options, {"llc": '#!/bin/sh\nexec PROGRAM "$@"\n'}, shutil.which(llc) or llc)
                      for llc in (options.llc, options.debug_llc or options.llc))

    def look(test):
        if name == "targets" and (reason := why_left_out(options.avarice, test)):
            return str(test.path), "left out", "", reason
        needs_debug = re.search(r"REQUIRES:.*\basserts\b|RUN:.*-debug-only", test.text)
        llc = "pass" if passes_with_llc(test, debug if needs_debug else release) else "fail"
        failure = our_failure(options.avarice, test)
        return str(test.path), llc, "fail" if failure else "pass", failure

    rows = []
    for name, folders in ("machine IR", FOLDERS_OF_MIR), ("targets", ["X86", "AArch64"]):
        results = over(options, look, folders, [".mir"] if name == "targets" else [".mir", ".ll"])
        both = [ours for _, llc, ours, _ in results if llc == "pass"]
        percent = 100 * both.count("pass") / max(1, len(both))
        print(f"{name}: {len(results)} files, {len(both)} passed by llc, {both.count('pass')} of these by us "
              f"({percent:.1f} %)")
        for reason, count in collections.Counter(row[3] for row in results if row[1] == "left out").items():
            print(f"  {count:5} left out: {reason}")
        for path, llc, ours, reason in results:
            if llc == "pass" and ours == "fail":
                print(f"  {path}: {reason}")
        rows += [(name, *row) for row in results]
    return rows


def main():
    """Reads the command line and runs one survey."""
    surveys = {"options": survey_options, "crash": survey_crash, "mir": survey_mir}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("survey", choices=surveys)
    parser.add_argument("avarice", type=os.path.abspath, help="the program")
    parser.add_argument("folder", help="llvm/test of LLVM's sources")
    parser.add_argument("--llc", default="llc-19", help="llc of LLVM's release (default: %(default)s)")
    parser.add_argument("--debug-llc", help="llc with debug output, for tests that need it")
    parser.add_argument("--jobs", type=int, default=2, help="commands at a time (default: %(default)s)")
    parser.add_argument("--out", help="where to write the details, as TSV")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as options.scratch:
        rows = surveys[options.survey](options)
    if options.out:
        lines = ("\t".join(re.sub(r"\s+", " ", field) for field in row) + "\n" for row in rows)
        pathlib.Path(options.out).write_text("".join(lines))


if __name__ == "__main__":
    main()
