//! Holds every row of the tables against what LLVM says (`tests/facts/`, independent of our `.tab` files).

use std::fs::File;
use std::path::Path;

use avarice_target::{
    Fold, FoldFlags, InstrDesc, InstrFlags, OperandDesc, OperandFlags, OperandType, PhysReg,
    RegClass, RegUnit, SubRegIdx,
};
use avarice_target_x86_64::encoding_row::X86Encoding;
use avarice_target_x86_64::{FOLDS, TARGET};
use flate2::read::GzDecoder;
use serde_json::{Map, Value};

type Fact = Map<String, Value>;

/// APX instructions that nothing but their name tells apart.
const APX_NAMES: &[&str] = &["JMPABS64i", "POPP64r", "PUSHP64r"];

/// The classes of `ptr_class` 0, 1 … in 64-bit mode.
const POINTER_CLASSES: &[&str] = &[
    "GR64",
    "GR64_NOSP",
    "GR64_NOREX",
    "GR64_NOREX_NOSP",
    "GR64_TC",
];

/// The rule of what has no row: EVEX encodings (and with them nearly all of APX), AMX, the rest of APX.
fn is_excluded(fact: &Fact) -> bool {
    let is_evex = fact
        .get("encoding")
        .is_some_and(|encoding| encoding["enc"] == "EncEVEX");
    let is_amx = strings(fact, "predicates")
        .iter()
        .any(|name| name.starts_with("HasAMX"));
    is_evex || is_amx || APX_NAMES.contains(&string(fact, "name"))
}

/// The objects of a file of facts.
fn facts(name: &str) -> Vec<Fact> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/facts")
        .join(name);
    let text = std::io::read_to_string(GzDecoder::new(File::open(path).unwrap())).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A string, empty if there is none.
fn string<'a>(fact: &'a Fact, key: &str) -> &'a str {
    fact.get(key).map_or("", |value| value.as_str().unwrap())
}

/// A list of strings, empty if there is none.
fn strings<'a>(fact: &'a Fact, key: &str) -> Vec<&'a str> {
    let list = fact
        .get(key)
        .map_or(&[][..], |value| value.as_array().unwrap());
    list.iter().map(|value| value.as_str().unwrap()).collect()
}

fn number(fact: &Fact, key: &str) -> i64 {
    fact[key].as_i64().unwrap()
}

fn boolean(fact: &Fact, key: &str) -> bool {
    fact[key].as_bool().unwrap()
}

fn register_names(registers: &[PhysReg]) -> Vec<&'static str> {
    registers.iter().map(|reg| TARGET.reg(*reg).name).collect()
}

fn class_name(class: RegClass) -> &'static str {
    TARGET.class(class).name
}

/// Differences between the tables and the facts; a test fails if there are any.
#[derive(Default)]
struct Differences(Vec<String>);

impl Differences {
    /// Notes it if `ours` is not the fact's.
    fn check<T: PartialEq + std::fmt::Debug>(&mut self, of: &str, column: &str, ours: T, fact: T) {
        if ours != fact {
            self.0.push(format!(
                "{of}, {column}: ours is {ours:?}, the fact is {fact:?}"
            ));
        }
    }

    fn assert_none(self) {
        let shown = self
            .0
            .iter()
            .take(30)
            .cloned()
            .collect::<Vec<_>>()
            .join("\n");
        assert!(
            self.0.is_empty(),
            "{} differences, among them:\n{shown}",
            self.0.len()
        );
    }
}

