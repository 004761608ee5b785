//! Loops in one instruction, which keep their code together until here: compare and exchange, and tags of memory.
//!
//! ```text
//!   block:   … what is before          block:   … what is before
//!            CMP_SWAP_32         ─▶    load:    ldaxr old, [p]
//!            … what is after                    cmp   old, expected
//!                                               b.ne  done
//!                                      store:   stlxr status, new, [p]
//!                                               cbnz  status, load
//!                                      done:    … what is after
//! ```

use avarice_ir::MetadataId;
use avarice_machine::live_phys_regs::LivePhysRegs;
use avarice_mir::{Block, Inst, InstBuilder, MachineFunction, Operand, OperandFlags, Reg};
use avarice_target::{Opcode, PhysReg};
use cranelift_entity::packed_option::PackedOption;

use super::{constant, explicit, insert};
use crate::{op, reg};

/// Condition codes.
const EQUAL: i64 = 0;
const NOT_EQUAL: i64 = 1;

/// How values of one size are compared and exchanged.
struct Swap {
    load: Opcode,
    store: Opcode,
    compare: Opcode,
    /// How the comparison extends or shifts.
    extend: i64,
    zero: PhysReg,
}

const fn swap(opcodes: [Opcode; 3], extend: i64, zero: PhysReg) -> Swap {
    let [load, store, compare] = opcodes;
    Swap {
        load,
        store,
        compare,
        extend,
        zero,
    }
}

/// Expands `inst` if it is a loop; then what was after it is in another block, later in the layout.
pub(super) fn expand(
    function: &mut MachineFunction,
    live: &mut LivePhysRegs,
    reserved: &[bool],
    inst: Inst,
) -> bool {
    let Some(block) = function.inst_block(inst) else {
        return false;
    };
    if function.num_operands(inst) < function.desc(inst).operands.len() {
        return false;
    }
    let mut build = LoopBuild {
        function,
        inst,
        block,
        location: None.into(),
    };
    build.location = build.function.debug_loc(inst);
    let halves = [op::LDAXRB, op::LDAXRH];
    let recomputed = match build.function.opcode(inst) {
        op::CMP_SWAP_8 => {
            build.compare_and_swap(&swap([halves[0], op::STLXRB, op::SUBSWrx], 0, reg::WZR))
        }
        op::CMP_SWAP_16 => {
            build.compare_and_swap(&swap([halves[1], op::STLXRH, op::SUBSWrx], 8, reg::WZR))
        }
        op::CMP_SWAP_32 => {
            build.compare_and_swap(&swap([op::LDAXRW, op::STLXRW, op::SUBSWrs], 0, reg::WZR))
        }
        op::CMP_SWAP_64 => {
            build.compare_and_swap(&swap([op::LDAXRX, op::STLXRX, op::SUBSXrs], 0, reg::XZR))
        }
        op::CMP_SWAP_128 => build.compare_and_swap_pair(op::LDAXPX, op::STLXPX),
        op::CMP_SWAP_128_RELEASE => build.compare_and_swap_pair(op::LDXPX, op::STLXPX),
        op::CMP_SWAP_128_ACQUIRE => build.compare_and_swap_pair(op::LDAXPX, op::STXPX),
        op::CMP_SWAP_128_MONOTONIC => build.compare_and_swap_pair(op::LDXPX, op::STXPX),
        op::STGloop_wback => build.set_tags(op::STGPostIndex, op::ST2GPostIndex),
        op::STZGloop_wback => build.set_tags(op::STZGPostIndex, op::STZ2GPostIndex),
        _ => return false,
    };
    live.begin_function(function);
    // From the end, and once more around the loop for what it carries.
    for block in recomputed {
        live.compute_live_ins(function, block);
        live.write_live_ins(function, reserved, block);
    }
    true
}

/// Blocks in the order in which what lives into them is computed.
type Order = smallvec::SmallVec<[Block; 8]>;

struct LoopBuild<'f> {
    function: &'f mut MachineFunction,
    inst: Inst,
    block: Block,
    location: PackedOption<MetadataId>,
}

