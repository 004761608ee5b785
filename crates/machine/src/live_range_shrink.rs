//! `lrshrink`: moves instructions up to what they read, so that fewer registers are live between.
//!
//! ```text
//!   %1 = LOAD a                %1 = LOAD a
//!   %2 = LOAD b                %2 = LOAD b
//!   other code                 %3 = ADD %1, %2       one live range through the other code in place of two
//!   %3 = ADD %1, %2            other code
//! ```
//!
//! Only operands count that nothing else reads and that are of the class of the result: two live ranges have to end for the
//! one that begins.

use avarice_mir::{
    Block, InsertPoint, Inst, MachineFunction, Op, OperandFlags, Reg, TargetHooks, inst_facts,
};
use avarice_target::op;
use avarice_trace::Log;
use cranelift_entity::EntityRef;

use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};

/// `lrshrink`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::RESERVED_REGS,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["peephole-opt"],
    ..MachinePass::new("lrshrink", "Live Range Shrink", || {
        Box::<Scratch>::default()
    })
};

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    places: Places,
    last_uses: LastUses,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let (hooks, reserved) = (unit.hooks(), &unit.analyses.reserved);
        run(&mut unit.function, hooks, reserved, self);
        Ok(())
    }
}

/// The places of the instructions of a block since the last barrier: a number that does not decrease downwards. What has
/// moved has the number of the place that it has moved to.
#[derive(Debug, Default)]
struct Places {
    /// By instruction: which barrier it comes after, and its number.
    numbers: Vec<(u32, u32)>,
    barrier: u32,
}

impl Places {
    fn begin_function(&mut self, function: &MachineFunction) {
        self.numbers.clear();
        self.numbers.resize(function.insts.len(), (0, 0));
        self.barrier = 0;
    }

    /// Numbers `first` and what follows, and forgets what is before.
    fn number_from(&mut self, function: &MachineFunction, first: Inst) {
        self.barrier += 1;
        let (mut next, mut number) = (Some(first), 0);
        while let Some(inst) = next {
            self.set(inst, number);
            number += 1;
            next = function.next_inst(inst);
        }
    }

    fn set(&mut self, inst: Inst, number: u32) {
        self.numbers[inst.index()] = (self.barrier, number);
    }

    /// The number of an instruction after the last barrier.
    fn get(&self, inst: Inst) -> Option<u32> {
        let (barrier, number) = self.numbers[inst.index()];
        (barrier == self.barrier).then_some(number)
    }

    /// Whether `wanted` is `first` or follows it with the same number.
    fn reaches(&self, function: &MachineFunction, first: Option<Inst>, wanted: Inst) -> bool {
        let Some(number) = self.get(wanted) else {
            return false;
        };
        let mut next = first;
        while let Some(inst) = next.filter(|inst| self.get(*inst) == Some(number)) {
            if inst == wanted {
                return true;
            }
            next = function.next_inst(inst);
        }
        false
    }

    /// The later one of `new` and `old`; `old` if `new` is not after the last barrier.
    fn later(&self, function: &MachineFunction, new: Inst, old: Option<Inst>) -> Option<Inst> {
        let Some(number) = self.get(new) else {
            return old;
        };
        let Some(before) = old else {
            return Some(new);
        };
        let is_later = match self.get(before).cmp(&Some(number)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => self.reaches(function, function.next_inst(before), new),
        };
        Some(if is_later { new } else { before })
    }
}

/// Where each register is used last before the current instruction.
#[derive(Debug, Default)]
struct LastUses {
    /// By register, physical ones first: the block, the number of the place, the instruction.
    uses: Vec<(u32, u32, Option<Inst>)>,
    physical: usize,
    block: u32,
}

impl LastUses {
    fn begin_function(&mut self, function: &MachineFunction) {
        self.physical = function.target.registers.len();
        self.block = 0;
        self.uses.clear();
        let registers = self.physical + function.vregs.len();
        self.uses.resize(registers, (0, 0, None));
    }

