//! Reads the tables of a target, text files with one row per register, class or instruction, and
//! writes them as Rust source with one `avarice_target::TargetDesc`. A target's `build.rs` calls
//! [`run_build_script`]; nothing here names a target.
//!
//! # The format
//!
//! A line that starts with `#` is a comment. A line that starts with white space continues the previous
//! line. A line is a *statement* if its first word is one of the keywords below, else an *instruction row*.
//! Statements may refer to registers, indices and classes that come later, and rows to any statement; only
//! `operand` statements have to come after `pointer_classes`, and values after their column.
//!
//! ```text
//! target x86_64
//! word 32                                           encodings are words of 32 bits, see below
//! index sub_8bit size=8 offset=0 lanes=0x1          sub-register index; ? for unknown
//! register AX hw=0 parts=sub_8bit:AL,sub_8bit_hi:AH register, numbered from 1
//! register D0_D1..D31_D0 hw=0 parts=dsub0:D0,…      a range: `hw`, `dwarf` and all numbers in names rise
//! units AH, AL, FPCW~FPSW                           register units by root registers, numbered from 0
//! class GR16 size=16 spill=2/2 lanes=0x7 order=AX, CX, R8W..R11W super=GR32
//! pointer_classes GR64, GR64_NOSP                   classes of ptr0, ptr1 …
//! callee_saved RBX, RBP
//! mask CSR_64 RBX, RBP saved=RBX, RBP               registers preserved; those saved in prologues, in order
//! operand i32mem i64mem = mem(ptr0) mem mem(ptr1)   operand kinds and their flat operands
//! form form Form "What it says."                    how operands are laid out, an enum `Form`
//! value MRMSrcReg "What it means."                  a value of the form or column before it
//! column map OpMap "What it says."                  another encoding column, an enum `OpMap`
//! mark rex_w "What it says."                        an encoding column that is true or false
//! fixed_order                                       rows of this file keep their order and come first
//! fold ADD32rr 2 ADD32rm                            the memory form for a register operand
//! pressure_set GR16 66                              a register pressure set and its limit
//! pressure weight=2 limit=66 sets=34..35 classes=GR32     what classes take of sets; `units` likewise
//! sched_class 7 ADD32rr, SUB32rr                    instructions of a scheduling class, see below
//! ```
//!
//! Attributes of a `register`: `hw`, `dwarf`, `cost`, `reserved`, `constant`, `parts`; of a `class`: `size`,
//! `spill`, `lanes`, `copy_cost`, `priority`, `global`, `disjunct`, `unallocatable`, `largest`, `order`,
//! `also` (members outside the order), `super` (if they do not simply follow from the members); their meaning is
//! that of the fields of `RegDesc` and `RegClassDesc`.
//!
//! A `fold` line has the register form, the operand (`tied`: definition 0 and the use tied to it), the memory form,
//! then `align=N` and how memory is accessed (`load`, `store`) unless that is clear: operands after the first are
//! loaded, tied ones loaded and stored; `no_fold` and `no_unfold` forbid one direction.
//!
//! An instruction row has outputs, `=` and inputs in parentheses (`...` for any number of more), each as
//! `KIND:name` with a register class or operand kind, `&` before an early clobber, `=out` after an input
//! that is tied to an output. Then, in any order: registers read and written in addition to the
//! operands, flags (`InstrFlags` in lower case), encoding (form, opcode, values other than the first of
//! their column), features needed, size in bytes, domain and asm string:
//!
//! ```text
//! ADD32rm GR32:dst = (GR32:src1=dst, i32mem:src2) defs=EFLAGS [may_load] <MRMSrcMem 0x03 OpSize32>
//!     {NoNDD} "add{l}\t{$src2, $src1|$src1, $src2}"
//! ```
//!
//! Where encodings are words, they are written from the high end as fixed bits, `?` for bits that the row
//! leaves open, and bits of operands; an operand that is several flat ones may name these:
//!
//! ```text
//! ADDXrs GPR64:Rd = (GPR64:Rn, arith_shifted_reg64:Rm_and_shift(Rm, shift))
//!     <10001011 shift[7:6] 0 Rm[4:0] shift[5:0] Rn[4:0] Rd[4:0]> "add\t$Rd, $Rn, $Rm_and_shift"
//! ```
//!
//! # Scheduling models
//!
//! Classes of instructions belong to the target. A model, and what comes after it up to the next one, says what classes
//! mean for its processors. Numbers count resources in the order of their lines, from 1.
//!
//! ```text
//! sched_model HaswellModel issue=4 buffer=192 loop=50 load=5 high=10 mispredict=16 post_ra complete intervals
//! sched_processors core-avx2, haswell
//! sched_resource HWPort01 units=2 of=3,4            a group; otherwise perhaps buffer=N, super=RESOURCE
//! sched_row micro_ops=2 uses=3:1,7:4:2 latencies=5:9 advances=0:5,1:5:9 classes=1,4..7
//! sched_variant classes=12
//!     2445 if same(1 2)                             the first class whose condition holds
//!     2444                                          the class if none does
//! sched_predicate zero_idiom all(op(XOR32rr), same(1 2))
//! sched_slow DIVSDrr, SQRTSDr                       slow for models that do not describe instructions
//! ```
//!
//! A use is the resource, the cycle in which it is released and (unless 0) that in which it is acquired; a latency is
//! cycles and (unless 0) the number of what is written; an advance is the operand, cycles and (unless 0) what was
//! written. A row may also `begin` or `end` a group. Conditions are those of `avarice_target::scheduling::Condition`:
//! `all(…)`, `any(…)`, `not(…)`, `op(NAMES)`, `same(OPERAND OPERAND)`, `reg(OPERAND REGISTER)` (or `none`),
//! `is_reg(OPERAND)`, `is_imm(OPERAND)`, `imm(OPERAND NUMBER)`, `bits(OPERAND LOW WIDTH NUMBER)`,
//! `is_global(OPERAND)`, `physical(OPERAND CLASSES)`, `any_operand(CLASSES)`, and names of predicates read before.
//!
//! # Opcode numbers
//!
//! Rows of a `fixed_order` file come first and in order; all others follow as LLVM numbers them: pseudo
//! instructions first, then by name. So the order of other rows and files has no meaning.

