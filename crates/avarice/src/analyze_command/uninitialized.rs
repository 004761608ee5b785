//! `analyze uninitialized`.

use std::io::Write;

use avarice_opt::uninitialized;

use super::{Failure, Subject};

/// Lists reads of stack memory that may be unset, in the order of the function.
pub fn report(subject: &mut Subject<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let function = subject.function;
    let reads = uninitialized::unset_reads(subject.module, function)
        .map_err(|error| subject.too_large(error))?;
    for read in &reads {
        let paths = if read.on_every_path {
            "every path"
        } else {
            "some path"
        };
        if let Some(address) = function.insts[read.alloca].result.expand() {
            write!(out, "{}", subject.printer.value(address))?;
        }
        if let Some(block) = function.insts[read.inst].block.expand() {
            write!(out, " is read in {}", subject.printer.block_name(block))?;
        }
        let text = subject.printer.inst(read.inst);
        writeln!(out, " before it is set, on {paths}: {text}")?;
    }
    writeln!(out, "reads of memory that may be unset: {}", reads.len())?;
    Ok(())
}
