//! Checks every row of the tables against what LLVM says (`tests/facts/`, independent of our `.tab` files).

use std::path::Path;

use avarice_target::{Fold, FoldFlags, InstrDesc, OperandType, RegUnit, TargetDesc};
use avarice_target_facts::{
    Differences, Fact, TargetFacts, instructions, registers, string, strings,
};
use avarice_target_x86_64::encoding_row::X86Encoding;
use avarice_target_x86_64::{FOLDS, TARGET};

/// APX instructions that nothing but their name tells apart.
const APX_NAMES: &[&str] = &["JMPABS64i", "POPP64r", "PUSHP64r"];

struct X86Facts;

impl TargetFacts for X86Facts {
    fn target(&self) -> &'static TargetDesc {
        &TARGET
    }

    fn folder(&self) -> &Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/facts"))
    }

    /// The rule of what has no row: EVEX encodings (and with them nearly all of APX), AMX, the rest of APX.
    fn is_excluded(&self, fact: &Fact) -> bool {
        let is_evex = fact
            .get("encoding")
            .is_some_and(|encoding| encoding["enc"] == "EncEVEX");
        let is_amx = strings(fact, "predicates")
            .iter()
            .any(|name| name.starts_with("HasAMX"));
        is_evex || is_amx || APX_NAMES.contains(&string(fact, "name"))
    }

    /// Five of a memory operand, except those of string instructions (an index register, for a source a
    /// segment too) and absolute addresses (offset and segment).
    fn flat_length(&self, kind: &str) -> usize {
        match kind {
            _ if kind.starts_with("srcidx") || kind.starts_with("offset") => 2,
            _ if kind.contains("mem") => 5,
            _ => 1,
        }
    }

    /// In 64-bit mode.
    fn pointer_classes(&self) -> &'static [&'static str] {
        &[
            "GR64",
            "GR64_NOSP",
            "GR64_NOREX",
            "GR64_NOREX_NOSP",
            "GR64_TC",
        ]
    }

    fn check_encoding(&self, differences: &mut Differences, fact: &Fact, row: &InstrDesc) {
        check_encoding(differences, fact, row);
    }
}

#[test]
fn registers_and_their_units() {
    assert_eq!(TARGET.registers.len(), 387 + 1);
    assert_eq!(TARGET.units.len(), 221);
    registers::registers(&X86Facts).assert_none();
    registers::super_registers(&X86Facts).assert_none();
    registers::units(&X86Facts).assert_none();
    registers::unit_lanes(&X86Facts).assert_none();
}

#[test]
fn sub_register_indices() {
    assert_eq!(TARGET.sub_reg_indices.len(), 10 + 1);
    registers::sub_register_indices(&X86Facts).assert_none();
}

#[test]
fn classes() {
    assert_eq!(TARGET.classes.len(), 134);
    registers::classes(&X86Facts).assert_none();
    registers::class_relations(&X86Facts, &[]).assert_none();
}

#[test]
fn masks_and_callee_saved() {
    assert_eq!(TARGET.reg_masks.len(), 41);
    registers::masks_and_callee_saved(&X86Facts).assert_none();
}

#[test]
fn every_fact_has_a_row_and_every_row_a_fact() {
    assert_eq!(TARGET.instrs.len(), 5123);
    instructions::names(&X86Facts).assert_none();
}

#[test]
fn instruction_rows() {
    instructions::rows(&X86Facts).assert_none();
}

/// Every encoding column, decoded.
fn check_encoding(differences: &mut Differences, fact: &Fact, row: &InstrDesc) {
    let wanted = fact
        .get("encoding")
        .map(|encoding| encoding.as_object().unwrap().clone());
    let ours = row.encoding.map(|encoding| {
        let X86Encoding {
            form,
            opcode,
            map,
            prefix,
            op_size,
            ad_size,
            imm,
            enc,
            rex_w,
            vex_4v,
            vex_l,
            lock,
            rep,
        } = X86Encoding::decode(encoding);
        let mut ours = Fact::new();
        let mut insert = |key: &str, value: String| ours.insert(key.to_owned(), value.into());
        insert("form", format!("{form:?}"));
        insert("opcode", format!("{opcode:#04x}"));
        insert("map", format!("{map:?}"));
        insert("prefix", format!("{prefix:?}"));
        insert("op_size", format!("{op_size:?}"));
        insert("imm", format!("{imm:?}"));
        insert("enc", format!("{enc:?}"));
        let ad_size = format!("{ad_size:?}");
        if ad_size != "AdSizeX" {
            insert("ad_size", ad_size);
        }
        let marks = [
            ("rex_w", rex_w),
            ("vex_4v", vex_4v),
            ("vex_l", vex_l),
            ("lock", lock),
            ("rep", rep),
        ];
        for (name, _) in marks.iter().filter(|(_, is_set)| *is_set) {
            ours.insert((*name).to_owned(), 1.into());
        }
        ours
    });
    differences.check(row.name, "encoding", ours, wanted);
}