    fn index(&self, reg: Reg) -> usize {
        match reg.as_virtual() {
            Some(reg) => self.physical + reg.index(),
            None => reg.as_physical().map_or(0, |reg| reg.index()),
        }
    }

    fn set(&mut self, reg: Reg, number: u32, user: Inst) {
        let index = self.index(reg);
        self.uses[index] = (self.block, number, Some(user));
    }

    fn get(&self, reg: Reg) -> Option<(u32, Inst)> {
        let (block, number, user) = self.uses[self.index(reg)];
        let user = user.filter(|_| block == self.block)?;
        Some((number, user))
    }
}

/// Moves instructions up.
///
/// # Requires
/// [`Analysis::RESERVED_REGS`]; machine SSA, otherwise little is moved.
///
/// # Ensures
/// An instruction that may move, and is the last reader of two registers of the class of its result, follows what defines
/// the later one of them.
///
/// # Preserves
/// The control flow graph, and the order of what has effects.
fn run(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    reserved: &[bool],
    scratch: &mut Scratch,
) {
    scratch.places.begin_function(function);
    scratch.last_uses.begin_function(function);
    let mut shrinker = Shrinker {
        function,
        hooks,
        reserved,
        places: &mut scratch.places,
        last_uses: &mut scratch.last_uses,
    };
    for at in 0..shrinker.function.layout.len() {
        shrinker.visit_block(shrinker.function.layout[at]);
    }
}

struct Shrinker<'a> {
    function: &'a mut MachineFunction,
    hooks: &'a dyn TargetHooks,
    reserved: &'a [bool],
    places: &'a mut Places,
    last_uses: &'a mut LastUses,
}

/// An earlier reader of a register that an instruction sets without need: it must not move above that.
#[derive(Clone, Copy, Default)]
struct Barrier {
    number: u32,
    user: Option<Inst>,
}

