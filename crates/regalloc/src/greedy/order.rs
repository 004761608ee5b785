//! The order in which physical registers are tried for a virtual one: hints, then the order of its class.

use avarice_liveness::RegName;
use avarice_mir::{MachineFunction, TargetHooks, VReg};
use avarice_target::PhysReg;
use avarice_trace::{Log, log};
use smallvec::SmallVec;

use avarice_machine::register_class_info::RegisterClassInfo;
use avarice_machine::virt_reg_map::VirtRegMap;

/// Physical registers for one virtual register, best first.
///
/// ```text
///   regs   $rdi $rsi │ $rax $rcx $rdx …        hints, then the class's order without them
///          hints     │
/// ```
#[derive(Clone, Debug)]
pub struct AllocationOrder {
    regs: SmallVec<[PhysReg; 40]>,
    hints: usize,
    /// For each register its position in the class's order; empty if there are no hints, since then it is the same.
    places: SmallVec<[u16; 40]>,
    class_len: usize,
    last: PhysReg,
}

impl AllocationOrder {
    /// The order for `reg` under the present assignment.
    pub fn new(
        function: &MachineFunction,
        hooks: &dyn TargetHooks,
        map: &VirtRegMap,
        class_info: &mut RegisterClassInfo,
        reg: VReg,
        log: &mut Log<'_>,
    ) -> Self {
        let class = function.class(reg);
        let order = &class_info.logged_class(function, class, log).order;
        let mut regs: SmallVec<[PhysReg; 40]> = SmallVec::new();
        let copies = map
            .hints(reg)
            .iter()
            .filter_map(|hint| match hint.as_virtual() {
                Some(other) => Some(map.phys(other)).filter(|phys| !phys.is_none()),
                None => hint.as_physical(),
            });
        let extra = hooks.allocation_hints(function, reg);
        let mut places: SmallVec<[u16; 40]> = SmallVec::new();
        for phys in copies.chain(extra) {
            let place = order.iter().position(|other| *other == phys);
            if let Some(place) = place.filter(|place| !places.contains(&(*place as u16))) {
                regs.push(phys);
                places.push(place as u16);
            }
        }
        if log.is_on() && !regs.is_empty() {
            log!(log, "hints:");
            for phys in &regs {
                log!(log, " {}", RegName::phys(function.target, *phys));
            }
            log!(log, "\n");
        }
        let hints = regs.len();
        if hints == 0 {
            regs.extend_from_slice(order);
        } else {
            let mut taken = places.clone();
            taken.sort_unstable();
            let mut from = 0;
            for end in taken
                .iter()
                .map(|place| usize::from(*place))
                .chain([order.len()])
            {
                regs.extend_from_slice(&order[from..end]);
                places.extend(from as u16..end as u16);
                from = end + 1;
            }
        }
        Self {
            regs,
            hints,
            places,
            class_len: order.len(),
            last: order.last().copied().unwrap_or(PhysReg::NONE),
        }
    }

    /// The registers, best first.
    pub fn regs(&self) -> &[PhysReg] {
        &self.regs
    }

    /// Whether the register at `position` is a hint.
    pub fn is_hint_at(&self, position: usize) -> bool {
        position < self.hints
    }

    /// Whether a register is a hint.
    pub fn is_hint(&self, reg: PhysReg) -> bool {
        self.regs[..self.hints].contains(&reg)
    }

    /// How many registers the class has.
    pub fn class_len(&self) -> usize {
        self.class_len
    }

    /// The last register of the class's order.
    pub fn last_of_class(&self) -> PhysReg {
        self.last
    }

    /// Positions up to which registers are tried if only the first `limit` of the class's order are
    /// wanted; hints always are.
    pub fn limited(&self, limit: usize) -> usize {
        if limit == 0 {
            return self.regs.len();
        }
        if self.hints == 0 {
            return limit.min(self.class_len);
        }
        let in_class =
            self.places[self.hints..].partition_point(|place| usize::from(*place) < limit);
        self.hints + in_class
    }

    /// The registers with their positions in the class's order, best first.
    pub fn placed(&self) -> impl Iterator<Item = (usize, PhysReg)> {
        let place = |at: usize| self.places.get(at).map_or(at, |place| usize::from(*place));
        let regs = self.regs.iter().enumerate();
        regs.map(move |(at, phys)| (place(at), *phys))
    }
}
