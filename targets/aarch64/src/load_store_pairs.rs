//! Loads and stores of neighbours in memory become one instruction, and additions to their base part of it.
//!
//! ```text
//!   ldr x8, [x0, #16]
//!   …                          ldp x8, x9, [x0, #16]
//!   ldr x9, [x0, #24]          …
//!
//!   str w9, [x0]               str w9, [x0], #4
//!   add x0, x0, #4
//! ```
//!
//! The later instruction moves up to the earlier one, or the earlier one down, if nothing between them minds.

use avarice_mir::{
    Inst, InstBuilder, MachineFunction, MemFlags, MiFlags, Operand, OperandFlags, OperandKind,
};
use avarice_target::{InstrFlags, Opcode, PhysReg};
use smallvec::SmallVec;

use crate::{TARGET, op};

/// How many instructions further on a neighbour is looked for.
const PAIR_DISTANCE: usize = 20;
/// How many instructions further on an addition to the base is looked for.
const UPDATE_DISTANCE: usize = 100;

/// The forms of an access.
struct Form {
    /// With an offset in units of the size.
    scaled: Opcode,
    /// With an offset in bytes.
    unscaled: Opcode,
    /// Two of them side by side, with an offset in units of the size.
    pair: Option<Opcode>,
    /// Before the base changes.
    post: Opcode,
    /// After the base has changed.
    pre: Opcode,
    /// Bytes.
    size: i64,
}

macro_rules! forms {
    ($($size:literal $scaled:ident $unscaled:ident $pair:expr, $post:ident $pre:ident;)*) => {
        &[$(Form {
            scaled: op::$scaled,
            unscaled: op::$unscaled,
            pair: $pair,
            post: op::$post,
            pre: op::$pre,
            size: $size,
        }),*]
    };
}

const FORMS: &[Form] = forms! {
    1 LDRBBui LDURBBi None, LDRBBpost LDRBBpre;
    2 LDRHHui LDURHHi None, LDRHHpost LDRHHpre;
    4 LDRWui LDURWi Some(op::LDPWi), LDRWpost LDRWpre;
    8 LDRXui LDURXi Some(op::LDPXi), LDRXpost LDRXpre;
    1 LDRSBWui LDURSBWi None, LDRSBWpost LDRSBWpre;
    2 LDRSHWui LDURSHWi None, LDRSHWpost LDRSHWpre;
    4 LDRSWui LDURSWi Some(op::LDPSWi), LDRSWpost LDRSWpre;
    4 LDRSui LDURSi Some(op::LDPSi), LDRSpost LDRSpre;
    8 LDRDui LDURDi Some(op::LDPDi), LDRDpost LDRDpre;
    16 LDRQui LDURQi Some(op::LDPQi), LDRQpost LDRQpre;
    1 STRBBui STURBBi None, STRBBpost STRBBpre;
    2 STRHHui STURHHi None, STRHHpost STRHHpre;
    4 STRWui STURWi Some(op::STPWi), STRWpost STRWpre;
    8 STRXui STURXi Some(op::STPXi), STRXpost STRXpre;
    4 STRSui STURSi Some(op::STPSi), STRSpost STRSpre;
    8 STRDui STURDi Some(op::STPDi), STRDpost STRDpre;
    16 STRQui STURQi Some(op::STPQi), STRQpost STRQpre;
};

/// A load or a store at a constant distance from a register.
#[derive(Clone, Copy)]
struct Access {
    form: &'static Form,
    register: PhysReg,
    base: PhysReg,
    /// Bytes from the base.
    offset: i64,
    is_load: bool,
}

/// Pairs accesses to neighbours and changes bases along with them.
///
/// # Requires
/// Code after allocation without frame indices.
///
/// # Preserves
/// The CFG, what memory and registers are at the end of each block.
pub fn run(function: &mut MachineFunction) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            if let Some(access) = access(function, inst)
                && let Some(next) = pair(function, inst, access)
            {
                cursor = next;
            }
        }
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            if let Some(access) = access(function, inst)
                && let Some(changed) = update(function, inst, access)
            {
                cursor = function.next_inst(changed);
            }
        }
    }
}

/// The access that `inst` is, if it may become another form: no volatile or atomic one.
fn access(function: &MachineFunction, inst: Inst) -> Option<Access> {
    let opcode = function.opcode(inst);
    let form = FORMS
        .iter()
        .find(|form| form.scaled == opcode || form.unscaled == opcode)?;
    let frame = MiFlags::FRAME_SETUP | MiFlags::FRAME_DESTROY;
    if function.insts[inst].flags.intersects(frame) {
        return None;
    }
    let register = function.operand(inst, 0).as_reg().as_physical()?;
    let base = function.operand(inst, 1).as_reg().as_physical()?;
    let number = function.operand(inst, 2).as_imm()?;
    let is_plain = function.mem_ops(inst).all(|mem| {
        !mem.flags.contains(MemFlags::VOLATILE)
            && mem.ordering == avarice_ir::AtomicOrdering::NotAtomic
    });
    // What nobody says anything about may be anything.
    let is_known = function.mem_ops(inst).next().is_some();
    let scale = if form.scaled == opcode { form.size } else { 1 };
    (is_plain && is_known).then_some(Access {
        form,
        register,
        base,
        offset: number * scale,
        is_load: function.desc(inst).has(InstrFlags::MAY_LOAD),
    })
}

