//! Random machine functions and random edits of them: after each edit through the update functions, live
//! intervals equal freshly computed ones.
//!
//! The generator is deterministic: a failing seed fails again. `verify` compares with fresh intervals.

use avarice_mir::InsertPoint;
use avarice_mir::hooks::RegisterHooks;
use std::fmt::Write;

use avarice_liveness::{LiveIntervals, SlotIndex, Unobserved};
use avarice_mir::print::MirPrinter;
use avarice_mir::{
    Block, Inst, MachineFunction, MirTarget, Operand, OperandFlags, Reg, TargetHooks, VReg,
    parse_mir,
};
use avarice_target::{LaneMask, SubRegIdx, op};
use avarice_target_x86_64::{TARGET, hooks::X86Hooks};
use cranelift_entity::EntityRef;

/// Functions per test.
const SEEDS: u64 = 200;
/// Edits per function.
const EDITS: usize = 24;

/// A small generator of numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        (!list.is_empty()).then(|| &list[self.below(list.len())])
    }
}

/// Registers of a random function, `%0` and up, all of a class with an 8-bit low and high part.
const REGS: usize = 6;

/// A random function; all registers are defined in the entry block.
fn random_text(random: &mut Random) -> String {
    let blocks = 2 + random.below(6);
    let mut text = String::from("---\nname: random\ntracksRegLiveness: true\nbody: |\n");
    for block in 0..blocks {
        let next = (block + 1) % blocks;
        // Not the entry, which must not have predecessors.
        let other = 1 + random.below(blocks);
        let is_last = block + 1 == blocks;
        let _ = writeln!(text, "  bb.{block}:");
        if !is_last && (other == next || other >= blocks) {
            let _ = writeln!(text, "    successors: %bb.{next}");
        } else if !is_last {
            let _ = writeln!(text, "    successors: %bb.{next}, %bb.{other}");
        }
        if block == 0 {
            let _ = writeln!(text, "    liveins: $edi\n    %0:gr32_abcd = COPY $edi");
            for reg in 1..REGS {
                let _ = writeln!(text, "    %{reg}:gr32_abcd = MOV32ri {reg}");
            }
        }
        for _ in 0..random.below(9) {
            text.push_str(&random_insts(random));
            text.push('\n');
        }
        let result = random.below(REGS);
        let _ = match is_last {
            true => writeln!(text, "    $eax = COPY %{result}\n    RET 0, $eax\n"),
            false => writeln!(text, "    JMP_1 %bb.{next}\n"),
        };
    }
    text.push_str("...\n");
    text
}

/// A random instruction, or two that belong together.
fn random_insts(random: &mut Random) -> String {
    let (a, b) = (random.below(REGS), random.below(REGS));
    // Few registers have parts, so that definitions of different parts stand side by side.
    let part = a % 2;
    let undef = if random.below(8) == 0 { "undef " } else { "" };
    let dead_flags = "implicit-def dead $eflags";
    match random.below(12) {
        0 => format!("    %{a}:gr32_abcd = MOV32ri 7"),
        1 | 2 => format!("    %{a}:gr32_abcd = COPY %{b}"),
        3 | 4 => format!("    %{a}:gr32_abcd = ADD32rr %{a}, %{b}, {dead_flags}"),
        5 => format!("    TEST32rr %{a}, %{b}, {dead_flags}"),
        6 => format!("    {undef}%{part}.sub_8bit:gr32_abcd = MOV8ri 1"),
        7 => format!(
            "    %{part}.sub_8bit_hi:gr32_abcd = COPY %{b}.sub_8bit\n    %{part}.sub_8bit:gr32_abcd = MOV8ri 3"
        ),
        8 => format!(
            "    %{part}.sub_8bit:gr32_abcd = ADD8rr %{part}.sub_8bit, %{b}.sub_8bit_hi, {dead_flags}"
        ),
        9 => "    CALL64pcrel32 &f, csr_64, implicit $rsp, implicit $ssp, implicit-def $rsp, implicit-def dead $eax".into(),
        10 => format!(
            "    $ecx = COPY %{b}\n    %{a}:gr32_abcd = SHL32rCL %{a}, {dead_flags}, implicit $cl"
        ),
        _ => format!("    TEST8rr %{a}.sub_8bit, %{b}.sub_8bit, {dead_flags}"),
    }
}

/// A function with its intervals, and the edits that are tried on it.
struct Subject {
    function: MachineFunction,
    intervals: LiveIntervals,
    random: Random,
}

