//! From which pressure on registers are used up.

use avarice_liveness::Observer;
use avarice_mir::MachineFunction;
use avarice_target::RegClass;

use crate::register_class_info::RegisterClassInfo;

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

    /// Forgets limits that are no longer right.
    pub fn clear(&mut self) {
        self.limits.clear();
    }

    /// Computes the limits for `function` if that has not been done. The debug log gets the order of the class that
    /// each is computed from.
    pub fn require(
        &mut self,
        function: &MachineFunction,
        classes: &mut RegisterClassInfo,
        log: &mut dyn Observer,
    ) {
        if !self.limits.is_empty() {
            return;
        }
        let pressure = &function.target.pressure;
        for (number, set) in pressure.sets.iter().enumerate() {
            let mut taken = 0;
            if let Some(class) = largest_class(function, number) {
                let all = num_registers(function, class);
                let left = classes.recomputed_class(function, class, log).order.len() as u32;
                // Where nothing is left, the limit does not matter.
                if left != 0 {
                    taken = pressure.of_class(class).weight * (all - left);
                }
            }
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