/// What instructions that are passed over do.
#[derive(Default)]
struct Between {
    written: SmallVec<[PhysReg; 16]>,
    read: SmallVec<[PhysReg; 16]>,
    /// Accesses of memory whose place is known.
    accesses: SmallVec<[Access; 8]>,
    loads: bool,
    stores: bool,
}

impl Between {
    /// Adds `inst`; `false` if nothing may pass it.
    fn add(&mut self, function: &MachineFunction, inst: Inst) -> bool {
        let desc = function.desc(inst);
        let wall = InstrFlags::CALL | InstrFlags::TERMINATOR | InstrFlags::SIDE_EFFECTS;
        if desc.flags.intersects(wall) && !desc.has(InstrFlags::META) {
            return false;
        }
        for operand in function.operands(inst) {
            let Some(register) = operand.as_reg().as_physical() else {
                if operand.kind() == OperandKind::RegMask {
                    return false;
                }
                continue;
            };
            match operand.is_def() {
                true => self.written.push(register),
                false => self.read.push(register),
            }
        }
        match access(function, inst) {
            Some(access) => self.accesses.push(access),
            None => {
                self.loads |= desc.has(InstrFlags::MAY_LOAD);
                self.stores |= desc.has(InstrFlags::MAY_STORE);
            }
        }
        true
    }

    fn writes(&self, register: PhysReg) -> bool {
        let mut written = self.written.iter();
        written.any(|other| TARGET.regs_overlap(*other, register))
    }

    fn reads(&self, register: PhysReg) -> bool {
        let mut read = self.read.iter();
        read.any(|other| TARGET.regs_overlap(*other, register))
    }

    /// Whether `moved` may be done before or after all of them as far as memory goes.
    fn allows(&self, moved: &Access) -> bool {
        if self.stores || (self.loads && !moved.is_load) {
            return false;
        }
        self.accesses.iter().all(|other| {
            let apart = other.base == moved.base
                && (other.offset + other.form.size <= moved.offset
                    || moved.offset + moved.form.size <= other.offset);
            apart || (other.is_load && moved.is_load)
        })
    }
}

/// Makes a pair of `inst` and a neighbour after it; returns where to go on.
fn pair(function: &mut MachineFunction, inst: Inst, first: Access) -> Option<Option<Inst>> {
    first.form.pair?;
    if first.is_load && TARGET.regs_overlap(first.register, first.base) {
        return None;
    }
    let mut between = Between::default();
    let mut cursor = function.next_inst(inst);
    for _ in 0..PAIR_DISTANCE {
        let other = cursor?;
        if let Some(second) = access(function, other)
            && is_neighbour(&first, &second)
        {
            let moves_up = !between.writes(second.register)
                && (!second.is_load || !between.reads(second.register))
                && between.allows(&second);
            let moves_down = !between.writes(first.register)
                && (!first.is_load || !between.reads(first.register))
                && between.allows(&first);
            if moves_up || moves_down {
                let next = function.next_inst(inst).filter(|next| *next != other);
                let after = function.next_inst(other);
                let place = if moves_up { inst } else { other };
                if !moves_up {
                    forget_kills(function, inst, other, &[first.register, first.base]);
                }
                make_pair(function, place, (inst, first), (other, second));
                return Some(next.or(after));
            }
        }
        if !between.add(function, other) || between.writes(first.base) {
            return None;
        }
        cursor = function.next_inst(other);
    }
    None
}

/// Whether two accesses are of one form and side by side, where a pair reaches.
fn is_neighbour(first: &Access, second: &Access) -> bool {
    let size = first.form.size;
    let low = first.offset.min(second.offset);
    let same_register = first.is_load && TARGET.regs_overlap(first.register, second.register);
    first.form.pair == second.form.pair
        && first.base == second.base
        && (first.offset - second.offset).abs() == size
        && low % size == 0
        && (-64..64).contains(&(low / size))
        && !same_register
        && first.is_load == second.is_load
}

/// Forgets that instructions after `from`, up to `to`, are the last to read these registers.
fn forget_kills(function: &mut MachineFunction, from: Inst, to: Inst, registers: &[PhysReg]) {
    let mut cursor = function.next_inst(from);
    while let Some(inst) = cursor.filter(|inst| *inst != to) {
        for index in 0..function.num_operands(inst) {
            let operand = function.operand(inst, index);
            let named = operand.as_reg().as_physical();
            let is_one = named.is_some_and(|named| {
                let mut registers = registers.iter();
                registers.any(|register| TARGET.regs_overlap(*register, named))
            });
            if is_one && operand.is_use() {
                let operand = function.operand_mut(inst, index);
                operand.set(OperandFlags::KILL, false);
            }
        }
        cursor = function.next_inst(inst);
    }
}

