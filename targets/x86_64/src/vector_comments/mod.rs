//! What assembly says beside vector instructions, as llc does: where each element comes from, and the constants that are
//! loaded.
//!
//! ```text
//!   unpcklpd %xmm1, %xmm0             # xmm0 = xmm0[0],xmm1[0]
//!   movsd    8(%rsp), %xmm0           # xmm0 = mem[0],zero
//!   movapd   .LCPI0_1(%rip), %xmm1    # xmm1 = [1.0E+0,2.0E+0]
//!   vfmadd213sd …                     # xmm0 = (xmm1 * xmm0) + xmm2
//! ```

mod constants;
mod shuffles;

use avarice_emit::{AsmText, FrameAccess, McOperand, PrintContext};

use crate::TARGET;
use crate::encode::mc_inst::McInst;

/// Whether something is said that makes the number of an immediate operand superfluous.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Explained {
    /// It is.
    Yes,
    /// It is not.
    No,
}

/// Adds the comment about the constants that `inst` loads.
pub fn comment_constants(context: &PrintContext<'_>, inst: &McInst, out: &mut AsmText) {
    let form = Form::of(inst.desc().name);
    if let Some(text) = constants::text(context, inst, &form) {
        out.comment(text);
    }
}

/// Adds the comment about the result of `inst`.
pub fn comment(inst: &McInst, out: &mut AsmText) -> Explained {
    let form = Form::of(inst.desc().name);
    match shuffles::product(inst, &form).or_else(|| shuffles::text(inst, &form)) {
        Some(text) => {
            out.comment(text);
            Explained::Yes
        }
        None => Explained::No,
    }
}

/// What an instruction does with a stack slot, if it is one of those that spill and reload registers.
pub fn frame_access(name: &str) -> Option<FrameAccess> {
    let name = name.strip_suffix("_NOREX").unwrap_or(name);
    let name = name.strip_suffix("_NOVLX").unwrap_or(name);
    let name = name.strip_suffix("_EVEX").unwrap_or(name);
    let is_mask = name.starts_with("KMOV");
    let (name, access) = if let Some(name) = name.strip_suffix("_alt") {
        (name.strip_suffix("rm")?, FrameAccess::Load)
    } else if let Some(name) = name.strip_suffix(if is_mask { "km" } else { "rm" }) {
        (name, FrameAccess::Load)
    } else {
        (
            name.strip_suffix(if is_mask { "mk" } else { "mr" })?,
            FrameAccess::Store,
        )
    };
    const GENERAL: [&str; 10] = [
        "MOV8",
        "MOV16",
        "MOV32",
        "MOV64",
        "KMOVB",
        "KMOVW",
        "KMOVD",
        "KMOVQ",
        "MMX_MOVD64",
        "MMX_MOVQ64",
    ];
    const SCALAR: [&str; 3] = ["MOVSS", "MOVSD", "MOVSH"];
    const VECTOR: [&str; 12] = [
        "MOVAPS", "MOVAPD", "MOVUPS", "MOVUPD", "MOVDQA", "MOVDQU", "MOVDQA32", "MOVDQA64",
        "MOVDQU8", "MOVDQU16", "MOVDQU32", "MOVDQU64",
    ];
    let vector = name.strip_prefix('V').unwrap_or(name);
    let scalar = vector.strip_suffix('Z').unwrap_or(vector);
    let widths = ["Z128", "Z256", "Z", "Y"];
    let vector = widths
        .iter()
        .find_map(|width| vector.strip_suffix(width))
        .unwrap_or(vector);
    let is_spill = GENERAL.contains(&name) || SCALAR.contains(&scalar) || VECTOR.contains(&vector);
    is_spill.then_some(access)
}

/// How the elements that a mask does not choose are filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mask {
    /// There is no mask.
    None,
    /// They stay.
    Merging,
    /// They become zero.
    Zeroing,
}

/// The parts of an instruction's name.
///
/// ```text
///   VPSHUFDZ256mikz     V │ PSHUFD │ Z256 │ mi │ kz
/// ```
#[derive(Clone, Copy, Debug)]
struct Form<'n> {
    /// Without what is before and after.
    base: &'n str,
    /// Bits of the vector.
    width: u32,
    /// The kinds of operands: `rr`, `rmi`, …
    operands: &'n str,
    mask: Mask,
}

impl<'n> Form<'n> {
    fn of(name: &'n str) -> Self {
        const OPERANDS: [&str; 8] = ["rri", "rmi", "rr", "rm", "ri", "mi", "r", "m"];
        let name = name.strip_suffix("_alt").unwrap_or(name);
        let name = name.strip_suffix("_Int").unwrap_or(name);
        let (rest, mask) = match (name.strip_suffix("kz"), name.strip_suffix('k')) {
            (Some(rest), _) => (rest, Mask::Zeroing),
            (None, Some(rest)) => (rest, Mask::Merging),
            (None, None) => (name, Mask::None),
        };
        let mut found = OPERANDS.iter().filter_map(|operands| {
            let base = rest.strip_suffix(operands)?;
            Some((base, *operands))
        });
        let (rest, operands) = found.next().unwrap_or((rest, ""));
        let widths = [("Z128", 128), ("Z256", 256), ("Z", 512), ("Y", 256)];
        let mut found = widths
            .iter()
            .filter_map(|(suffix, width)| Some((rest.strip_suffix(suffix)?, *width)));
        let (base, width) = found.next().unwrap_or((rest, 128));
        Self {
            base: base.strip_prefix('V').unwrap_or(base),
            width,
            operands,
            mask,
        }
    }

    /// Whether an operand is in memory.
    fn has_memory(&self) -> bool {
        self.operands.contains('m')
    }

    /// The first operand after the result and the mask.
    fn first_source(&self) -> usize {
        match self.mask {
            Mask::None => 1,
            Mask::Zeroing => 2,
            Mask::Merging => 3,
        }
    }
}

/// The name of a register operand.
fn register(inst: &McInst, at: usize) -> Option<&'static str> {
    match inst.operands.get(at)? {
        McOperand::Reg(reg) if !reg.is_none() => Some(TARGET.reg(*reg).name),
        _ => None,
    }
}

/// The result, with its mask: `zmm0 {%k1} {z}`.
fn result(inst: &McInst, form: &Form<'_>) -> String {
    let name = register(inst, 0).unwrap_or("mem");
    let mask = |at| register(inst, at).unwrap_or("k0");
    match form.mask {
        Mask::None => name.into(),
        Mask::Zeroing => format!("{name} {{%{}}} {{z}}", mask(1)),
        Mask::Merging => format!("{name} {{%{}}}", mask(2)),
    }
}