impl Subject {
    fn new(seed: u64, track_lanes: bool) -> Self {
        let mut random = Random(seed);
        let text = random_text(&mut random);
        let target = MirTarget {
            desc: &TARGET,
            text: X86Hooks.text_names(),
        };
        let file = parse_mir(text.as_bytes(), &|_| Ok(target));
        let mut file = file.unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let mut function = file.functions.remove(0);
        function.tracks_sub_reg_liveness = track_lanes;
        let reserved = X86Hooks.reserved_regs(&function);
        let mut intervals = LiveIntervals::default();
        intervals.compute(&mut function, &reserved, &mut Unobserved);
        for unit in 0..TARGET.units.len() {
            intervals.reg_unit(&mut function, avarice_target::RegUnit::from_index(unit));
        }
        Self {
            function,
            intervals,
            random,
        }
    }

    fn check(&mut self, edit: &str) {
        if let Err(error) = self.intervals.verify(&self.function) {
            panic!("after {edit}: {error}\n{}", self.shown());
        }
    }

    /// The function with its slot indexes, and all ranges that are not empty.
    fn shown(&self) -> String {
        let printer = MirPrinter::new(X86Hooks.text_names(), None, &self.function);
        let mut text = String::new();
        for block in &self.function.layout {
            let (start, end) = self.intervals.indexes.block_range(*block);
            let succs = &self.function.blocks[*block].succs;
            let _ = writeln!(text, "{block} [{start},{end}) to {succs:?}");
            for inst in self.function.block_insts(*block) {
                let _ = write!(text, "  {}  ", self.intervals.indexes.index(inst));
                printer.write_inst(&mut text, &self.function, inst);
                text.push('\n');
            }
        }
        let ranges = self.intervals.display(&self.function).to_string();
        let lines = ranges.lines().filter(|line| !line.ends_with(" EMPTY"));
        lines.for_each(|line| _ = writeln!(text, "{line}"));
        text
    }

    fn random_block(&mut self) -> Block {
        let at = self.random.below(self.function.layout.len());
        self.function.layout[at]
    }

    /// An instruction that is no branch, call or return.
    fn random_inst(&mut self) -> Option<Inst> {
        let block = self.random_block();
        let function = &self.function;
        let movable = |inst: &Inst| {
            !function.is_terminator(*inst)
                && function.operands(*inst).iter().all(|o| {
                    o.kind() != avarice_mir::OperandKind::RegMask && !o.as_reg().is_physical()
                        || o.has(OperandFlags::DEAD)
                })
        };
        let insts: Vec<Inst> = function.block_insts(block).filter(movable).collect();
        self.random.pick(&insts).copied()
    }

    fn random_vreg(&mut self) -> Option<VReg> {
        let reg = VReg::new(self.random.below(self.function.vregs.len()));
        (!self.function.is_unused(reg) && !self.intervals.interval(reg).is_empty()).then_some(reg)
    }

    fn shrink_and_split(&mut self, reg: VReg) {
        if self.function.is_unused(reg) {
            self.intervals.remove_interval(reg);
            return;
        }
        let log = &mut Unobserved;
        if self
            .intervals
            .shrink_to_uses(&mut self.function, reg, None, log)
        {
            self.intervals
                .split_separate_components(&mut self.function, reg, log);
        }
    }

    /// Removes an instruction whose definitions are dead.
    fn delete(&mut self) {
        let Some(inst) = self.random_inst() else {
            return;
        };
        let at = self.intervals.indexes.index(inst).reg_slot(false);
        let mut regs: Vec<VReg> = Vec::new();
        for operand in self.function.operands(inst) {
            let Some(reg) = operand.as_reg().as_virtual() else {
                continue;
            };
            if operand.is_def() && !self.intervals.interval(reg).query(at).is_dead_def() {
                return;
            }
            if !regs.contains(&reg) {
                regs.push(reg);
            }
        }
        for operand in self.function.operands(inst).to_vec() {
            if let Some(phys) = operand.as_reg().as_physical() {
                self.intervals
                    .remove_phys_reg_def_at(&self.function, phys, at);
            } else if let Some(reg) = operand.as_reg().as_virtual()
                && operand.is_def()
            {
                self.intervals.remove_vreg_def_at(reg, at);
            }
        }
        self.intervals.remove_inst(inst);
        self.function.remove_inst(inst);
        for reg in regs {
            self.shrink_and_split(reg);
        }
        self.check("deleting");
    }

