//! Checks every row of the tables against what LLVM says (`tests/facts/`, independent of our `.tab` files).

use std::path::Path;

use avarice_target::{EncodingField, InstrDesc, TargetDesc};
use avarice_target_aarch64::TARGET;
use avarice_target_facts::{
    Differences, Fact, TargetFacts, instructions, registers, string, strings,
};

/// Where LLVM answers with a class of other registers, for the sake of instruction selection.
const SELECTION_ANSWERS: &[(&str, &str)] = &[("GPR32all", "hsub"), ("GPR64all", "hsub")];

struct AArch64Facts;

impl TargetFacts for AArch64Facts {
    fn target(&self) -> &'static TargetDesc {
        &TARGET
    }

    fn folder(&self) -> &Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/facts"))
    }

    /// The rule of what has no row: SVE and SME, which all of their instructions name as a feature.
    fn is_excluded(&self, fact: &Fact) -> bool {
        strings(fact, "predicates").iter().any(|name| {
            name.contains("SVE") || name.contains("SME") || *name == "UseExperimentalZeroingPseudos"
        })
    }

    /// Two of a shifted or extended register, a shifted immediate, and how an index is extended.
    fn flat_length(&self, kind: &str) -> usize {
        let starts = [
            "addsub_shifted_imm",
            "arith_extended_reg",
            "arith_shifted_reg",
            "logical_shifted_reg",
            "ro_Wextend",
            "ro_Xextend",
        ];
        1 + usize::from(starts.iter().any(|start| kind.starts_with(start)))
    }

    fn pointer_classes(&self) -> &'static [&'static str] {
        &["GPR64sp"]
    }

    fn check_encoding(&self, differences: &mut Differences, fact: &Fact, row: &InstrDesc) {
        check_encoding(differences, fact, row);
    }
}

#[test]
fn registers_and_their_units() {
    assert_eq!(TARGET.registers.len(), 700 + 1);
    assert_eq!(TARGET.units.len(), 103);
    registers::registers(&AArch64Facts).assert_none();
    registers::super_registers(&AArch64Facts).assert_none();
    registers::units(&AArch64Facts).assert_none();
    registers::unit_lanes(&AArch64Facts).assert_none();
}

#[test]
fn sub_register_indices() {
    assert_eq!(TARGET.sub_reg_indices.len(), 153 + 1);
    registers::sub_register_indices(&AArch64Facts).assert_none();
    registers::index_composition(&AArch64Facts).assert_none();
}

#[test]
fn classes() {
    assert_eq!(TARGET.classes.len(), 305);
    registers::classes(&AArch64Facts).assert_none();
    registers::class_relations(&AArch64Facts, SELECTION_ANSWERS).assert_none();
}

#[test]
fn masks_and_callee_saved() {
    assert_eq!(TARGET.reg_masks.len(), 44);
    registers::masks_and_callee_saved(&AArch64Facts).assert_none();
    registers::saved_lists(&AArch64Facts).assert_none();
}

#[test]
fn every_fact_has_a_row_and_every_row_a_fact() {
    assert_eq!(TARGET.instrs.len(), 3773);
    instructions::names(&AArch64Facts).assert_none();
}

#[test]
fn instruction_rows() {
    instructions::rows(&AArch64Facts).assert_none();
}

/// The word: fixed bits, bits left open and fields of operands.
fn check_encoding(differences: &mut Differences, fact: &Fact, row: &InstrDesc) {
    let text = string(fact, "encoding");
    if text.chars().all(|c| c == '?') {
        differences.check(row.name, "encoding", row.encoding.is_none(), true);
        return;
    }
    let (mut fixed, mut open, mut fields) = (0u32, 0u32, Vec::new());
    let mut left = 32u8;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        match first {
            ' ' => rest = &rest[1..],
            '0' | '1' | '?' => {
                left -= 1;
                fixed |= u32::from(first == '1') << left;
                open |= u32::from(first == '?') << left;
                rest = &rest[1..];
            }
            _ => {
                let (name, after) = rest.split_once('[').expect("bits of an operand");
                let (bits, after) = after.split_once(']').expect("an end of the bits");
                // An operand of one bit has no number of a bit.
                let bits = bits.replace("None", "0");
                let (high, low) = bits.split_once(':').unwrap_or((&bits, &bits));
                let (high, low): (u8, u8) = (high.parse().unwrap(), low.parse().unwrap());
                left -= high - low + 1;
                fields.push(EncodingField {
                    operand: flat_operand(fact, row, name),
                    low,
                    width: high - low + 1,
                    at: left,
                });
                rest = after;
            }
        }
    }
    assert_eq!(left, 0, "{text}");
    let ours = row
        .encoding
        .map(|word| (word.opcode, word.bits, word.fields.to_vec()));
    differences.check(row.name, "encoding", ours, Some((fixed, open, fields)));
}

/// The flat operand with this name: an operand of the row, or a part that only the fact names,
/// `(arith_shifted_reg64 ?:$Rm, ?:$shift):$Rm_and_shift`.
fn flat_operand(fact: &Fact, row: &InstrDesc, name: &str) -> u8 {
    let operand = |name: &str| {
        let found = row.names.iter().find(|(other, _)| *other == name);
        found.map(|(_, flat)| *flat)
    };
    if let Some(flat) = operand(name) {
        return flat;
    }
    let ins = string(fact, "ins");
    let at = ins.find(&format!("${name}")).expect("a named part");
    let start = ins[..at].rfind('(').expect("parts are in parentheses");
    let (_, whole) = ins[at..].split_once("):$").expect("a named operand");
    let whole = whole.split([',', ')']).next().unwrap_or("");
    let before = ins[start..at].matches(',').count();
    operand(whole).expect("an operand of the row") + before as u8
}

#[test]
fn processors_and_features_are_those_of_the_facts() {
    use avarice_target_aarch64::processors::PROCESSORS;
    avarice_target_facts::processors(&AArch64Facts, &PROCESSORS).assert_none();
}

#[test]
fn scheduling_models_are_those_of_the_facts() {
    avarice_target_facts::scheduling::models(&AArch64Facts).assert_none();
}