impl LoopBuild<'_> {
    /// Inserts `N` blocks after the one of the pseudo.
    fn blocks<const N: usize>(&mut self) -> [Block; N] {
        let ir_block = self.function.blocks[self.block].ir_block;
        let section = self.function.blocks[self.block].section;
        let mut after = self.block;
        std::array::from_fn(|_| {
            let block = self.function.create_block();
            self.function.blocks[block].ir_block = ir_block;
            self.function.blocks[block].section = section;
            self.function.insert_block_after(after, block);
            after = block;
            block
        })
    }

    fn add(&mut self, block: Block, opcode: Opcode, operands: &[Operand]) -> Inst {
        InstBuilder::new(self.function, opcode)
            .location(self.location)
            .ops(operands)
            .append(block)
    }

    /// A conditional branch that is the last to read the flags.
    fn branch(&mut self, block: Block, condition: i64, target: Block) {
        let operands = [Operand::imm(condition), Operand::block(target)];
        let branch = self.add(block, op::Bcc, &operands);
        let last = Operand::implicit_use(reg::NZCV).with(OperandFlags::KILL);
        self.function.push_operand(branch, last);
    }

    fn edges(&mut self, from: Block, to: [Block; 2]) {
        for to in to {
            self.function.add_edge(from, to, None);
        }
    }

    /// Moves what follows the pseudo to `done`, and lets control go to `begin`.
    fn finish(&mut self, begin: Block, done: Block) {
        self.function.splice_tail(self.inst, done);
        self.function.transfer_successors(self.block, done);
        self.function.add_edge(self.block, begin, None);
        self.function.remove_inst(self.inst);
    }

    fn compare_and_swap(&mut self, swap: &Swap) -> Order {
        let [old, status, place, expected, new] = explicit(self.function, self.inst);
        let old_ends = ends(&old);
        let [old, place, expected, new] = [old, place, expected, new].map(|o| o.as_reg());
        let is_status_dead = status.has(OperandFlags::DEAD);
        let status = status.as_reg();
        let [load, store, done] = self.blocks();
        if !is_status_dead {
            let zero = [Operand::def(status), Operand::imm(0), Operand::imm(0)];
            self.add(load, op::MOVZWi, &zero);
        }
        self.add(load, swap.load, &[Operand::def(old), Operand::reg(place)]);
        let operands = [
            Operand::def(swap.zero),
            Operand::reg(old).with(old_ends),
            Operand::reg(expected),
            Operand::imm(swap.extend),
        ];
        self.add(load, swap.compare, &operands);
        self.branch(load, NOT_EQUAL, done);
        self.edges(load, [done, store]);
        let operands = [Operand::def(status), Operand::reg(new), Operand::reg(place)];
        self.add(store, swap.store, &operands);
        self.again(store, (status, is_status_dead), load);
        self.edges(store, [load, done]);
        self.finish(load, done);
        smallvec::smallvec![done, store, load, store, load]
    }

    /// Repeats the loop if the store did not succeed.
    fn again(&mut self, block: Block, (status, ends): (Reg, bool), load: Block) {
        let mut status = Operand::reg(status);
        status.set(OperandFlags::KILL, ends);
        self.add(block, op::CBNZW, &[status, Operand::block(load)]);
    }

    /// The same with two registers. If they are not equal, what was loaded is stored, since a load of a pair by itself is
    /// not atomic.
    fn compare_and_swap_pair(&mut self, load_pair: Opcode, store_pair: Opcode) -> Order {
        let operands: [Operand; 8] = explicit(self.function, self.inst);
        let old_ends = [ends(&operands[0]), ends(&operands[1])];
        let is_status_dead = operands[2].has(OperandFlags::DEAD);
        let [
            low,
            high,
            status,
            place,
            low_expected,
            high_expected,
            low_new,
            high_new,
        ] = operands.map(|operand| operand.as_reg());
        let def = |reg: Reg| Operand::def(reg);
        let read = |reg: Reg| Operand::reg(reg);
        let killed = |reg| Operand::reg(reg).with(OperandFlags::KILL);
        let zeros = [Operand::reg(reg::WZR); 2];
        let [load, store, fail, done] = self.blocks();
        self.add(load, load_pair, &[def(low), def(high), read(place)]);
        let sides = [(low, low_expected), (high, high_expected)];
        for (side, (old, expected)) in sides.into_iter().enumerate() {
            let compared = [
                Operand::def(reg::XZR),
                read(old).with(old_ends[side]),
                read(expected),
                Operand::imm(0),
            ];
            self.add(load, op::SUBSXrs, &compared);
            let [one, other] = if side == 0 {
                zeros
            } else {
                [killed(status); 2]
            };
            let counted = [def(status), one, other, Operand::imm(EQUAL)];
            self.add(load, op::CSINCWr, &counted);
        }
        self.again(load, (status, is_status_dead), fail);
        self.edges(load, [fail, store]);
        let stored = [def(status), read(low_new), read(high_new), read(place)];
        self.add(store, store_pair, &stored);
        self.again(store, (status, is_status_dead), load);
        self.add(store, op::B, &[Operand::block(done)]);
        self.edges(store, [load, done]);
        let stored = [def(status), read(low), read(high), read(place)];
        self.add(fail, store_pair, &stored);
        self.again(fail, (status, is_status_dead), load);
        self.edges(fail, [load, done]);
        self.finish(load, done);
        smallvec::smallvec![done, fail, store, load, fail, store, load]
    }

    /// Sets the tags of memory, 32 bytes at a time, of an odd number of 16 bytes the first ones before that.
    fn set_tags(&mut self, one: Opcode, two: Opcode) -> Order {
        let [size, address, bytes] = explicit(self.function, self.inst);
        let [size, address] = [size, address].map(|operand| operand.as_reg());
        let bytes = bytes.as_imm().unwrap_or(0);
        let def = |reg: Reg| Operand::def(reg);
        let read = |reg: Reg| Operand::reg(reg);
        let imm = Operand::imm;
        let tag = |count| [def(address), read(address), read(address), imm(count)];
        if bytes % 32 != 0 {
            insert(self.function, self.inst, one, &tag(1));
        }
        let rest = imm(bytes - bytes % 32);
        let count = insert(self.function, self.inst, op::MOVi64imm, &[def(size), rest]);
        constant::expand(self.function, count, true);
        let [again, done] = self.blocks();
        let store = self.add(again, two, &tag(2));
        self.function.copy_mem_ops(self.inst, store);
        self.function.insts[store].flags = self.function.insts[self.inst].flags;
        let subtracted = [def(size), read(size), imm(32), imm(0)];
        self.add(again, op::SUBSXri, &subtracted);
        self.branch(again, NOT_EQUAL, again);
        self.edges(again, [again, done]);
        self.finish(again, done);
        smallvec::smallvec![done, again, again, done]
    }
}

/// The mark of the last use of a result that nothing reads after the pseudo.
fn ends(result: &Operand) -> OperandFlags {
    match result.has(OperandFlags::DEAD) {
        true => OperandFlags::KILL,
        false => OperandFlags::empty(),
    }
}
