//! From which pressure on registers are used up.

use avarice_mir::MachineFunction;
use avarice_target::RegClass;

/// Limits of pressure sets in a function: what its reserved registers take is off.
#[derive(Debug, Default)]
pub struct PressureLimits {
    limits: Vec<u32>,
}

impl PressureLimits {
    /// The limit of a set.
    #[inline]
    pub fn of(&self, set: usize) -> u32 {
        self.limits[set]
    }

    /// The number of sets.
    pub fn num_sets(&self) -> usize {
        self.limits.len()
    }

    /// Computes the limits for `function`.
    pub fn compute(&mut self, function: &MachineFunction, reserved: &[bool]) {
        let pressure = &function.target.pressure;
        self.limits.clear();
        for (number, set) in pressure.sets.iter().enumerate() {
            let taken = largest_class(function, number).map_or(0, |class| {
                let all = num_registers(function, class);
                match num_allocatable(function, reserved, class) {
                    // Where nothing is left, the limit does not matter.
                    0 => 0,
                    left => pressure.of_class(class).weight * (all - left),
                }
            });
            self.limits.push(set.limit.saturating_sub(taken));
        }
    }
}

/// The class that takes most of a set.
fn largest_class(function: &MachineFunction, set: usize) -> Option<RegClass> {
    let pressure = &function.target.pressure;
    let classes = (0..function.target.classes.len()).map(RegClass::from_index);
    let counts = |class: &RegClass| {
        let sets = pressure.of_class(*class).sets;
        sets.iter().any(|other| usize::from(*other) == set)
    };
    classes.filter(counts).reduce(|best, class| {
        match pressure.of_class(class).limit > pressure.of_class(best).limit {
            true => class,
            false => best,
        }
    })
}

fn num_registers(function: &MachineFunction, class: RegClass) -> u32 {
    let members = function.target.class(class).members.iter();
    members.map(|word| word.count_ones()).sum()
}

/// How many registers of a class may be allocated.
pub fn num_allocatable(function: &MachineFunction, reserved: &[bool], class: RegClass) -> u32 {
    let order = function.target.class(class).order.iter();
    let is_free =
        |reg: &&avarice_target::PhysReg| !reserved.get(reg.index()).copied().unwrap_or(false);
    order.filter(is_free).count() as u32
}
