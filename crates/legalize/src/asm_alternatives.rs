//! Inline assembly whose constraints have alternatives: one of them is chosen.
//!
//! ```text
//!   call double asm "…", "=r|r,0|0,m|r"(double %x, i32 8)      call double asm "…", "=r,0,m"(double %x, i32 8)
//! ```
//!
//! The same alternative is taken for all operands: the one for which they weigh most, or the first of several such. One
//! that an operand does not fit is not taken, unless none fits.

use avarice_ir::{ConstKind, Function, Inst, Module, TypeTable, Value};

use crate::asm_constraints::split_constraints;

/// Leaves inline assembly one alternative.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module in which no constraint has alternatives.
pub(super) fn choose_asm_alternatives(module: &mut Module) {
    let mut asms = module.inline_asms.values();
    if !asms.any(|asm| asm.constraints.contains(&b'|')) {
        return;
    }
    module.for_each_body(|module, _, body| {
        let insts: Vec<Inst> = body.insts.keys().collect();
        for inst in insts {
            let data = &body.insts[inst];
            if data.block.is_some() && data.kind.call_info().is_some() {
                choose(module, body, inst);
            }
        }
    });
}

/// Chooses for one call.
fn choose(module: &mut Module, function: &mut Function, inst: Inst) {
    let Some(slot) = function.use_ids(inst).next_back() else {
        return;
    };
    let callee = function.as_const(function.uses[slot].value);
    let Some(ConstKind::InlineAsm(asm)) = callee.map(|id| module.consts[id].kind.clone()) else {
        return;
    };
    let mut data = module.inline_asms[asm].clone();
    let Ok(text) = std::str::from_utf8(&data.constraints) else {
        return;
    };
    let list = split_constraints(text);
    let count = list.iter().map(|one| alternatives(one).len()).max();
    if count.is_none_or(|count| count < 2) {
        return;
    }
    let arguments = arguments(function, inst, &list);
    let (mut best, mut chosen) = (-1, 0);
    for index in 0..count.unwrap_or(0) {
        let weights = list.iter().zip(&arguments).map(|(one, argument)| {
            argument.map_or(Some(0), |value| weight(module, function, one, index, value))
        });
        let sum = weights.sum::<Option<i32>>().unwrap_or(-1);
        if sum > best {
            (best, chosen) = (sum, index);
        }
    }
    let constraints: Vec<String> = list
        .iter()
        .map(|one| with_alternative(one, chosen))
        .collect();
    data.constraints = constraints.join(",").into_bytes().into();
    let new = module.inline_asms.push(data);
    let new = module.constant(TypeTable::PTR, ConstKind::InlineAsm(new));
    let new = function.const_value(&module.consts, new);
    function.set_use(slot, new);
}

/// For each constraint the value that it is about; none for results, clobbers, labels and places in memory.
fn arguments(function: &Function, inst: Inst, list: &[&str]) -> Vec<Option<Value>> {
    let mut operands = function.operands(inst);
    let argument = |one: &&str| {
        let is_indirect = one.contains('*');
        if one.starts_with(['~', '!']) || one.starts_with('=') && !is_indirect {
            return None;
        }
        operands.next().filter(|_| !is_indirect)
    };
    list.iter().map(argument).collect()
}

/// The marks before a constraint's letters, and the letters of each alternative.
fn parts(constraint: &str) -> (&str, &str) {
    let letters = constraint.trim_start_matches(['=', '*', '&', '%', '+']);
    constraint.split_at(constraint.len() - letters.len())
}

fn alternatives(constraint: &str) -> Vec<&str> {
    parts(constraint).1.split('|').collect()
}

fn with_alternative(constraint: &str, index: usize) -> String {
    let (marks, _) = parts(constraint);
    match alternatives(constraint)[..] {
        [_] => constraint.to_string(),
        ref all => format!("{marks}{}", all.get(index).unwrap_or(&"")),
    }
}

/// How well `value` fits alternative `index` of a constraint: as its best letter says. `None` if not at all.
fn weight(
    module: &Module,
    function: &Function,
    constraint: &str,
    index: usize,
    value: Value,
) -> Option<i32> {
    let all = alternatives(constraint);
    let letters = if all.len() == 1 {
        Some(&all[0])
    } else {
        all.get(index)
    };
    let kind = function.as_const(value).map(|id| &module.consts[id].kind);
    let is_integer = module.types.is_int(function.values[value].ty);
    let best = letters?.chars().filter_map(|letter| match letter {
        'i' | 'n' => matches!(kind, Some(ConstKind::Int(_) | ConstKind::BigInt(_))).then_some(3),
        's' => matches!(kind, Some(ConstKind::Global(_))).then_some(3),
        'E' | 'F' => {
            matches!(kind, Some(ConstKind::Float(_) | ConstKind::BigFloat(_))).then_some(3)
        }
        'm' | 'o' | 'V' | 'p' | '<' | '>' => Some(2),
        'r' | 'g' => is_integer.then_some(1),
        _ => Some(0),
    });
    best.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_have_the_marks_of_the_whole() {
        assert_eq!(with_alternative("=&r|m", 0), "=&r");
        assert_eq!(with_alternative("=&r|m", 1), "=&m");
        assert_eq!(with_alternative("%0|0", 1), "%0");
        assert_eq!(with_alternative("~{memory}", 1), "~{memory}");
    }
}
