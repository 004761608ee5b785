//! Registers, units, sub-register indices, classes and masks against their facts.

use avarice_target::{PhysReg, RegClass, SubRegIdx};
use serde_json::Value;

use crate::{
    Differences, TargetFacts, boolean, class_name, number, register_names, string, strings,
};

/// Compares every column of every register.
pub fn registers(of: &dyn TargetFacts) -> Differences {
    let target = of.target();
    let facts = of.read("registers");
    assert_eq!(target.registers.len(), facts.len() + 1);
    let mut differences = Differences::default();
    for (fact, (i, row)) in facts
        .iter()
        .zip(target.registers.iter().enumerate().skip(1))
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
            let index = target.sub_reg_indices[index.index()].name;
            Value::from(vec![index, target.reg(*part).name])
        });
        let parts = Value::from(parts.collect::<Vec<_>>());
        differences.check(row.name, "subregs", parts, fact["subregs"].clone());
    }
    differences
}

/// Compares the super-registers of every register, with their order.
pub fn super_registers(of: &dyn TargetFacts) -> Differences {
    let target = of.target();
    let facts = of.read("super_registers");
    assert_eq!(target.registers.len(), facts.len() + 1);
    let mut differences = Differences::default();
    for (fact, row) in facts.iter().zip(target.registers.iter().skip(1)) {
        differences.check(row.name, "name", row.name, string(fact, "name"));
        let supers = register_names(target, row.super_regs);
        differences.check(row.name, "supers", supers, strings(fact, "supers"));
    }
    differences
}

/// Compares the register units.
pub fn units(of: &dyn TargetFacts) -> Differences {
    let target = of.target();
    let facts = of.read("register_units");
    assert_eq!(target.units.len(), facts.len());
    let mut differences = Differences::default();
    for (fact, (i, row)) in facts.iter().zip(target.units.iter().enumerate()) {
        differences.check(row.name, "unit", i as i64, number(fact, "unit"));
        differences.check(row.name, "printed", row.name, string(fact, "printed"));
        differences.check(
            row.name,
            "roots",
            register_names(target, row.roots),
            strings(fact, "roots"),
        );
    }
    differences
}

/// Compares the sub-register indices.
pub fn sub_register_indices(of: &dyn TargetFacts) -> Differences {
    let target = of.target();
    let facts = of.read("sub_register_indices");
    assert_eq!(target.sub_reg_indices.len(), facts.len() + 1);
    let mut differences = Differences::default();
    for (fact, (i, row)) in facts
        .iter()
        .zip(target.sub_reg_indices.iter().enumerate().skip(1))
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
    differences
}

/// Compares every column of every register class.
pub fn classes(of: &dyn TargetFacts) -> Differences {
    let target = of.target();
    let facts = of.read("register_classes");
    assert_eq!(target.classes.len(), facts.len());
    let mut differences = Differences::default();
    for (fact, (i, row)) in facts.iter().zip(target.classes.iter().enumerate()) {
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
        check(
            "largest_legal_super",
            class_name(target, row.largest_legal_super),
        );
        let order = strings(fact, "allocation_order");
        differences.check(row.name, "order", register_names(target, row.order), order);
        let super_classes = row
            .super_classes
            .iter()
            .map(|class| class_name(target, *class))
            .collect();
        differences.check(
            row.name,
            "super",
            super_classes,
            strings(fact, "superclasses"),
        );
    }
    differences
}