fn make_pair(
    function: &mut MachineFunction,
    place: Inst,
    first: (Inst, Access),
    second: (Inst, Access),
) {
    let (low, high) = match first.1.offset < second.1.offset {
        true => (first, second),
        false => (second, first),
    };
    let Some(opcode) = low.1.form.pair else {
        return;
    };
    let location = function.insts[first.0].debug_loc;
    let offset = low.1.offset / low.1.form.size;
    let registers = [low.0, high.0].map(|inst| {
        let operand = function.operand(inst, 0).detached();
        without_kill(operand)
    });
    let base = without_kill(function.operand(low.0, 1).detached());
    let implicit: SmallVec<[Operand; 4]> = [low.0, high.0]
        .into_iter()
        .flat_map(|inst| function.operands(inst)[3..].iter())
        .filter(|operand| !reads_result(function, first.0, operand))
        .map(|operand| without_kill(operand.detached()))
        .collect();
    let mem: SmallVec<[_; 2]> = [low.0, high.0]
        .into_iter()
        .flat_map(|inst| {
            function
                .mem_ops(inst)
                .copied()
                .collect::<SmallVec<[_; 2]>>()
        })
        .collect();
    let mut build = InstBuilder::new(function, opcode).location(location);
    build = build.ops(&registers).op(base).imm(offset);
    for operand in implicit {
        build = build.extra(operand);
    }
    for operand in mem {
        build = build.mem(operand);
    }
    build.insert_before(place);
    function.remove_inst(low.0);
    function.remove_inst(high.0);
}

fn without_kill(mut operand: Operand) -> Operand {
    operand.set(OperandFlags::KILL, false);
    operand
}

/// Whether `operand`, of the second of a pair, reads what the first defines: the rest of a list of registers.
fn reads_result(function: &MachineFunction, first: Inst, operand: &Operand) -> bool {
    let Some(read) = operand.as_reg().as_physical().filter(|_| operand.is_use()) else {
        return false;
    };
    function.operands(first).iter().any(|def| {
        let defined = def.as_reg().as_physical().filter(|_| def.is_def());
        defined.is_some_and(|defined| function.target.regs_overlap(defined, read))
    })
}

/// The number that `inst` adds to `base`, if that is all it does.
fn increment(function: &MachineFunction, inst: Inst, base: PhysReg) -> Option<i64> {
    let sign = match function.opcode(inst) {
        op::ADDXri => 1,
        op::SUBXri => -1,
        _ => return None,
    };
    let frame = MiFlags::FRAME_SETUP | MiFlags::FRAME_DESTROY;
    let same = |index| function.operand(inst, index).as_reg().as_physical() == Some(base);
    let number = function.operand(inst, 2).as_imm()?;
    let shift = function.operand(inst, 3).as_imm()?;
    let fits = same(0) && same(1) && shift == 0 && !function.insts[inst].flags.intersects(frame);
    (fits && function.num_operands(inst) == 4).then_some(sign * number)
}

/// Makes an addition to the base of `inst` part of it: one after it, of what the access does not need
/// (`[x0]`, then `x0 + n`) or has added itself (`[x0, #n]`, then `x0 + n`). Returns the new instruction.
fn update(function: &mut MachineFunction, inst: Inst, access: Access) -> Option<Inst> {
    let Access { form, base, .. } = access;
    if TARGET.regs_overlap(access.register, base) || base == crate::reg::SP {
        return None;
    }
    let mut cursor = function.next_inst(inst);
    for _ in 0..UPDATE_DISTANCE {
        let other = cursor?;
        if let Some(by) = increment(function, other, base)
            && (-256..256).contains(&by)
        {
            let opcode = match access.offset {
                0 => form.post,
                offset if offset == by => form.pre,
                _ => return None,
            };
            return Some(make_update(function, inst, other, opcode, by));
        }
        let touches = function.operands(other).iter().any(|operand| {
            let named = operand.as_reg().as_physical();
            named.is_some_and(|named| TARGET.regs_overlap(named, base))
                || operand.kind() == OperandKind::RegMask
        });
        if touches {
            return None;
        }
        cursor = function.next_inst(other);
    }
    None
}

fn make_update(
    function: &mut MachineFunction,
    inst: Inst,
    addition: Inst,
    opcode: Opcode,
    by: i64,
) -> Inst {
    let location = function.insts[inst].debug_loc;
    let register = function.operand(inst, 0).detached();
    let base = without_kill(function.operand(inst, 1).detached());
    let new_base = function.operand(addition, 0).detached();
    let implicit: SmallVec<[Operand; 2]> = function.operands(inst)[3..]
        .iter()
        .map(|operand| operand.detached())
        .collect();
    let mem: SmallVec<[_; 2]> = function.mem_ops(inst).copied().collect();
    let mut build = InstBuilder::new(function, opcode).location(location);
    build = build.def(new_base.as_reg()).op(register);
    build = build.op(base).imm(by);
    for operand in implicit {
        build = build.extra(operand);
    }
    for operand in mem {
        build = build.mem(operand);
    }
    let made = build.insert_before(inst);
    function.remove_inst(inst);
    function.remove_inst(addition);
    made
}