impl Shrinker<'_> {
    fn visit_block(&mut self, block: Block) {
        let Some(first) = self.function.blocks[block].first.expand() else {
            return;
        };
        self.places.number_from(self.function, first);
        self.last_uses.block += 1;
        let mut saw_store = false;
        let mut cursor = Some(first);
        while let Some(inst) = cursor {
            cursor = self.function.next_inst(inst);
            if self.is_passed_over(inst) {
                continue;
            }
            let barrier = self.note_registers(inst);
            saw_store |= orders_memory(self.function, inst);
            if !inst_facts::is_safe_to_move(self.function, inst, saw_store) {
                if let Some(next) = cursor
                    && inst_facts::has_side_effects(self.function, inst)
                {
                    self.places.number_from(self.function, next);
                    saw_store = false;
                }
                continue;
            }
            if let Some(last) = self.last_operand(inst, barrier) {
                cursor = self.move_after(inst, last);
            }
        }
    }

    /// Whether `inst` is no code that moves or that others move past.
    fn is_passed_over(&self, inst: Inst) -> bool {
        self.function.opcode(inst) == op::PHI || inst_facts::is_debug_or_probe(self.function, inst)
    }

    /// Notes what `inst` reads; returns the last earlier reader of what it sets and nothing reads.
    fn note_registers(&mut self, inst: Inst) -> Barrier {
        let number = self.places.get(inst).unwrap_or_default();
        let mut barrier = Barrier::default();
        for operand in self.function.operands(inst) {
            if !operand.is_reg() || operand.has(OperandFlags::DEBUG) {
                continue;
            }
            let reg = operand.as_reg();
            if operand.is_use() {
                self.last_uses.set(reg, number, inst);
            } else if operand.has(OperandFlags::DEAD)
                && let Some((number, user)) = self.last_uses.get(reg)
                && barrier.number < number
            {
                let user = Some(user);
                barrier = Barrier { number, user };
            }
        }
        barrier
    }

    /// The last of the instructions that define the operands of `inst`, if it should follow that directly.
    fn last_operand(&self, inst: Inst, barrier: Barrier) -> Option<Inst> {
        let mut result: Option<Reg> = None;
        let mut last = None;
        let mut shortened = 0;
        for operand in self.function.operands(inst) {
            let ignored = OperandFlags::DEAD | OperandFlags::DEBUG;
            if !operand.is_reg() || operand.flags().intersects(ignored) {
                continue;
            }
            let reg = operand.as_reg();
            let Some(virtual_reg) = reg.as_virtual() else {
                let constant =
                    |reg| inst_facts::is_constant_phys_reg(self.function, self.reserved, reg);
                if reg.as_physical().is_none_or(constant) {
                    continue;
                }
                return None;
            };
            if operand.is_def() {
                if result.replace(reg).is_some() {
                    return None;
                }
                continue;
            }
            let class = self.function.class(virtual_reg);
            let of_result = result?.as_virtual().map(|reg| self.function.class(reg));
            let definition = self.only_definition(reg)?;
            if of_result != Some(class) {
                return None;
            }
            if !self.hooks.is_copy(self.function, definition) {
                shortened += 1;
            }
            last = self.places.later(self.function, definition, last);
        }
        let last = last.filter(|_| result.is_some() && shortened > 1)?;
        let number = self.places.get(last)?;
        let is_above_barrier = barrier.number == number
            && barrier
                .user
                .is_some_and(|user| self.places.reaches(self.function, Some(last), user));
        (barrier.number <= number && !is_above_barrier).then_some(last)
    }

    /// The instruction that defines `reg`, if there is one and the register is read once.
    fn only_definition(&self, reg: Reg) -> Option<Inst> {
        let is_one =
            |ops: &mut dyn Iterator<Item = Op>| ops.next().is_some() && ops.next().is_none();
        let mut uses = self.function.non_debug_uses(reg);
        if !is_one(&mut uses) {
            return None;
        }
        let mut defs = self.function.defs(reg);
        let definition = defs.next()?;
        defs.next()
            .is_none()
            .then(|| self.function.op_inst(definition))
    }

    /// Moves `inst`, with the debug values of its result after it, to where it follows `last`; returns the instruction that
    /// was after it.
    fn move_after(&mut self, inst: Inst, last: Inst) -> Option<Inst> {
        let function = &mut *self.function;
        let mut before = function.next_inst(last);
        while let Some(next) = before.filter(|next| {
            function.opcode(*next) == op::PHI || inst_facts::is_debug_or_probe(function, *next)
        }) {
            before = function.next_inst(next);
        }
        let rest = function.next_inst(inst);
        let (Some(place), Some(block)) = (before, function.inst_block(inst)) else {
            return rest;
        };
        if place == inst {
            return rest;
        }
        let number = self.places.get(place).unwrap_or_default();
        let result = function
            .operands(inst)
            .first()
            .map(|operand| operand.as_reg());
        let mut moving = inst;
        loop {
            self.places.set(moving, number);
            let next = function.next_inst(moving);
            function.splice(moving, InsertPoint::new(block, Some(place)));
            let follows =
                |next: &Inst| is_debug_value_of(function, *next, result.unwrap_or(Reg::NONE));
            match next.filter(follows) {
                Some(debug) => moving = debug,
                None => return next,
            }
        }
    }
}

/// Whether loads must not move from after `inst` to before it.
fn orders_memory(function: &MachineFunction, inst: Inst) -> bool {
    inst_facts::may_store(function, inst)
        || inst_facts::is_call(function, inst)
        || inst_facts::may_load(function, inst)
            && inst_facts::has_ordered_memory_access(function, inst)
}

/// Whether `inst` says that a variable is in `reg`.
fn is_debug_value_of(function: &MachineFunction, inst: Inst, reg: Reg) -> bool {
    let is_value = matches!(function.opcode(inst), op::DBG_VALUE | op::DBG_VALUE_LIST);
    let mut operands = function.operands(inst).iter();
    is_value && !reg.is_none() && operands.any(|operand| operand.as_reg() == reg)
}