#[test]
fn registers() {
    let facts = facts("registers.jsonl.gz");
    assert_eq!(facts.len(), 387);
    assert_eq!(TARGET.registers.len(), facts.len() + 1);
    let mut differences = Differences::default();
    for (fact, (i, row)) in facts
        .iter()
        .zip(TARGET.registers.iter().enumerate().skip(1))
    {
        let mut check = |column: &str, ours: i64| {
            differences.check(row.name, column, ours, number(fact, column));
        };
        check("id", i as i64);
        check("encoding", row.encoding.into());
        check("dwarf", row.dwarf.into());
        check("cost", row.cost.into());
        differences.check(row.name, "name", row.name, string(fact, "name"));
        differences.check(
            row.name,
            "print_name",
            row.print_name,
            string(fact, "print_name"),
        );
        differences.check(
            row.name,
            "reserved",
            row.reserved,
            boolean(fact, "reserved"),
        );
        differences.check(
            row.name,
            "constant",
            row.constant,
            boolean(fact, "constant"),
        );
        let units: Vec<_> = row.units.iter().map(|unit| Value::from(unit.0)).collect();
        differences.check(row.name, "units", Value::from(units), fact["units"].clone());
        let parts = row.sub_regs.iter().map(|(index, part)| {
            let index = TARGET.sub_reg_indices[index.index()].name;
            Value::from(vec![index, TARGET.reg(*part).name])
        });
        let parts = Value::from(parts.collect::<Vec<_>>());
        differences.check(row.name, "subregs", parts, fact["subregs"].clone());
    }
    differences.assert_none();
}

#[test]
fn units() {
    let facts = facts("register_units.jsonl.gz");
    assert_eq!(facts.len(), 221);
    assert_eq!(TARGET.units.len(), facts.len());
    let mut differences = Differences::default();
    for (fact, (i, row)) in facts.iter().zip(TARGET.units.iter().enumerate()) {
        differences.check(row.name, "unit", i as i64, number(fact, "unit"));
        differences.check(row.name, "printed", row.name, string(fact, "printed"));
        differences.check(
            row.name,
            "roots",
            register_names(row.roots),
            strings(fact, "roots"),
        );
    }
    differences.assert_none();
}

#[test]
fn sub_register_indices() {
    let facts = facts("sub_register_indices.jsonl.gz");
    assert_eq!(facts.len(), 10);
    assert_eq!(TARGET.sub_reg_indices.len(), facts.len() + 1);
    let mut differences = Differences::default();
    for (fact, (i, row)) in facts
        .iter()
        .zip(TARGET.sub_reg_indices.iter().enumerate().skip(1))
    {
        let mut check = |column: &str, ours: i64| {
            differences.check(row.name, column, ours, number(fact, column));
        };
        check("id", i as i64);
        check("size_bits", row.size_bits.into());
        check("offset_bits", row.offset_bits.into());
        check("lane_mask", row.lane_mask.0 as i64);
        differences.check(row.name, "name", row.name, string(fact, "name"));
    }
    differences.assert_none();
}

#[test]
fn classes() {
    let facts = facts("register_classes.jsonl.gz");
    assert_eq!(facts.len(), 134);
    assert_eq!(TARGET.classes.len(), facts.len());
    let mut differences = Differences::default();
    for (fact, (i, row)) in facts.iter().zip(TARGET.classes.iter().enumerate()) {
        let mut check = |column: &str, ours: i64| {
            differences.check(row.name, column, ours, number(fact, column));
        };
        check("id", i as i64);
        check("copy_cost", row.copy_cost.into());
        check("alloc_priority", row.alloc_priority.into());
        check("lane_mask", row.lane_mask.0 as i64);
        check("size_bits", row.size_bits.into());
        check("spill_size", row.spill_size.into());
        check("spill_align", row.spill_align.into());
        let mut check = |column: &str, ours: bool| {
            differences.check(row.name, column, ours, boolean(fact, column));
        };
        check("allocatable", row.allocatable);
        check("global_priority", row.global_priority);
        check("has_disjunct_subregs", row.has_disjunct_sub_regs);
        let mut check = |column: &str, ours: &str| {
            differences.check(row.name, column, ours, string(fact, column));
        };
        check("name", row.name);
        check("mir_name", row.mir_name);
        check("largest_legal_super", class_name(row.largest_legal_super));
        let order = strings(fact, "allocation_order");
        differences.check(row.name, "order", register_names(row.order), order);
        let super_classes = row
            .super_classes
            .iter()
            .map(|class| class_name(*class))
            .collect();
        differences.check(
            row.name,
            "super",
            super_classes,
            strings(fact, "superclasses"),
        );
    }
    differences.assert_none();
}

