//! Writes registers, units, sub-register indices, classes and masks.

use std::fmt::Write;

use super::pool::Pools;
use super::register;
use crate::derive;
use crate::model::Tables;

/// How MIR prints register 0.
pub(crate) const NO_REGISTER: &str = "noreg";

/// Words of a bit set of registers.
pub(crate) fn mask_words(tables: &Tables) -> usize {
    (tables.registers.len() + 1).div_ceil(32)
}

/// All rows of this file's tables.
pub(crate) fn rows(tables: &Tables, pools: &mut Pools) -> String {
    let mut out = String::new();
    write_registers(&mut out, tables, pools);
    write_units(&mut out, tables, pools);
    write_indices(&mut out, tables);
    write_classes(&mut out, tables, pools);
    write_masks(&mut out, tables, pools);
    out
}

fn write_registers(out: &mut String, tables: &Tables, pools: &mut Pools) {
    let count = tables.registers.len() + 1;
    let _ = writeln!(
        out,
        "static REGISTERS: [RegDesc; {count}] = [\n\
         RegDesc {{ name: {NO_REGISTER:?}, print_name: \"NoRegister\", encoding: 0, dwarf: -1, cost: 0, \
         reserved: false, constant: false, allocatable: false, units: &[], unit_lanes: &[], sub_regs: &[], super_regs: &[] }},"
    );
    for (row, derived) in tables.registers.iter().zip(derive::registers(tables)) {
        let parts = row
            .parts
            .iter()
            .map(|(index, part)| format!("(SubRegIdx({index}),{})", register(*part)));
        let units = derived.units.iter().map(|unit| format!("RegUnit({unit})"));
        let lanes = derived
            .unit_lanes
            .iter()
            .map(|lanes| format!("LaneMask({lanes:#x})"));
        let super_registers = derived.super_registers.into_iter().map(register);
        let _ = writeln!(
            out,
            "RegDesc {{ name: {:?}, print_name: {:?}, encoding: {}, dwarf: {}, cost: {}, reserved: {}, \
             constant: {}, allocatable: {}, units: {}, unit_lanes: {}, sub_regs: {}, super_regs: {} }},",
            row.name.to_ascii_lowercase(),
            row.name,
            row.encoding,
            row.dwarf,
            row.cost,
            row.reserved,
            row.constant,
            derived.allocatable,
            pools.units.list(units),
            pools.lanes.list(lanes),
            pools.parts.list(parts),
            pools.registers.list(super_registers),
        );
    }
    out.push_str("];\n\n");
}

fn write_units(out: &mut String, tables: &Tables, pools: &mut Pools) {
    let _ = writeln!(out, "static UNITS: [UnitDesc; {}] = [", tables.units.len());
    for roots in &tables.units {
        let names: Vec<_> = roots
            .iter()
            .map(|root| tables.register(*root).name.as_str())
            .collect();
        let roots = pools.registers.list(roots.iter().copied().map(register));
        let _ = writeln!(
            out,
            "UnitDesc {{ name: {:?}, roots: {roots} }},",
            names.join("~")
        );
    }
    out.push_str("];\n\n");
}

fn write_indices(out: &mut String, tables: &Tables) {
    let _ = writeln!(
        out,
        "static SUB_REG_INDICES: [SubRegIdxDesc; {}] = [\n\
         SubRegIdxDesc {{ name: \"\", size_bits: 0, offset_bits: 0, lane_mask: LaneMask::ALL }},",
        tables.indices.len() + 1
    );
    for index in &tables.indices {
        let _ = writeln!(
            out,
            "SubRegIdxDesc {{ name: {:?}, size_bits: {}, offset_bits: {}, lane_mask: LaneMask({:#x}) }},",
            index.name, index.size, index.offset, index.lanes
        );
    }
    out.push_str("];\n\n");
}

fn write_classes(out: &mut String, tables: &Tables, pools: &mut Pools) {
    let _ = writeln!(
        out,
        "static CLASSES: [RegClassDesc; {}] = [",
        tables.classes.len()
    );
    for (class, derived) in tables.classes.iter().zip(derive::classes(tables)) {
        let super_classes = derived
            .super_classes
            .iter()
            .map(|class| format!("RegClass({class})"));
        let supers: Vec<_> = derived
            .super_register_classes
            .iter()
            .map(|(index, classes)| {
                let mask = pools.bits.list(bit_set(tables.classes.len(), classes));
                format!("(SubRegIdx({index}),{mask})")
            })
            .collect();
        let indices = derived
            .indices
            .iter()
            .map(|index| format!("SubRegIdx({index})"));
        let _ = writeln!(
            out,
            "RegClassDesc {{ name: {:?}, mir_name: {:?}, allocatable: {}, copy_cost: {}, \
             alloc_priority: {}, global_priority: {}, has_disjunct_sub_regs: {}, \
             lane_mask: LaneMask({:#x}), size_bits: {}, spill_size: {}, spill_align: {}, order: {}, \
             members: {}, super_classes: {}, sub_classes: {}, super_reg_classes: {}, \
             sub_reg_indices: {}, largest_legal_super: RegClass({}) }},",
            class.name,
            class.name.to_ascii_lowercase(),
            class.allocatable,
            class.copy_cost,
            class.priority,
            class.global,
            class.disjunct,
            class.lanes,
            class.size,
            class.spill_size,
            class.spill_align,
            pools
                .registers
                .list(class.order.iter().copied().map(register)),
            pools
                .bits
                .list(bit_set(tables.registers.len() + 1, &class.members())),
            pools.classes.list(super_classes),
            pools
                .bits
                .list(bit_set(tables.classes.len(), &derived.sub_classes)),
            pools.supers.list(supers),
            pools.indices.list(indices),
            class.largest,
        );
    }
    out.push_str("];\n\n");
}

fn write_masks(out: &mut String, tables: &Tables, pools: &mut Pools) {
    let _ = writeln!(
        out,
        "static REG_MASKS: [RegMaskDesc; {}] = [",
        tables.masks.len()
    );
    for mask in &tables.masks {
        let preserved = pools
            .bits
            .list(bit_set(tables.registers.len() + 1, &mask.preserved));
        let _ = writeln!(
            out,
            "RegMaskDesc {{ name: {:?}, preserved: {preserved}, saved: {} }},",
            mask.name,
            pools
                .registers
                .list(mask.saved.iter().copied().map(register)),
        );
    }
    out.push_str("];\n\n");
}

/// The words of a bit set of `count` bits in which `members` are set.
fn bit_set(count: usize, members: &[usize]) -> Vec<String> {
    let mut words = vec![0u32; count.div_ceil(32)];
    for number in members {
        words[number / 32] |= 1 << (number % 32);
    }
    words.into_iter().map(|word| format!("{word:#x}")).collect()
}
