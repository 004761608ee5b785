//! Jumps to functions that are near take their short form, as in llc's assembler.
//!
//! A function is encoded when nothing is known of the others, so its tail calls are long jumps. Where one goes to a
//! function of the same section that no other definition can replace, the assembler knows the distance:
//!
//! ```text
//!   0  f: … jmp g    eb 0c      12 bytes to g: short
//!   …  f ends, padding
//!  16  g: …
//!   …  h: … jmp g    e9 …      200 bytes to g: long
//! ```
//!
//! All of these jumps begin short. Each round lays the functions out and makes those long that do not reach; their
//! functions are encoded again. Jumps only grow, so this ends.

use std::collections::BTreeMap; // Allowed because it works once a module, in order.

use avarice_ir::Global;

use crate::buffer::FarJump;
use crate::error::EmitError;
use crate::function::encode_near;
use crate::function_code::{FunctionCode, is_near_candidate};
use crate::object_file::ObjectWriter;

/// A number for each section that has functions.
type SectionNumber = usize;

/// Encodes functions again whose jumps to other functions are short.
///
/// # Requires
/// `functions` are in the order of the object, and `writer` has what comes before them.
///
/// # Ensures
/// Every short jump reaches its target where the object has both.
///
/// # Errors
/// If a function cannot be encoded.
pub(crate) fn shorten(
    functions: &mut [(Global, FunctionCode)],
    writer: &ObjectWriter<'_>,
) -> Result<(), EmitError> {
    let has_machine = |at: &usize| functions[*at].1.machine.is_some();
    let kept: Vec<usize> = (0..functions.len()).filter(has_machine).collect();
    if kept.is_empty() {
        return Ok(());
    }
    let mut layout = Layout::new(functions, writer);
    let mut near: Vec<Vec<bool>> = kept
        .iter()
        .map(|at| layout.candidates(functions, *at, writer))
        .collect();
    let is_short = |index: &usize| near[*index].contains(&true);
    let mut changed: Vec<usize> = (0..kept.len()).filter(is_short).collect();
    while !changed.is_empty() {
        for index in changed.drain(..) {
            let code = &mut functions[kept[index]].1;
            *code = encoded_again(code, &near[index], writer)?;
        }
        layout.place(functions, writer)?;
        for (index, near) in near.iter_mut().enumerate() {
            if layout.lengthen(functions, kept[index], near) {
                changed.push(index);
            }
        }
    }
    Ok(())
}

fn encoded_again(
    code: &mut FunctionCode,
    near: &[bool],
    writer: &ObjectWriter<'_>,
) -> Result<FunctionCode, EmitError> {
    let machine = code.machine.take();
    let machine = machine.expect("only functions with machine code are encoded again");
    let model = &writer.model;
    let code = encode_near(model.module, &machine, model.emitter, model.options, near)?;
    Ok(FunctionCode {
        machine: Some(machine),
        ..code
    })
}

/// Where functions are in their sections.
struct Layout {
    /// The section of each function.
    sections: Vec<SectionNumber>,
    /// The bytes of each section before its first function.
    begins: Vec<u64>,
    /// The offset of each function's label.
    labels: Vec<u64>,
}

impl Layout {
    fn new(functions: &[(Global, FunctionCode)], writer: &ObjectWriter<'_>) -> Self {
        let mut numbers = BTreeMap::new();
        let (mut sections, mut begins) = (Vec::with_capacity(functions.len()), Vec::new());
        for (global, _) in functions {
            let (model, retains) = (&writer.model, writer.retains(*global));
            let name = model.names.get(*global);
            let spec = writer.sections.function(*global, name, retains);
            let size = model.size_of(&spec);
            let number = *numbers.entry(spec).or_insert(begins.len());
            if number == begins.len() {
                begins.push(size);
            }
            sections.push(number);
        }
        Self {
            sections,
            begins,
            labels: vec![0; functions.len()],
        }
    }

    /// Of each jump out of the function at a position, whether it goes to a function of the same section whose place
    /// only this object decides.
    fn candidates(
        &self,
        functions: &[(Global, FunctionCode)],
        at: usize,
        writer: &ObjectWriter<'_>,
    ) -> Vec<bool> {
        let model = &writer.model;
        let is_candidate = |jump: &FarJump| {
            let target = position(functions, jump.target);
            target.is_some_and(|target| self.sections[target] == self.sections[at])
                && is_near_candidate(model.module, jump.target, model.options)
        };
        let jumps = functions[at].1.far_jumps.iter();
        jumps.map(is_candidate).collect()
    }

    /// Lays the functions out one after the other.
    fn place(
        &mut self,
        functions: &[(Global, FunctionCode)],
        writer: &ObjectWriter<'_>,
    ) -> Result<(), EmitError> {
        let mut ends = self.begins.clone();
        for (at, (_, code)) in functions.iter().enumerate() {
            let entry = code.entry.as_ref();
            let before =
                entry.map_or(Ok(0), |entry| entry.size_before(writer.model.emitter.elf()))?;
            let end = &mut ends[self.sections[at]];
            let begin = end.checked_next_multiple_of(code.align.max(1));
            let begin = begin.ok_or_else(|| EmitError::unsupported("code of this size"))?;
            self.labels[at] = begin + u64::from(before);
            *end = self.labels[at] + code.bytes.len() as u64;
        }
        Ok(())
    }

    /// Makes the short jumps of a function long that do not reach their targets; returns whether there are any.
    fn lengthen(&self, functions: &[(Global, FunctionCode)], at: usize, near: &mut [bool]) -> bool {
        let mut changed = false;
        let jumps = functions[at].1.far_jumps.iter();
        for (jump, is_near) in jumps.zip(near).filter(|(_, is_near)| **is_near) {
            let end = self.labels[at] as i64 + i64::from(jump.end);
            let target = position(functions, jump.target);
            let distance = target.map(|target| self.labels[target] as i64 - end);
            if distance.is_none_or(|distance| i8::try_from(distance).is_err()) {
                *is_near = false;
                changed = true;
            }
        }
        changed
    }
}

/// The position of a function in the order of the object.
fn position(functions: &[(Global, FunctionCode)], global: Global) -> Option<usize> {
    functions.binary_search_by_key(&global, |(of, _)| *of).ok()
}