#[test]
fn unit_lanes() {
    let facts = facts("unit_lanes.jsonl.gz");
    assert_eq!(facts.len() + 1, TARGET.registers.len());
    let mut differences = Differences::default();
    for (fact, row) in facts.iter().zip(&TARGET.registers[1..]) {
        let lanes: Vec<_> = row
            .unit_lanes
            .iter()
            .map(|lanes| Value::from(lanes.0))
            .collect();
        differences.check(row.name, "register", row.name, string(fact, "register"));
        differences.check(
            row.name,
            "unit_lanes",
            Value::from(lanes),
            fact["unit_lanes"].clone(),
        );
    }
    differences.assert_none();
}

#[test]
fn class_relations() {
    let facts = facts("class_relations.jsonl.gz");
    assert_eq!(facts.len(), TARGET.classes.len());
    let classes = || (0..TARGET.classes.len()).map(RegClass::from_index);
    let indices = || (1..TARGET.sub_reg_indices.len()).map(SubRegIdx::from_index);
    let index_name = |idx: SubRegIdx| TARGET.sub_reg_indices[idx.index()].name;
    let mut differences = Differences::default();
    for (fact, class) in facts.iter().zip(classes()) {
        let row = TARGET.class(class);
        let mut members = strings(fact, "members");
        members.sort_unstable();
        let registers = (0..TARGET.registers.len()).map(PhysReg::from_index);
        let mut ours = register_names(&registers.filter(|r| row.contains(*r)).collect::<Vec<_>>());
        ours.sort_unstable();
        differences.check(row.name, "members", ours, members);
        for other in classes() {
            let of = format!("{} and {}", row.name, class_name(other));
            let ours = TARGET.common_sub_class(class, other).map(class_name);
            let wanted = fact["common_sub_class"]
                .get(class_name(other))
                .and_then(Value::as_str);
            differences.check(&of, "common_sub_class", ours, wanted);
            for idx in indices() {
                let ours = TARGET
                    .matching_super_reg_class(class, other, idx)
                    .map(class_name);
                let wanted = fact["matching_super_reg_class"].get(index_name(idx));
                let wanted = wanted.and_then(|classes| classes.get(class_name(other))?.as_str());
                differences.check(&of, index_name(idx), ours, wanted);
            }
        }
        for idx in indices() {
            let ours = TARGET.sub_class_with_sub_reg(class, idx).map(class_name);
            let wanted = fact["sub_class_with_sub_reg"]
                .get(index_name(idx))
                .and_then(Value::as_str);
            differences.check(row.name, index_name(idx), ours, wanted);
        }
    }
    differences.assert_none();
}

#[test]
fn masks_and_callee_saved() {
    let facts = facts("regmasks.jsonl.gz");
    assert_eq!(facts.len(), 41);
    assert_eq!(TARGET.reg_masks.len(), facts.len());
    let mut differences = Differences::default();
    for (fact, row) in facts.iter().zip(TARGET.reg_masks) {
        differences.check(row.name, "name", row.name, string(fact, "name"));
        differences.check(
            row.name,
            "words",
            row.preserved.len(),
            TARGET.reg_mask_words,
        );
        let registers = (0..TARGET.registers.len()).map(PhysReg::from_index);
        let mut ours = register_names(&registers.filter(|r| row.preserves(*r)).collect::<Vec<_>>());
        let mut preserved = strings(fact, "preserved");
        ours.sort_unstable();
        preserved.sort_unstable();
        differences.check(row.name, "preserved", ours, preserved);
    }
    let fact: Fact = serde_json::from_str(include_str!("facts/target.json")).unwrap();
    let ours = register_names(TARGET.callee_saved);
    differences.check(
        "target",
        "callee_saved",
        ours,
        strings(&fact, "callee_saved"),
    );
    differences.assert_none();
}

