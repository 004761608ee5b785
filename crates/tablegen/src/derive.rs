//! Derived facts: units and lanes of registers, super-registers, composition of indices, inclusion of
//! classes.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::Tables;

/// What follows for one register.
pub(crate) struct DerivedRegister {
    /// Units, ascending: those that it is a root of and those of its parts.
    pub(crate) units: Vec<usize>,
    /// For each of `units`, the lanes that it holds.
    pub(crate) unit_lanes: Vec<u64>,
    /// Registers that contain this one, each after those that it contains itself.
    pub(crate) super_registers: Vec<usize>,
    /// Whether it is in a class that is allocated.
    pub(crate) allocatable: bool,
}

/// Derives units, lanes and super-registers of every register, by number minus 1.
pub(crate) fn registers(tables: &Tables) -> Vec<DerivedRegister> {
    let count = tables.registers.len();
    let mut own_units = vec![Vec::new(); count + 1];
    for (unit, roots) in tables.units.iter().enumerate() {
        for root in roots {
            own_units[*root].push(unit);
        }
    }
    let mut super_registers = super_registers(tables);
    let mut allocatable = vec![false; count + 1];
    for class in tables.classes.iter().filter(|class| class.allocatable) {
        for member in class.members() {
            allocatable[member] = true;
        }
    }
    let derive = |number: usize| {
        let parts = &tables.register(number).parts;
        let mut units = own_units[number].clone();
        units.extend(parts.iter().flat_map(|(_, part)| &own_units[*part]));
        units.sort_unstable();
        units.dedup();
        DerivedRegister {
            unit_lanes: units
                .iter()
                .map(|unit| lanes(tables, &own_units, number, *unit))
                .collect(),
            units,
            super_registers: std::mem::take(&mut super_registers[number]),
            allocatable: allocatable[number],
        }
    };
    (1..=count).map(derive).collect()
}

/// By register: those that contain it, from small to large. LLVM looks at them in this order, which is visible in value
/// numbers: registers as they are numbered, but each after its parts.
fn super_registers(tables: &Tables) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new(); tables.registers.len() + 1];
    let mut is_visited = vec![false; found.len()];
    for number in 1..found.len() {
        add_to_parts(tables, number, &mut is_visited, &mut found);
    }
    found
}

fn add_to_parts(
    tables: &Tables,
    number: usize,
    is_visited: &mut [bool],
    super_registers: &mut [Vec<usize>],
) {
    if std::mem::replace(&mut is_visited[number], true) {
        return;
    }
    let mut parts = tables.register(number).parts.clone();
    parts.sort_unstable();
    for (_, part) in &parts {
        add_to_parts(tables, *part, is_visited, super_registers);
    }
    for (_, part) in parts {
        super_registers[part].push(number);
    }
}

/// The lanes of register `number` that `unit` holds: those of the indices of all leaf parts with this
/// unit; every lane if there is no such part, since the register is then a leaf itself.
fn lanes(tables: &Tables, own_units: &[Vec<usize>], number: usize, unit: usize) -> u64 {
    let mut lanes = u64::MAX;
    for (index, part) in &tables.register(number).parts {
        let is_leaf = tables.register(*part).parts.is_empty();
        if is_leaf && own_units[*part].contains(&unit) {
            lanes &= tables.indices[index - 1].lanes;
        }
    }
    lanes
}

/// The composition of indices, `a * n + b`, where 0 is "none": `c` composes of `a` and `b` if some
/// register has part `b` of part `a` as part `c`.
pub(crate) fn composition(tables: &Tables) -> Vec<usize> {
    let n = tables.indices.len() + 1;
    let mut composition = vec![0; n * n];
    for register in &tables.registers {
        for (a, part) in &register.parts {
            for (b, inner) in &tables.register(*part).parts {
                let whole = register.parts.iter().find(|(_, whole)| whole == inner);
                if let Some((c, _)) = whole {
                    composition[a * n + b] = *c;
                }
            }
        }
    }
    composition
}

/// What follows for one class.
pub(crate) struct DerivedClass {
    /// All proper super-classes.
    pub(crate) super_classes: Vec<usize>,
    /// The class and its sub-classes.
    pub(crate) sub_classes: Vec<usize>,
    /// For each index, the classes that have it in this one.
    pub(crate) super_register_classes: BTreeMap<usize, Vec<usize>>,
    /// The indices that all registers have.
    pub(crate) indices: Vec<usize>,
}

/// Derives sub-classes and parts of every class.
pub(crate) fn classes(tables: &Tables) -> Vec<DerivedClass> {
    let members: Vec<_> = tables.classes.iter().map(|class| class.members()).collect();
    let parts: Vec<_> = members
        .iter()
        .map(|members| class_parts(tables, members))
        .collect();
    let members: Vec<BTreeSet<_>> = members.into_iter().map(BTreeSet::from_iter).collect();
    let supers: Vec<Vec<usize>> = (0..tables.classes.len())
        .map(|class| super_classes(tables, &members, class))
        .collect();
    let derive = |class: usize| {
        let is_sub = |sub: &usize| *sub == class || supers[*sub].contains(&class);
        let mut super_register_classes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (other, parts) in parts.iter().enumerate() {
            let inside = parts
                .iter()
                .filter(|(_, part)| part.is_subset(&members[class]));
            for (index, _) in inside {
                super_register_classes
                    .entry(*index)
                    .or_default()
                    .push(other);
            }
        }
        DerivedClass {
            super_classes: supers[class].clone(),
            sub_classes: (0..tables.classes.len()).filter(is_sub).collect(),
            super_register_classes,
            indices: parts[class].keys().copied().collect(),
        }
    };
    (0..tables.classes.len()).map(derive).collect()
}

/// The super-classes that the row says; else those that hold all registers of `class`, of the same size
/// and with spill slots that are large and aligned enough for both. Of classes with the same registers
/// the later one is the sub-class.
fn super_classes(tables: &Tables, members: &[BTreeSet<usize>], class: usize) -> Vec<usize> {
    let row = &tables.classes[class];
    if let Some(given) = &row.super_classes {
        return given.clone();
    }
    let is_super = |other: &usize| {
        let wider = &tables.classes[*other];
        *other != class
            && wider.size == row.size
            && wider.spill_size >= row.spill_size
            && row.spill_align.is_multiple_of(wider.spill_align)
            && members[class].is_subset(&members[*other])
            && (*other < class || members[class].len() < members[*other].len())
    };
    (0..members.len()).filter(is_super).collect()
}

/// For each index that all of `registers` have, except artificial ones, the parts that it names.
fn class_parts(tables: &Tables, registers: &[usize]) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut found: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for register in registers {
        for (index, part) in &tables.register(*register).parts {
            found.entry(*index).or_default().insert(*part);
            *counts.entry(*index).or_default() += 1;
        }
    }
    let is_artificial = |index: usize| tables.indices[index - 1].artificial;
    found.retain(|index, _| counts[index] == registers.len() && !is_artificial(*index));
    found
}
