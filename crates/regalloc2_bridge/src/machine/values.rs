//! The contents of virtual and physical registers, as values of regalloc2.
//!
//! In SSA a copy creates no new value: `%2 = COPY %1.sub_32bit` is another name for the low end of the home of `%1`.
//! Physical registers hold values from where they are written to where they are read in the same block; a copy to one
//! is a name as well, and an instruction that reads the register then has a use of that value fixed there:
//!
//! ```text
//!   $edi = COPY %1                          (nothing)
//!   CALL @f, implicit $edi, …               CALL  use %1 in p7i, def v9 in p0i
//!   %2 = COPY $eax                          (nothing: %2 is v9)
//! ```

use avarice_mir::{MachineFunction, VReg};
use avarice_target::{PhysReg, RegUnit, SubRegIdx};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use regalloc2::PReg;
use smallvec::SmallVec;

use super::input::{Input, Value};
use super::registers::{Registers, View};

/// Several values: what is in the homes of a tuple, or one.
pub type Values = SmallVec<[Value; 4]>;

/// What a home holds.
#[derive(Clone, Debug, Default)]
struct Held {
    /// The block in which that was so.
    generation: u32,
    value: PackedOption<Value>,
    /// The units that were written.
    units: SmallVec<[RegUnit; 4]>,
}

/// Names of values.
#[derive(Debug, Default)]
pub struct Names {
    /// By virtual register: the value of its first part; the others follow.
    first: SecondaryMap<VReg, PackedOption<Value>>,
    alias: SecondaryMap<Value, PackedOption<Value>>,
    held: Vec<Held>,
    generation: u32,
}

impl Names {
    /// Names for the virtual registers of `function`, whose values are added to `input`.
    pub fn new(function: &MachineFunction, registers: &mut Registers, input: &mut Input) -> Self {
        let mut names = Self {
            held: vec![Held::default(); PReg::NUM_INDEX],
            ..Self::default()
        };
        for reg in function.vregs.keys() {
            if function.first_reg_op(reg).is_none() {
                continue;
            }
            if let Some(shape) = registers.shape(function.class(reg)) {
                names.first[reg] = input.values.next_key().into();
                for _ in 0..shape.parts.len() {
                    input.values.push(shape.kind);
                }
            }
        }
        names
    }

    /// Physical registers hold nothing any more.
    pub fn begin_block(&mut self) {
        self.generation += 1;
    }

    /// The values of the parts of a virtual register that is defined; none if its class is in no home.
    pub fn of_def(&self, function: &MachineFunction, registers: &Registers, reg: VReg) -> Values {
        let Some(first) = self.first[reg].expand() else {
            return Values::new();
        };
        let shape = registers.known_shape(function.class(reg));
        let count = shape.map_or(0, |shape| shape.parts.len() as u32);
        let first = first.as_u32();
        (first..first + count).map(Value::from_u32).collect()
    }

    /// The values of part `sub` of a virtual register; `None` if that is no low end of homes.
    pub fn of_part(
        &self,
        function: &MachineFunction,
        registers: &Registers,
        reg: VReg,
        sub: SubRegIdx,
    ) -> Option<Values> {
        let indices = part_indices(function, registers, reg, sub)?;
        let all = self.of_def(function, registers, reg);
        indices
            .iter()
            .map(|index| all.get(*index).copied())
            .collect()
    }

    /// Says that `value` is `same`.
    pub fn alias(&mut self, value: Value, same: Value) {
        let same = self.resolve(same);
        if same != value {
            self.alias[value] = same.into();
        }
    }

    /// The value that `value` is a name of.
    pub fn resolve(&self, mut value: Value) -> Value {
        while let Some(same) = self.alias[value].expand() {
            value = same;
        }
        value
    }

    /// What `reg` holds; `None` if nothing is known of one of its homes, or not of all of its units.
    pub fn held(
        &self,
        function: &MachineFunction,
        registers: &Registers,
        reg: PhysReg,
    ) -> Option<Values> {
        let homes = registers.homes(reg);
        let held = |home: &PReg| {
            let held = &self.held[home.index()];
            held.value
                .expand()
                .filter(|_| held.generation == self.generation)
        };
        let values = homes.iter().map(held).collect::<Option<Values>>()?;
        let mut units = function.target.reg(reg).units.iter();
        let is_written = |unit: &RegUnit| {
            let mut homes = homes.iter();
            homes.any(|home| self.held[home.index()].units.contains(unit))
        };
        units.all(is_written).then_some(values)
    }

    /// Says that all of `reg` was written with `values`, one for each of its homes. `keeps`: what was written by
    /// the same instruction before stays.
    pub fn hold(
        &mut self,
        function: &MachineFunction,
        registers: &Registers,
        reg: PhysReg,
        values: &[Value],
        keeps: bool,
    ) {
        let units = function.target.reg(reg).units;
        for (home, value) in registers.homes(reg).into_iter().zip(values) {
            let held = &mut self.held[home.index()];
            if !keeps || held.generation != self.generation {
                held.units.clear();
            }
            held.generation = self.generation;
            held.value = (*value).into();
            held.units.extend_from_slice(units);
        }
    }

    /// What `home` holds is gone.
    pub fn forget(&mut self, home: PReg) {
        self.held[home.index()].value = None.into();
        self.held[home.index()].units.clear();
    }
}

/// Which parts of a virtual register in homes of their own part `sub` of it is; `None` if it is not the low end
/// of its homes.
pub fn part_indices(
    function: &MachineFunction,
    registers: &Registers,
    reg: VReg,
    sub: SubRegIdx,
) -> Option<SmallVec<[usize; 4]>> {
    let class = function.class(reg);
    let shape = registers.known_shape(class)?;
    if sub.is_none() {
        return Some((0..shape.parts.len()).collect());
    }
    let target = function.target;
    // All registers of a class have their parts in the same places.
    let sample = *target.class(class).order.first()?;
    let whole = registers.all_homes(sample);
    let part = target.sub_reg(sample, sub);
    if part.is_none() || matches!(registers.raw_view(part), View::High(_) | View::Outside) {
        return None;
    }
    let homes = registers.all_homes(part).into_iter();
    homes
        .map(|home| whole.iter().position(|other| *other == home))
        .collect()
}