    /// Extends the interval of `reg`, where it is live in the main range, to a new read of all lanes.
    fn extend_to(&mut self, reg: VReg, place: SlotIndex) {
        let mut interval = self.intervals.take_interval(reg);
        let mut undefs = Vec::new();
        let mut lanes: Vec<(LaneMask, Vec<SlotIndex>)> = Vec::new();
        for sub in interval.sub_ranges() {
            undefs.clear();
            interval.sub_range_undefs(
                &mut undefs,
                sub.lanes,
                &self.function,
                &self.intervals.indexes,
            );
            lanes.push((sub.lanes, undefs.clone()));
        }
        for (sub, (_, undefs)) in interval.sub_ranges_mut().zip(&lanes) {
            self.intervals
                .extend_to_indices(&self.function, &mut sub.range, &[place], undefs);
        }
        if interval.has_sub_ranges() {
            interval.clear();
            self.intervals
                .construct_main_range_from_subranges(&self.function, &mut interval);
        } else {
            let range = &mut *interval;
            self.intervals
                .extend_to_indices(&self.function, range, &[place], &[]);
        }
        self.intervals.put_interval(interval);
    }

    /// Inserts a copy of a live register, and sometimes a read of the copy.
    fn insert_copy(&mut self) {
        let (Some(after), Some(reg)) = (self.random_inst(), self.random_vreg()) else {
            return;
        };
        let at = self.intervals.indexes.index(after);
        if !self.intervals.interval(reg).live_at(at.dead_slot()) {
            return;
        }
        let class = self.function.class(reg);
        let new = self.function.create_vreg(class);
        let operands = [Operand::def(new), Operand::reg(reg)];
        let copy = self.function.create_inst(op::COPY, &operands);
        self.function.insert_after(after, copy);
        let late = self.random.below(2) == 0;
        let place = self.intervals.insert_inst(&self.function, copy, late);
        self.extend_to(reg, place.reg_slot(false));
        self.intervals.ensure_interval(&mut self.function, new);
        if self.random.below(2) == 0 && self.lives_with_all_lanes(reg, at) {
            let read = [Operand::def(reg), Operand::reg(new)];
            let read = self.function.create_inst(op::COPY, &read);
            self.function.insert_after(copy, read);
            let place = self.intervals.insert_inst(&self.function, read, late);
            self.extend_to(new, place.reg_slot(false));
            self.define_at(reg, place.reg_slot(false));
        }
        self.check("inserting a copy");
    }

    /// Whether a register is live after an instruction, and no lane of it is undefined: a new definition
    /// of an undefined lane would be read by uses that had nothing to read.
    fn lives_with_all_lanes(&self, reg: VReg, at: SlotIndex) -> bool {
        let interval = self.intervals.interval(reg);
        let at = at.dead_slot();
        let mut lanes = LaneMask::NONE;
        for sub in interval.sub_ranges().filter(|sub| sub.range.live_at(at)) {
            lanes |= sub.lanes;
        }
        let all = TARGET.class(self.function.class(reg)).lane_mask;
        interval.live_at(at) && (!interval.has_sub_ranges() || lanes == all)
    }

    /// Puts a new full definition of `reg` at `def` into the middle of its values.
    fn define_at(&mut self, reg: VReg, def: SlotIndex) {
        let mut interval = self.intervals.take_interval(reg);
        let mut ends = Vec::new();
        let mut undefs = Vec::new();
        let subs: Vec<LaneMask> = interval.sub_ranges().map(|sub| sub.lanes).collect();
        for (at, lanes) in subs.into_iter().enumerate() {
            undefs.clear();
            ends.clear();
            interval.sub_range_undefs(&mut undefs, lanes, &self.function, &self.intervals.indexes);
            let Some(sub) = interval.sub_ranges_mut().nth(at) else {
                continue;
            };
            self.intervals.prune_value(&mut sub.range, def, &mut ends);
            sub.range.create_dead_def(def);
            self.intervals
                .extend_to_indices(&self.function, &mut sub.range, &ends, &undefs);
        }
        ends.clear();
        if interval.has_sub_ranges() {
            interval.clear();
            self.intervals
                .construct_main_range_from_subranges(&self.function, &mut interval);
        } else {
            self.intervals.prune_value(&mut interval, def, &mut ends);
            interval.create_dead_def(def);
            self.intervals
                .extend_to_indices(&self.function, &mut interval, &ends, &[]);
        }
        self.intervals.put_interval(interval);
        self.shrink_and_split(reg);
    }

    /// Redefines a register in the middle of its live range.
    fn redefine(&mut self) {
        let (Some(after), Some(reg)) = (self.random_inst(), self.random_vreg()) else {
            return;
        };
        let at = self.intervals.indexes.index(after);
        if !self.lives_with_all_lanes(reg, at) {
            return;
        }
        let opcode = TARGET.opcode_by_name("MOV32ri").expect("x86-64 has it");
        let operands = [Operand::def(reg), Operand::imm(9)];
        let inst = self.function.create_inst(opcode, &operands);
        self.function.insert_after(after, inst);
        let place = self.intervals.insert_inst(&self.function, inst, false);
        self.define_at(reg, place.reg_slot(false));
        self.check("redefining");
    }

