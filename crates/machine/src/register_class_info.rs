//! Allocation orders of register classes in one function.

use avarice_liveness::{Observer, RegName};
use avarice_mir::MachineFunction;
use avarice_target::{PhysReg, RegClass};
use avarice_trace::log;

/// The order in which registers of a class are tried.
#[derive(Clone, Debug, Default)]
pub struct ClassOrder {
    /// Registers that may be allocated: those that calls clobber in the class's own order, then
    /// callee-saved ones.
    pub order: Vec<PhysReg>,
    /// Smallest cost per use of any of them.
    pub min_cost: u8,
    /// Position from which on all registers cost the same.
    pub last_cost_change: usize,
    /// Whether a larger legal class has more registers to allocate.
    pub proper_sub_class: bool,
    computed: bool,
    /// Whether the debug log has it.
    written: bool,
}

/// Allocation orders, computed when first asked for.
#[derive(Debug, Default)]
pub struct RegisterClassInfo {
    classes: Vec<ClassOrder>,
    reserved: Vec<bool>,
    /// Functions for other variants of the target begin anew, as for llc: that shows in the debug log.
    subtarget: u64,
    /// By register unit: the callee-saved register that it is part of.
    callee_saved: Vec<PhysReg>,
    /// At most so many registers of a class may be allocated.
    limit: Option<usize>,
}

impl RegisterClassInfo {
    /// Lets at most `limit` registers of a class be allocated, the first of its order (`-stress-regalloc`). That makes allocation
    /// hard in small functions.
    pub fn limit(&mut self, limit: Option<usize>) {
        if self.limit != limit {
            self.limit = limit;
            self.classes.clear();
        }
    }

    /// Begins a function. Orders of the function before stay if nothing that they depend on is different; returns whether
    /// they do.
    pub fn begin_function(&mut self, function: &MachineFunction, reserved: &[bool]) -> bool {
        let target = function.target;
        let mut callee_saved = vec![PhysReg::NONE; target.units.len()];
        for reg in function.callee_saved() {
            for unit in target.reg(*reg).units {
                callee_saved[unit.index()] = *reg;
            }
        }
        let same = self.reserved == reserved
            && self.subtarget == function.target_info.subtarget
            && self.callee_saved == callee_saved
            && self.classes.len() == target.classes.len();
        if !same {
            self.reserved = reserved.to_vec();
            self.subtarget = function.target_info.subtarget;
            self.callee_saved = callee_saved;
            self.classes.clear();
            self.classes
                .resize_with(target.classes.len(), ClassOrder::default);
        }
        same
    }

    /// The order of a class.
    pub fn class(&mut self, function: &MachineFunction, class: RegClass) -> &ClassOrder {
        if !self.classes[class.index()].computed {
            self.classes[class.index()] = self.compute(function, class);
            let row = function.target.class(class);
            let larger = row.largest_legal_super;
            if larger != class {
                let more = self.class(function, larger).order.len();
                let own = &mut self.classes[class.index()];
                own.proper_sub_class = more > own.order.len();
            }
        }
        &self.classes[class.index()]
    }

    /// Like [`Self::class`], writing an order to the debug log when it is computed.
    pub fn logged_class(
        &mut self,
        function: &MachineFunction,
        class: RegClass,
        log: &mut dyn Observer,
    ) -> &ClassOrder {
        if !self.classes[class.index()].computed {
            self.class(function, class);
            let larger = function.target.class(class).largest_legal_super;
            for class in [larger, class] {
                self.write_once(function, class, log);
            }
        }
        &self.classes[class.index()]
    }

    /// The order of a class, which the debug log gets again if it has been computed before.
    pub fn recomputed_class(
        &mut self,
        function: &MachineFunction,
        class: RegClass,
        log: &mut dyn Observer,
    ) -> &ClassOrder {
        match self.classes[class.index()].computed {
            true => self.write(function, class, log),
            false => {
                self.logged_class(function, class, log);
            }
        }
        &self.classes[class.index()]
    }

    /// Writes the order of a class, if that has not been done.
    fn write_once(&mut self, function: &MachineFunction, class: RegClass, log: &mut dyn Observer) {
        let info = &mut self.classes[class.index()];
        if !std::mem::replace(&mut info.written, true) {
            self.write(function, class, log);
        }
    }

    /// Writes the order of a class, which has been computed, to the debug log.
    pub fn write(&self, function: &MachineFunction, class: RegClass, log: &mut dyn Observer) {
        if !log.is_on() {
            return;
        }
        let target = function.target;
        let info = &self.classes[class.index()];
        log!(log, "AllocationOrder({}) = [", target.class(class).name);
        for reg in &info.order {
            log!(log, " {}", RegName::phys(target, *reg));
        }
        let end = if info.proper_sub_class {
            " ] (sub-class)"
        } else {
            " ]"
        };
        log!(log, "{end}\n");
    }

    /// Whether a register must not be allocated.
    pub fn is_reserved(&self, reg: PhysReg) -> bool {
        self.reserved.get(reg.index()).copied().unwrap_or(false)
    }

    /// The callee-saved register that `reg` overlaps, or none.
    pub fn callee_saved_alias(&self, function: &MachineFunction, reg: PhysReg) -> PhysReg {
        let units = function.target.reg(reg).units.iter();
        let mut aliases = units.map(|unit| self.callee_saved[unit.index()]);
        aliases
            .find(|alias| !alias.is_none())
            .unwrap_or(PhysReg::NONE)
    }

    fn compute(&self, function: &MachineFunction, class: RegClass) -> ClassOrder {
        let target = function.target;
        let mut result = ClassOrder {
            min_cost: u8::MAX,
            computed: true,
            ..ClassOrder::default()
        };
        let mut last_cost = u8::MAX;
        let mut last: Vec<PhysReg> = Vec::new();
        let add = |result: &mut ClassOrder, reg: PhysReg, last_cost: &mut u8| {
            let cost = target.reg(reg).cost;
            if cost != *last_cost {
                result.last_cost_change = result.order.len();
            }
            result.order.push(reg);
            *last_cost = cost;
        };
        for reg in target
            .class(class)
            .order
            .iter()
            .filter(|reg| !self.is_reserved(**reg))
        {
            result.min_cost = result.min_cost.min(target.reg(*reg).cost);
            if self.callee_saved_alias(function, *reg).is_none() {
                add(&mut result, *reg, &mut last_cost);
            } else {
                last.push(*reg);
            }
        }
        for reg in last {
            add(&mut result, reg, &mut last_cost);
        }
        if let Some(limit) = self.limit {
            result.order.truncate(limit);
        }
        result
    }
}
