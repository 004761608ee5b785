//! `analyze ssa`.

use std::io::Write;

use avarice_ir::Block;
use avarice_opt::liveness::slots::{Slots, phi_places};

use super::{Failure, Subject};

/// Lists for each stack slot that can be a value where it needs phis, in each form of SSA.
pub fn report(subject: &mut Subject<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let function = subject.function;
    let slots = Slots::new(subject.module, function);
    let places = phi_places(function, &slots).map_err(|error| subject.too_large(error))?;
    let mut totals = [0; 3];
    for (alloca, places) in slots.allocas().iter().zip(&places) {
        writeln!(out, "{}", subject.printer.inst(*alloca))?;
        let forms: [(&str, &[Block]); 3] = [
            ("minimal", &places.minimal),
            ("semi-pruned", &places.semi_pruned),
            ("pruned", &places.pruned),
        ];
        for ((name, blocks), total) in forms.into_iter().zip(&mut totals) {
            *total += blocks.len();
            write!(out, "  {name:12} {}", blocks.len())?;
            for (index, block) in blocks.iter().enumerate() {
                let lead = if index == 0 { ": " } else { ", " };
                write!(out, "{lead}{}", subject.printer.block_name(*block))?;
            }
            writeln!(out)?;
        }
    }
    let [minimal, semi_pruned, pruned] = totals;
    writeln!(
        out,
        "slots: {}, phis: {minimal} minimal, {semi_pruned} semi-pruned, {pruned} pruned",
        places.len()
    )?;
    Ok(())
}