#[test]
fn every_fact_has_a_row_and_every_row_a_fact() {
    let facts = facts("instructions.jsonl.gz");
    assert_eq!(facts.len(), 19817);
    let wanted: Vec<_> = facts
        .iter()
        .filter(|fact| !is_excluded(fact))
        .map(|fact| string(fact, "name"))
        .collect();
    let ours: Vec<_> = TARGET.instrs.iter().map(|row| row.name).collect();
    // The order is LLVM's too.
    let first = wanted.iter().zip(&ours).position(|(a, b)| a != b);
    let at = first.unwrap_or(wanted.len().min(ours.len()));
    let shown = (wanted.get(at), ours.get(at));
    assert_eq!(shown, (None, None), "opcode {at}: (fact, row)");
    assert_eq!(ours.len(), 5123);
}

#[test]
fn instructions() {
    let facts = facts("instructions.jsonl.gz");
    let mut differences = Differences::default();
    for (fact, row) in facts
        .iter()
        .filter(|fact| !is_excluded(fact))
        .zip(TARGET.instrs)
    {
        check_operands(&mut differences, fact, row);
        check_names(&mut differences, fact, row);
        check_constraints(&mut differences, fact, row);
        check_encoding(&mut differences, fact, row);
        let mut flags: Vec<_> = row
            .flags
            .iter_names()
            .map(|(name, _)| name.to_ascii_lowercase())
            .collect();
        let mut wanted: Vec<_> = strings(fact, "flags")
            .into_iter()
            .map(str::to_owned)
            .collect();
        flags.sort_unstable();
        wanted.sort_unstable();
        differences.check(row.name, "flags", flags, wanted);
        let mut check = |column: &str, ours: Vec<&str>| {
            differences.check(row.name, column, ours, strings(fact, column));
        };
        check("implicit_uses", register_names(row.implicit_uses));
        check("implicit_defs", register_names(row.implicit_defs));
        check("predicates", row.predicates.to_vec());
        differences.check(row.name, "asm", row.asm, string(fact, "asm"));
        differences.check(row.name, "domain", row.domain, string(fact, "domain"));
    }
    differences.assert_none();
}

/// The flat operands: type, class, tie, early clobber.
fn check_operands(differences: &mut Differences, fact: &Fact, row: &InstrDesc) {
    differences.check(
        row.name,
        "defs",
        i64::from(row.num_defs),
        number(fact, "defs"),
    );
    let ours: Vec<_> = row.operands.iter().map(operand_as_fact).collect();
    differences.check(
        row.name,
        "operands",
        Value::from(ours),
        fact["operands"].clone(),
    );
}

/// An operand as the facts write it.
fn operand_as_fact(operand: &OperandDesc) -> Value {
    let mut fact = Fact::new();
    fact.insert("type".into(), operand.kind.0.into());
    if let Some(class) = operand.class {
        let name = class_name(class);
        let is_pointer = operand.flags.contains(OperandFlags::POINTER);
        let number = POINTER_CLASSES.iter().position(|class| *class == name);
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
fn check_names(differences: &mut Differences, fact: &Fact, row: &InstrDesc) {
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
        let fact = string(fact, part);
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
        differences.check(row.name, name, operands.len(), flat_length(kind));
        if TARGET.classes.iter().any(|class| class.name == *kind) {
            let class = operands[0].class.map(class_name);
            differences.check(row.name, name, class, Some(*kind));
        }
    }
}

/// Flat operands of an operand kind: five of a memory operand, except those of string instructions (an
/// index register, for a source a segment too) and absolute addresses (offset and segment).
fn flat_length(kind: &str) -> usize {
    match kind {
        _ if kind.starts_with("srcidx") || kind.starts_with("offset") => 2,
        _ if kind.contains("mem") => 5,
        _ => 1,
    }
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
    let facts = facts("fold_tables.jsonl.gz");
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
