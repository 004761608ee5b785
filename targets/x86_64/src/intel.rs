//! Operands in Intel's syntax.
//!
//! ```text
//!   addl  %edi, 8(%rsi,%rdx,4)       add  dword ptr [rsi + 4*rdx + 8], edi
//!   movl  $g, %eax                   mov  eax, offset g
//!   lodsb (%rsi), %al                lodsb  al, byte ptr [rsi]
//! ```

use std::fmt::Write;

use avarice_emit::EmitError;
use avarice_target::PhysReg;

use crate::asm::{Names, condition_name, print_bare_reg};
use crate::encode::mc_inst::{McInst, McOperand};
use crate::reg;

/// Appends the operand of this kind that begins at flat operand `first`.
///
/// # Errors
/// If it has no text.
pub(crate) fn print_operand(
    names: &Names<'_>,
    inst: &McInst,
    first: usize,
    kind: &str,
    out: &mut String,
) -> Result<(), EmitError> {
    let get = |index: usize| {
        let operand = inst.operands.get(first + index).copied();
        operand
            .ok_or_else(|| EmitError::unsupported(format!("{} without operand", inst.desc().name)))
    };
    let operand = get(0)?;
    match kind {
        "RSTi" if operand.reg() == reg::ST0 => out.push_str("st(0)"),
        "ccode" => out.push_str(condition_name(operand)),
        "u8imm" => match operand.imm() {
            Some(value) => {
                let _ = write!(out, "{}", value as u8);
            }
            None => print_value(names, operand, out)?,
        },
        kind if kind.starts_with("brtarget") || kind.ends_with("_brtarget") => {
            names.value(operand, out)?;
        }
        kind if kind.starts_with("dstidx") => {
            out.push_str(size_of(kind));
            out.push_str("es:[");
            print_bare_reg(operand.reg(), out);
            out.push(']');
        }
        kind if kind.starts_with("srcidx") => {
            out.push_str(size_of(kind));
            print_segment(get(1)?.reg(), out);
            out.push('[');
            print_bare_reg(operand.reg(), out);
            out.push(']');
        }
        kind if kind.starts_with("offset") => {
            out.push_str(size_of(kind));
            print_segment(get(1)?.reg(), out);
            out.push('[');
            names.value(operand, out)?;
            out.push(']');
        }
        kind if kind.contains("mem") => {
            out.push_str(size_of(kind));
            let memory = [operand, get(1)?, get(2)?, get(3)?, get(4)?];
            print_memory(names, memory, out)?;
        }
        _ => print_value(names, operand, out)?,
    }
    Ok(())
}

/// What says the size of memory of this kind of operand; empty where nothing does.
fn size_of(kind: &str) -> &'static str {
    let bits = match kind {
        "anymem" | "opaquemem" | "sibmem" => "",
        "shmem" => "16",
        "ssmem" => "32",
        "sdmem" => "64",
        _ if kind.starts_with("lea64") => "",
        // Of `offset64_8`, the 8.
        _ => match kind
            .strip_prefix("offset")
            .and_then(|rest| rest.split_once('_'))
        {
            Some((_, bits)) => bits,
            None => kind.trim_start_matches(|c: char| !c.is_ascii_digit()),
        },
    };
    let end = bits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(bits.len());
    match &bits[..end] {
        "8" => "byte ptr ",
        "16" => "word ptr ",
        "32" => "dword ptr ",
        "64" => "qword ptr ",
        "80" => "tbyte ptr ",
        "128" => "xmmword ptr ",
        "256" => "ymmword ptr ",
        "512" => "zmmword ptr ",
        _ => "",
    }
}

/// A register or number; a symbol or block with `offset`.
fn print_value(names: &Names<'_>, operand: McOperand, out: &mut String) -> Result<(), EmitError> {
    match operand {
        McOperand::Reg(reg) => {
            print_bare_reg(reg, out);
            return Ok(());
        }
        McOperand::Imm(_) => {}
        McOperand::Symbol(_) | McOperand::Block(_) => out.push_str("offset "),
    }
    names.value(operand, out)
}

fn print_segment(segment: PhysReg, out: &mut String) {
    if !segment.is_none() {
        print_bare_reg(segment, out);
        out.push(':');
    }
}

/// `fs:[rax + 4*rcx + 8]`
fn print_memory(
    names: &Names<'_>,
    [base, scale, index, displacement, segment]: [McOperand; 5],
    out: &mut String,
) -> Result<(), EmitError> {
    print_segment(segment.reg(), out);
    out.push('[');
    let start = out.len();
    let (base, index) = (base.reg(), index.reg());
    if !base.is_none() {
        print_bare_reg(base, out);
    }
    if !index.is_none() {
        plus(start, out);
        let scale = scale.imm().unwrap_or(1);
        if scale != 1 || base.is_none() {
            let _ = write!(out, "{scale}*");
        }
        print_bare_reg(index, out);
    }
    let has_registers = out.len() > start;
    match displacement {
        McOperand::Imm(0) if has_registers => {}
        McOperand::Imm(value) if has_registers && value < 0 => {
            let _ = write!(out, " - {}", value.unsigned_abs());
        }
        _ => {
            plus(start, out);
            names.value(displacement, out)?;
        }
    }
    out.push(']');
    Ok(())
}

/// Appends a plus if there is something since `start`.
fn plus(start: usize, out: &mut String) {
    if out.len() > start {
        out.push_str(" + ");
    }
}