mod derive;
mod error;
mod folds;
mod lines;
mod model;
mod name_range;
mod pressure;
mod pressure_sets;
mod rows;
mod scheduling;
mod scheduling_model;
mod statements;
mod words;
mod write;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use avarice_target::InstrFlags;

pub use error::{Error, Source};
use model::{Instruction, Tables};
use statements::Statements;

/// The Rust source of the tables in `sources`.
///
/// It defines `TARGET: avarice_target::TargetDesc` and modules of constants: `op` (opcodes), `reg`
/// (registers), `class`, `sub` (sub-register indices in upper case), `mask`, and `encoding` (an enum for the
/// form and each column, with a decoder `of(row)`; a function for each mark).
///
/// # Errors
///
/// The first thing in the files that is not understood, with its place.
pub fn generate(sources: &[Source]) -> Result<String, Error> {
    Ok(write::tables(&read(sources)?))
}

/// Reads all files.
fn read(sources: &[Source]) -> Result<Tables, Error> {
    let mut files = Vec::new();
    for source in sources {
        files.push(lines::logical_lines(source)?);
    }
    let lines: Vec<_> = files.iter().flatten().collect();
    let mut statements = Statements::declare(&lines)?;
    for line in lines.iter().filter(|line| statements::is_statement(line)) {
        statements.read(line)?;
    }
    if statements.tables.target.is_empty() {
        let path = sources
            .first()
            .map_or_else(String::new, |source| source.path.clone());
        let message = "no `target` statement in any file".into();
        return Err(Error {
            path,
            line: 1,
            column: 1,
            message,
        });
    }
    let mut names = model::Names::new("instruction", 0);
    let (mut fixed, mut sorted) = (Vec::new(), Vec::new());
    for file in &files {
        let is_fixed = file.iter().any(|line| line.keyword() == "fixed_order");
        let instructions = if is_fixed { &mut fixed } else { &mut sorted };
        for line in file.iter().filter(|line| !statements::is_statement(line)) {
            names.declare(&mut line.cursor())?;
            instructions.push(rows::read(&statements, line)?);
        }
    }
    let is_real = |row: &Instruction| !row.flags.contains(InstrFlags::PSEUDO);
    sorted.sort_by(|a, b| (is_real(a), &a.name).cmp(&(is_real(b), &b.name)));
    fixed.append(&mut sorted);
    let scheduling = scheduling::read(&statements, &fixed, &lines)?;
    let pressure = pressure::read(&statements, &lines)?;
    let mut tables = statements.tables;
    tables.scheduling = scheduling;
    tables.pressure = pressure;
    tables.instructions = fixed;
    tables.folds = folds::read(&tables.instructions, &lines)?;
    Ok(tables)
}

/// What a `build.rs` does: reads the tables at `paths` (files, or folders of `.tab` files) and writes
/// `tables.rs` into `OUT_DIR`. On an error it tells cargo to fail with file, line and message.
pub fn run_build_script(paths: &[&str]) {
    let result = read_sources(paths)
        .map_err(|error| error.to_string())
        .and_then(|sources| {
            let text = generate(&sources).map_err(|error| error.to_string())?;
            let folder =
                env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: run this from a build script")?;
            let path = Path::new(&folder).join("tables.rs");
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
        });
    if let Err(message) = result {
        println!("cargo::error={message}");
    }
}

/// Reads files and folders, in this order, files of a folder by name, and makes cargo watch them.
fn read_sources(paths: &[&str]) -> io::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for path in paths {
        println!("cargo::rerun-if-changed={path}");
        for file in files_at(Path::new(path))? {
            let name = file.display().to_string();
            let error = |error: io::Error| io::Error::other(format!("{name}: {error}"));
            let text = fs::read_to_string(&file).map_err(error)?;
            sources.push(Source { path: name, text });
        }
    }
    Ok(sources)
}

/// The file itself, or the `.tab` files of a folder by name.
fn files_at(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path)? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "tab") {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}