/// A pair of forms as the facts write it.
fn fold_as_fact(fold: &Fold) -> String {
    let mut flags = Vec::new();
    let is_tied = fold.has(FoldFlags::TIED);
    // Tables of later operands and of tied ones imply what memory is accessed for.
    if fold.operand == 0 && !is_tied {
        let accesses = [
            (FoldFlags::LOAD, "TB_FOLDED_LOAD"),
            (FoldFlags::STORE, "TB_FOLDED_STORE"),
        ];
        flags.extend(
            accesses
                .iter()
                .filter(|(flag, _)| fold.has(*flag))
                .map(|(_, n)| n.to_string()),
        );
    }
    let marks = [
        (FoldFlags::NO_UNFOLD, "TB_NO_REVERSE"),
        (FoldFlags::NO_FOLD, "TB_NO_FORWARD"),
    ];
    flags.extend(
        marks
            .iter()
            .filter(|(flag, _)| fold.has(*flag))
            .map(|(_, n)| n.to_string()),
    );
    if fold.align > 1 {
        flags.push(format!("TB_ALIGN_{}", fold.align));
    }
    let table = if is_tied {
        "2Addr".into()
    } else {
        fold.operand.to_string()
    };
    let (register, memory) = (
        TARGET.instr(fold.register_form),
        TARGET.instr(fold.memory_form),
    );
    format!(
        "{} {table} {} {}",
        register.name,
        memory.name,
        flags.join(" ")
    )
}

#[test]
fn folds() {
    let facts = X86Facts.read("fold_tables");
    assert_eq!(facts.len(), 6486);
    let has_row = |fact: &Fact, key| TARGET.opcode_by_name(string(fact, key)).is_some();
    let mut wanted: Vec<_> = facts
        .iter()
        .filter(|fact| has_row(fact, "register_form") && has_row(fact, "memory_form"))
        .map(|fact| {
            let table = string(fact, "table").trim_start_matches("Table");
            let (register, memory) = (string(fact, "register_form"), string(fact, "memory_form"));
            format!(
                "{register} {table} {memory} {}",
                strings(fact, "flags").join(" ")
            )
        })
        .collect();
    let mut ours: Vec<_> = FOLDS.folds.iter().map(fold_as_fact).collect();
    wanted.sort_unstable();
    ours.sort_unstable();
    assert_eq!(ours.len(), 1668);
    assert_eq!(ours, wanted);
}

#[test]
fn folds_are_found_from_either_side() {
    let opcode = |name| TARGET.opcode_by_name(name).unwrap();
    for fold in FOLDS.folds {
        let found = if fold.has(FoldFlags::TIED) {
            FOLDS.tied_memory_form(fold.register_form)
        } else {
            FOLDS.memory_form(fold.register_form, fold.operand.into())
        };
        let is_foldable = !fold.has(FoldFlags::NO_FOLD);
        assert_eq!(found, Some(fold).filter(|_| is_foldable));
        if !fold.has(FoldFlags::NO_UNFOLD) {
            assert_eq!(FOLDS.register_form(fold.memory_form), Some(fold));
        }
    }
    assert_eq!(FOLDS.memory_form(opcode("RET64"), 0), None);
    assert_eq!(FOLDS.register_form(opcode("RET64")), None);
}

#[test]
fn generic_opcodes_have_the_numbers_of_the_schema() {
    for (i, name) in avarice_target::op::NAMES.iter().enumerate() {
        assert_eq!(TARGET.instrs[i].name, *name);
    }
    assert_eq!(TARGET.instr(avarice_target::op::COPY).name, "COPY");
    assert_eq!(TARGET.instrs[294].name, "G_UBFX");
    assert_eq!(TARGET.instrs[0].operands[0].kind, OperandType::UNKNOWN);
    assert_eq!(TARGET.registers[3].units, [RegUnit(0), RegUnit(1)]);
}

#[test]
fn processors_and_features_are_those_of_the_facts() {
    use avarice_target_x86_64::processors::PROCESSORS;
    avarice_target_facts::processors(&X86Facts, &PROCESSORS).assert_none();
}

#[test]
fn scheduling_models_are_those_of_the_facts() {
    avarice_target_facts::scheduling::models(&X86Facts).assert_none();
}
