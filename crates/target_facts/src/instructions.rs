//! Instruction rows against their facts.

use avarice_target::{InstrDesc, InstrFlags, OperandDesc, OperandFlags};
use serde_json::Value;

use crate::{Differences, Fact, TargetFacts, class_name, number, register_names, string, strings};

/// Compares the names of all rows with those of all facts that are not excluded: the order of opcodes.
pub fn names(of: &dyn TargetFacts) -> Differences {
    let facts = of.read("instructions");
    let wanted = facts.iter().filter(|fact| !of.is_excluded(fact));
    let wanted: Vec<_> = wanted.map(|fact| string(fact, "name")).collect();
    let ours: Vec<_> = of.target().instrs.iter().map(|row| row.name).collect();
    let first = wanted.iter().zip(&ours).position(|(a, b)| a != b);
    let at = first.unwrap_or(wanted.len().min(ours.len()));
    let mut differences = Differences::default();
    let opcode = format!("opcode {at}");
    differences.check(&opcode, "name", ours.get(at), wanted.get(at));
    differences
}

/// Compares every column of every instruction.
pub fn rows(of: &dyn TargetFacts) -> Differences {
    let target = of.target();
    let facts = of.read("instructions");
    let mut differences = Differences::default();
    let facts = facts.iter().filter(|fact| !of.is_excluded(fact));
    for (fact, row) in facts.zip(target.instrs) {
        check_operands(of, &mut differences, fact, row);
        check_names(of, &mut differences, fact, row);
        check_constraints(&mut differences, fact, row);
        of.check_encoding(&mut differences, fact, row);
        check_flags(&mut differences, fact, row);
        let mut check = |column: &str, ours: Vec<&str>| {
            differences.check(row.name, column, ours, strings(fact, column));
        };
        check("implicit_uses", register_names(target, row.implicit_uses));
        check("implicit_defs", register_names(target, row.implicit_defs));
        check("predicates", row.predicates.to_vec());
        differences.check(row.name, "asm", row.asm, string(fact, "asm"));
        differences.check(row.name, "domain", row.domain, string(fact, "domain"));
        if let Some(size) = fact.get("size").and_then(Value::as_i64) {
            differences.check(row.name, "size", row.size.into(), size);
        }
    }
    differences
}

fn check_flags(differences: &mut Differences, fact: &Fact, row: &InstrDesc) {
    let names = row.flags.iter_names();
    let mut ours: Vec<_> = names.map(|(name, _)| name.to_ascii_lowercase()).collect();
    let wanted = strings(fact, "flags").into_iter();
    let mut wanted: Vec<_> = wanted.map(str::to_owned).collect();
    ours.sort_unstable();
    wanted.sort_unstable();
    differences.check(row.name, "flags", ours, wanted);
}

/// The flat operands: type, class, tie, early clobber.
fn check_operands(
    of: &dyn TargetFacts,
    differences: &mut Differences,
    fact: &Fact,
    row: &InstrDesc,
) {
    differences.check(
        row.name,
        "defs",
        i64::from(row.num_defs),
        number(fact, "defs"),
    );
    let ours: Vec<_> = row
        .operands
        .iter()
        .map(|operand| operand_as_fact(of, operand))
        .collect();
    differences.check(
        row.name,
        "operands",
        Value::from(ours),
        fact["operands"].clone(),
    );
}

/// An operand as the facts write it.
fn operand_as_fact(of: &dyn TargetFacts, operand: &OperandDesc) -> Value {
    let mut fact = Fact::new();
    fact.insert("type".into(), operand.kind.0.into());
    if let Some(class) = operand.class {
        let name = class_name(of.target(), class);
        let is_pointer = operand.flags.contains(OperandFlags::POINTER);
        let number = of.pointer_classes().iter().position(|class| *class == name);
        match number.filter(|_| is_pointer) {
            Some(number) => fact.insert("ptr_class".into(), number.into()),
            None => fact.insert("class".into(), name.into()),
        };
    }
    if operand.tied_to >= 0 {
        fact.insert("tied_to".into(), operand.tied_to.into());
    }
    if operand.flags.contains(OperandFlags::EARLY_CLOBBER) {
        fact.insert("early_clobber".into(), true.into());
    }
    Value::from(fact)
}

/// Operands as written: `outs` and `ins`, and where each begins in the flat list.
fn check_names(of: &dyn TargetFacts, differences: &mut Differences, fact: &Fact, row: &InstrDesc) {
    let target = of.target();
    let (outs, ins): (Vec<_>, Vec<_>) = row
        .names
        .iter()
        .zip(row.kinds)
        .partition(|((_, flat), _)| *flat < row.num_defs);
    let print = |part: &str, operands: &[(&(&str, u8), &&str)]| {
        let operands: Vec<_> = operands
            .iter()
            .map(|((name, _), kind)| format!("{kind}:${name}"))
            .collect();
        format!("({part} {}", operands.join(", "))
            .trim_end()
            .to_owned()
            + ")"
    };
    for (part, ours) in [("outs", outs), ("ins", ins)] {
        let fact = without_parts(string(fact, part));
        let wanted = fact
            .replace(", variable_ops", "")
            .replace(" variable_ops", "");
        if wanted != fact {
            differences.check(row.name, "variadic", row.has(InstrFlags::VARIADIC), true);
        }
        differences.check(row.name, part, print(part, &ours), wanted);
    }
    let ends = row.names.iter().skip(1).map(|(_, flat)| usize::from(*flat));
    let ends = ends.chain([row.operands.len()]);
    for (((name, flat), kind), end) in row.names.iter().zip(row.kinds).zip(ends) {
        let operands = &row.operands[usize::from(*flat)..end];
        differences.check(row.name, name, operands.len(), of.flat_length(kind));
        if target.classes.iter().any(|class| class.name == *kind) {
            let class = operands[0].class.map(|class| class_name(target, class));
            differences.check(row.name, name, class, Some(*kind));
        }
    }
}

/// `(ins (shifted ?:$Rm, ?:$shift):$m)` without the names of parts: `(ins shifted:$m)`.
fn without_parts(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest[1..].find('(').map(|at| at + 1) {
        let end = start + rest[start..].find(')').expect("a closing parenthesis");
        out.push_str(&rest[..start]);
        let kind = rest[start + 1..end].split(' ').next();
        out.push_str(kind.expect("a kind"));
        rest = &rest[end + 1..];
    }
    out + rest
}

/// Ties and early clobbers by name, as `constraints` has them.
fn check_constraints(differences: &mut Differences, fact: &Fact, row: &InstrDesc) {
    let find = |name: &str| {
        let name = name.trim().trim_start_matches('$');
        let found = row.names.iter().find(|(other, _)| *other == name);
        usize::from(
            found
                .unwrap_or_else(|| panic!("{} has no operand {name}", row.name))
                .1,
        )
    };
    let mut ties = 0;
    for constraint in string(fact, "constraints").split(',').map(str::trim) {
        if let Some(name) = constraint.strip_prefix("@earlyclobber") {
            let is_early = row.operands[find(name)]
                .flags
                .contains(OperandFlags::EARLY_CLOBBER);
            differences.check(row.name, constraint, is_early, true);
        } else if let Some((a, b)) = constraint.split_once('=') {
            let (def, used) = (find(a).min(find(b)), find(a).max(find(b)));
            differences.check(row.name, constraint, row.operands[used].tied_to, def as i8);
            ties += 1;
        }
    }
    let ours = row
        .operands
        .iter()
        .filter(|operand| operand.tied_to >= 0)
        .count();
    differences.check(row.name, "ties", ours, ties);
}