    /// Whether two neighbouring instructions may change places.
    fn independent(&self, a: Inst, b: Inst) -> bool {
        let function = &self.function;
        let clash = |x: &Operand, y: &Operand| {
            if x.as_reg().is_none() || y.as_reg().is_none() || x.is_use() && y.is_use() {
                return false;
            }
            match (x.as_reg().as_physical(), y.as_reg().as_physical()) {
                (Some(p), Some(q)) => {
                    let both_dead = x.has(OperandFlags::DEAD) && y.has(OperandFlags::DEAD);
                    TARGET.regs_overlap(p, q) && !both_dead
                }
                (None, None) => {
                    let lanes = |o: &Operand| match o.sub_reg() {
                        SubRegIdx::NONE => LaneMask::ALL,
                        sub => TARGET.sub_reg_indices[sub.index()].lane_mask,
                    };
                    let undef = x.has(OperandFlags::UNDEF) || y.has(OperandFlags::UNDEF);
                    let apart = (lanes(x) & lanes(y)).is_none() && !undef;
                    x.as_reg() == y.as_reg() && !(apart && function.tracks_sub_reg_liveness)
                }
                _ => false,
            }
        };
        let (xs, ys) = (function.operands(a), function.operands(b));
        let masks = |list: &[Operand]| {
            let masks = list.iter();
            masks
                .filter(|o| o.kind() == avarice_mir::OperandKind::RegMask)
                .count()
        };
        !function.is_terminator(b)
            && masks(xs) + masks(ys) == 0
            && !xs.iter().any(|x| ys.iter().any(|y| clash(x, y)))
    }

    /// Moves an instruction up or down, as far as it may go or less.
    fn move_inst(&mut self) {
        let Some(inst) = self.random_inst() else {
            return;
        };
        let Some(block) = self.function.inst_block(inst) else {
            return;
        };
        let up = self.random.below(2) == 0;
        let steps = 1 + self.random.below(6);
        let mut place = None;
        let step = |at: Inst| match up {
            true => self.function.prev_inst(at),
            false => self.function.next_inst(at),
        };
        let mut cursor = step(inst);
        for _ in 0..steps {
            let Some(other) = cursor.filter(|other| self.independent(inst, *other)) else {
                break;
            };
            place = Some(other);
            cursor = step(other);
        }
        let Some(other) = place else {
            return;
        };
        let before = match up {
            true => Some(other),
            false => self.function.next_inst(other),
        };
        self.function.splice(inst, InsertPoint::new(block, before));
        let log = &mut Unobserved;
        self.intervals
            .handle_move(&mut self.function, inst, false, log);
        self.check("moving");
    }

    /// Replaces `%a = ADD %a, %b` by a copy and an addition to the copy.
    fn rewrite(&mut self) {
        let Some(inst) = self.random_inst() else {
            return;
        };
        let Some(def) = self.function.operands(inst).first().copied() else {
            return;
        };
        let Some(reg) = def.as_reg().as_virtual().filter(|_| def.is_def()) else {
            return;
        };
        if !def.sub_reg().is_none() {
            return;
        }
        let class = self.function.class(reg);
        let new = self.function.create_vreg(class);
        self.function.set_reg(inst, 0, new);
        let tied = self.function.operand(inst, 0).tied_to();
        if let Some(used) = tied {
            let source = self.function.operand(inst, used).as_reg();
            let operands = [Operand::def(new), Operand::reg(source)];
            let copy = self.function.create_inst(op::COPY, &operands);
            self.function.insert_before(inst, copy);
            self.function.set_reg(inst, used, new);
        }
        let operands = [Operand::def(reg), Operand::reg(Reg::virt(new))];
        let back = self.function.create_inst(op::COPY, &operands);
        self.function.insert_after(inst, back);
        let first = if tied.is_some() {
            self.function.prev_inst(inst).unwrap_or(inst)
        } else {
            inst
        };
        self.intervals
            .repair_intervals_in_range(&mut self.function, first, back, &[reg]);
        self.check("rewriting");
    }

    fn edit(&mut self) {
        match self.random.below(6) {
            0 => self.delete(),
            1 => self.insert_copy(),
            2 => self.redefine(),
            3 | 4 => self.move_inst(),
            _ => self.rewrite(),
        }
    }
}

fn run(track_lanes: bool) {
    for seed in 0..SEEDS {
        let mut subject = Subject::new(seed, track_lanes);
        subject.check(&format!("computing, seed {seed}"));
        for _ in 0..EDITS {
            subject.edit();
        }
    }
}

#[test]
fn edits_keep_intervals_right() {
    run(false);
}

#[test]
fn edits_keep_ranges_of_lanes_right() {
    run(true);
}
