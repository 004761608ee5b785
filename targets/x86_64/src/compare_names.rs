//! Names of vector comparisons: the assembler has a word for each kind of comparison in the place of its number.
//!
//! ```text
//!   cmpsd  $1, %xmm1, %xmm0      cmpltsd  %xmm1, %xmm0
//! ```

use std::borrow::Cow;

use crate::encode::mc_inst::McInst;

/// Comparisons of floating-point numbers by number. The first eight are older than AVX.
const FLOAT: [&str; 32] = [
    "eq", "lt", "le", "unord", "neq", "nlt", "nle", "ord", "eq_uq", "nge", "ngt", "false",
    "neq_oq", "ge", "gt", "true", "eq_os", "lt_oq", "le_oq", "unord_s", "neq_us", "nlt_uq",
    "nle_uq", "ord_s", "eq_us", "nge_uq", "ngt_uq", "false_os", "neq_os", "ge_oq", "gt_oq",
    "true_us",
];

/// Comparisons of integers by number; what is always or never true has no name.
const INTEGER: [&str; 8] = ["eq", "lt", "le", "", "neq", "nlt", "nle", ""];

/// Comparisons of XOP by number.
const XOP: [&str; 8] = ["lt", "le", "gt", "ge", "eq", "neq", "false", "true"];

/// The asm string of `inst`, with the name of its comparison if it has one.
pub fn asm_of(inst: &McInst) -> Cow<'static, str> {
    let desc = inst.desc();
    let plain = Cow::Borrowed(desc.asm);
    let imm = inst.operands.last().and_then(|operand| operand.imm());
    let Some(number) = imm.and_then(|imm| usize::try_from(imm).ok()) else {
        return plain;
    };
    let names: [(&str, &[&str]); 4] = [
        ("cmp", &FLOAT[..8]),
        ("vcmp", &FLOAT),
        ("vpcmp", &INTEGER),
        ("vpcom", &XOP),
    ];
    let mut found = names.iter().filter_map(|(stem, names)| {
        let rest = desc.asm.strip_prefix(stem)?;
        Some((*stem, rest, *names.get(number)?))
    });
    match found.next() {
        Some((stem, rest, name)) if !name.is_empty() && rest.contains("{$cc, ") => {
            let rest = rest.replacen("{$cc, ", "{", 1).replacen(", $cc}", "}", 1);
            Cow::Owned(format!("{stem}{name}{rest}"))
        }
        _ => plain,
    }
}