/// Compares the lanes of the units of each register.
pub fn unit_lanes(of: &dyn TargetFacts) -> Differences {
    let target = of.target();
    let facts = of.read("unit_lanes");
    assert_eq!(facts.len() + 1, target.registers.len());
    let mut differences = Differences::default();
    for (fact, row) in facts.iter().zip(&target.registers[1..]) {
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
    differences
}

/// Compares members of classes and how classes lie in each other. `exceptions` are class and index of
/// answers of LLVM to `getSubClassWithSubReg` that are no sub-classes.
pub fn class_relations(of: &dyn TargetFacts, exceptions: &[(&str, &str)]) -> Differences {
    let target = of.target();
    let facts = of.read("class_relations");
    assert_eq!(facts.len(), target.classes.len());
    let classes = || (0..target.classes.len()).map(RegClass::from_index);
    let indices = || (1..target.sub_reg_indices.len()).map(SubRegIdx::from_index);
    let index_name = |idx: SubRegIdx| target.sub_reg_indices[idx.index()].name;
    let mut differences = Differences::default();
    for (fact, class) in facts.iter().zip(classes()) {
        let row = target.class(class);
        let mut members = strings(fact, "members");
        members.sort_unstable();
        let registers = (0..target.registers.len()).map(PhysReg::from_index);
        let mut ours = register_names(
            target,
            &registers.filter(|r| row.contains(*r)).collect::<Vec<_>>(),
        );
        ours.sort_unstable();
        differences.check(row.name, "members", ours, members);
        for other in classes() {
            let pair = format!("{} and {}", row.name, class_name(target, other));
            let ours = target
                .common_sub_class(class, other)
                .map(|class| class_name(target, class));
            let wanted = fact["common_sub_class"]
                .get(class_name(target, other))
                .and_then(Value::as_str);
            differences.check(&pair, "common_sub_class", ours, wanted);
            for idx in indices() {
                let ours = target
                    .matching_super_reg_class(class, other, idx)
                    .map(|class| class_name(target, class));
                let wanted = fact["matching_super_reg_class"].get(index_name(idx));
                let wanted =
                    wanted.and_then(|classes| classes.get(class_name(target, other))?.as_str());
                differences.check(&pair, index_name(idx), ours, wanted);
            }
        }
        for idx in indices() {
            if exceptions.contains(&(row.name, index_name(idx))) {
                continue;
            }
            let ours = target
                .sub_class_with_sub_reg(class, idx)
                .map(|class| class_name(target, class));
            let wanted = fact["sub_class_with_sub_reg"]
                .get(index_name(idx))
                .and_then(Value::as_str);
            differences.check(row.name, index_name(idx), ours, wanted);
        }
    }
    differences
}

/// Compares the call-preserved masks and the default callee-saved registers.
pub fn masks_and_callee_saved(of: &dyn TargetFacts) -> Differences {
    let target = of.target();
    let facts = of.read("regmasks");
    assert_eq!(target.reg_masks.len(), facts.len());
    let mut differences = Differences::default();
    for (fact, row) in facts.iter().zip(target.reg_masks) {
        differences.check(row.name, "name", row.name, string(fact, "name"));
        differences.check(
            row.name,
            "words",
            row.preserved.len(),
            target.reg_mask_words,
        );
        let registers = (0..target.registers.len()).map(PhysReg::from_index);
        let mut ours = register_names(
            target,
            &registers.filter(|r| row.preserves(*r)).collect::<Vec<_>>(),
        );
        let mut preserved = strings(fact, "preserved");
        ours.sort_unstable();
        preserved.sort_unstable();
        differences.check(row.name, "preserved", ours, preserved);
    }
    let text = std::fs::read_to_string(of.folder().join("target.json")).expect("target.json");
    let fact: crate::Fact = serde_json::from_str(&text).expect("a JSON object");
    let ours = register_names(target, target.callee_saved);
    differences.check(
        "target",
        "callee_saved",
        ours,
        strings(&fact, "callee_saved"),
    );
    differences
}

/// Compares the callee-saved registers of each mask, for a target that has them in its masks.
pub fn saved_lists(of: &dyn TargetFacts) -> Differences {
    let target = of.target();
    let mut differences = Differences::default();
    for (fact, row) in of.read("saved_lists").iter().zip(target.reg_masks) {
        differences.check(row.name, "name", row.name, string(fact, "name"));
        let ours = register_names(target, row.saved);
        differences.check(row.name, "saved", ours, strings(fact, "saved"));
    }
    differences
}

/// Compares the composition of sub-register indices, where there is one: of pairs that no register has,
/// LLVM's tables say anything.
pub fn index_composition(of: &dyn TargetFacts) -> Differences {
    let target = of.target();
    let name = |index: SubRegIdx| target.sub_reg_indices[index.index()].name;
    let indices = || (1..target.sub_reg_indices.len()).map(SubRegIdx::from_index);
    let mut differences = Differences::default();
    for (fact, first) in of.read("index_composition").iter().zip(indices()) {
        differences.check(name(first), "index", name(first), string(fact, "index"));
        for second in indices() {
            let ours = target.compose(first, second);
            if !ours.is_none() {
                let wanted = fact["composed"].get(name(second)).and_then(Value::as_str);
                differences.check(name(first), name(second), Some(name(ours)), wanted);
            }
        }
    }
    differences
}
