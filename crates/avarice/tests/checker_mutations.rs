//! The checker of allocations finds what is wrong: it accepts allocations of real functions, and rejects each of them
//! once a fault is put in.
//!
//! Functions of the shipped programs are compiled up to allocation, and allocated. Faults of each kind
//! ([`FAULTS`]) are put into each, one at a time. A fault is put only where the code around shows that it cannot be
//! right by chance: a wrong register is one that nothing in the function mentions, a wrong slot is one that nothing
//! is stored to, a copy is lost only if its register was given another value just before and is read just after.

use std::fs;
use std::path::Path;

use avarice_machine::pass::{Analyses, Analysis};
use avarice_machine::register_class_info::RegisterClassInfo;
use avarice_mir::{
    FrameIndex, Inst, MachineFunction, MirTarget, Operand, OperandFlags, OperandKind, TargetHooks,
    VReg, parse_mir,
};
use avarice_regalloc::{OutOfRegisters, basic, checker, fast, greedy, rewriter};
use avarice_regalloc2_bridge::machine::{self, Algorithm};
use avarice_target::{InstrFlags, PhysReg, op};
use avarice_target_aarch64::hooks::AArch64Hooks;
use avarice_target_x86_64::hooks::X86Hooks;
use avarice_trace::Log;

/// Programs whose functions are taken.
const PROGRAMS: [&str; 5] = [
    "O2/bitfields",
    "O0/bitfields",
    "O0/linalg",
    "O0/int_widths",
    "O0/json",
];

/// The program whose functions stay `optnone`, as Clang's -O0 marks them: everything is copied between slots and
/// registers. Promoted slots give allocation more to do in the others.
const AS_IT_IS: &str = "O0/json";

/// Faults of a kind that are put into a function, one after the other.
const PLACES: usize = 2;

/// Instructions that a function has at most, so that the test stays short.
const MAX_INSTS: usize = 500;

/// Faults of each kind that have to be tried, over both targets and all allocators.
const LEAST_OF_A_KIND: usize = 8;

/// Allocates a function of the code that the allocator is given in the pipeline.
type Allocate = fn(&mut MachineFunction, &dyn TargetHooks, &mut Analyses);

/// Allocators that begin with the same code.
struct Allocators {
    /// What chooses one of them.
    option: &'static str,
    /// The pass after which they begin.
    after: &'static str,
    all: &'static [(&'static str, Allocate)],
}

const ALLOCATORS: [Allocators; 2] = [
    Allocators {
        option: "-regalloc=greedy",
        after: "rename-independent-subregs",
        all: &[
            ("greedy", |function, hooks, analyses| {
                allocate(function, hooks, analyses, greedy::run);
            }),
            ("basic", |function, hooks, analyses| {
                allocate(function, hooks, analyses, basic::run);
            }),
            ("fast", |function, hooks, analyses| {
                allocate(function, hooks, analyses, fast::run);
            }),
        ],
    },
    // They take machine SSA.
    Allocators {
        option: "-regalloc=ion",
        after: "split-critical-edges",
        all: &[
            ("ion", |function, hooks, analyses| {
                allocate_ssa(function, hooks, analyses, Algorithm::Ion);
            }),
            ("fastalloc", |function, hooks, analyses| {
                allocate_ssa(function, hooks, analyses, Algorithm::Fastalloc);
            }),
        ],
    },
];

/// Allocates by one of our own allocators.
fn allocate<Scratch: Default>(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    analyses: &mut Analyses,
    run: impl FnOnce(
        &mut MachineFunction,
        &dyn TargetHooks,
        &mut Analyses,
        &mut Scratch,
        &mut Log<'_>,
    ) -> Result<(), OutOfRegisters>,
) {
    let log = &mut Log::off();
    analyses.require(Analysis::LIVE_INTERVALS, function, hooks, log);
    run(function, hooks, analyses, &mut Scratch::default(), log).expect("registers suffice");
    if !function.no_vregs {
        rewriter::run(function, analyses, log);
    }
}

/// Allocates by one of regalloc2's.
fn allocate_ssa(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    analyses: &mut Analyses,
    algorithm: Algorithm,
) {
    let options = machine::Options {
        algorithm,
        check: false,
    };
    analyses.require(Analysis::RESERVED_REGS, function, hooks, &mut Log::off());
    let class_info = &mut RegisterClassInfo::default();
    machine::allocate(function, hooks, analyses, class_info, options).expect("regalloc2 takes it");
}

/// A change that makes an allocation wrong.
#[derive(Clone, Copy, Debug)]
enum Edit {
    /// An operand becomes another register.
    Register(Inst, usize, PhysReg),
    /// An instruction goes.
    Remove(Inst),
    /// A slot operand becomes a slot that nothing else uses.
    Slot(Inst, usize),
    /// A number becomes one more.
    Number(Inst, usize),
    /// A call preserves nothing.
    Clobber(Inst, usize),
    /// A register is overwritten by another before an instruction.
    Overwrite(Inst, PhysReg, PhysReg),
}

/// The places where a kind of fault can be put.
type Fault = fn(&Allocation<'_>) -> Vec<Edit>;

const FAULTS: [(&str, Fault); 13] = [
    ("an operand is read from a wrong register", wrong_use),
    ("a result is written to a wrong register", wrong_result),
    ("an operand is read from a wrong lane", wrong_lane),
    ("a register is overwritten before it is read", overwritten),
    ("a store to a slot is lost", lost_store),
    ("a load from a slot is lost", lost_load),
    ("a store goes to a wrong slot", wrong_store),
    ("a load comes from a wrong slot", wrong_load),
    ("a copy is lost", lost_copy),
    ("a constant is computed wrongly", wrong_constant),
    ("a call overwrites what lives across it", clobbered),
    ("a number is another", wrong_number),
    ("an instruction is lost", lost_inst),
];

/// A function before and after allocation.
struct Allocation<'a> {
    hooks: &'static dyn TargetHooks,
    before: &'a MachineFunction,
    after: MachineFunction,
    /// Registers that nothing mentions.
    free: Vec<PhysReg>,
}

/// What an instruction does with a register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mention {
    Reads,
    /// Writes all of it, and does not read it.
    Writes,
    Clobbers,
}

impl<'a> Allocation<'a> {
    fn new(
        before: &'a MachineFunction,
        allocate: Allocate,
        hooks: &'static dyn TargetHooks,
    ) -> Self {
        let mut after = before.clone();
        allocate(&mut after, hooks, &mut Analyses::new());
        let mut allocation = Self {
            hooks,
            before,
            after,
            free: Vec::new(),
        };
        allocation.free = allocation.find_free();
        allocation
    }

    fn check(&self, after: &MachineFunction) -> Result<(), Vec<checker::CheckError>> {
        checker::check(self.before, after, self.hooks)
    }

    fn find_free(&self) -> Vec<PhysReg> {
        let desc = self.after.target;
        let mut is_used = self.hooks.reserved_regs(&self.after);
        let mut mention = |reg: PhysReg| {
            let regs = (0..desc.registers.len()).map(PhysReg::from_index);
            for other in regs.filter(|other| desc.regs_overlap(*other, reg)) {
                is_used[other.index()] = true;
            }
        };
        for (reg, _) in &self.after.live_ins {
            mention(*reg);
        }
        for block in &self.after.layout {
            for (reg, _) in &self.after.blocks[*block].live_ins {
                mention(*reg);
            }
        }
        for inst in self.insts() {
            let operands = self.after.operands(inst).iter();
            operands
                .filter_map(|operand| operand.as_reg().as_physical())
                .for_each(&mut mention);
        }
        let regs = (1..desc.registers.len()).map(PhysReg::from_index);
        regs.filter(|reg| !is_used[reg.index()]).collect()
    }

    /// A register of the class of `reg` that nothing mentions.
    fn free_register(&self, reg: VReg) -> Option<PhysReg> {
        let class = self.after.target.class(self.before.class(reg));
        let mut free = self.free.iter().copied();
        free.find(|free| class.order.contains(free))
    }

    /// Instructions after allocation that are no debug information.
    fn insts(&self) -> impl Iterator<Item = Inst> + '_ {
        let layout = self.after.layout.iter();
        let insts = layout.flat_map(|block| self.after.block_insts(*block));
        insts.filter(|inst| !self.after.is_debug(*inst))
    }

    /// Those that the allocator inserted.
    fn inserted(&self) -> impl Iterator<Item = Inst> + '_ {
        let first = self.before.insts.len();
        self.insts()
            .filter(move |inst| inst.as_u32() as usize >= first)
    }

    /// Whether both codes have `inst`, which is no copy.
    fn is_kept(&self, inst: Inst) -> bool {
        let is_plain = |code| !matches!(code, op::COPY | op::KILL | op::IMPLICIT_DEF);
        (inst.as_u32() as usize) < self.before.insts.len()
            && is_plain(self.before.opcode(inst))
            && is_plain(self.after.opcode(inst))
    }

    /// Instructions that both codes have, but for copies.
    fn kept(&self) -> impl Iterator<Item = Inst> + '_ {
        self.insts().filter(|inst| self.is_kept(*inst))
    }

    /// Operands of one of [`Self::kept`] that were virtual registers: number, virtual register, physical register.
    fn operands(&self, inst: Inst) -> impl Iterator<Item = (usize, VReg, PhysReg)> + '_ {
        let before: &[Operand] = match self.is_kept(inst) {
            true => self.before.operands(inst),
            false => &[],
        };
        let pairs = before.iter().zip(self.after.operands(inst));
        pairs.enumerate().filter_map(|(at, (old, new))| {
            let is_read = new.is_def() || new.reads_reg();
            let reg = old.as_reg().as_virtual().filter(|_| is_read)?;
            Some((at, reg, new.as_reg().as_physical()?))
        })
    }

    fn mention(&self, inst: Inst, reg: PhysReg) -> Option<Mention> {
        let desc = self.after.target;
        let mut found = None;
        for operand in self.after.operands(inst) {
            let is_mask = operand.kind() == OperandKind::RegMask;
            if is_mask && !self.after.mask_preserves(operand, reg) {
                found = found.or(Some(Mention::Clobbers));
            }
            let Some(other) = operand.as_reg().as_physical() else {
                continue;
            };
            if !desc.regs_overlap(reg, other) {
                continue;
            }
            if operand.is_use() {
                return Some(Mention::Reads);
            }
            let is_whole = other == reg || desc.reg(reg).super_regs.contains(&other);
            found = Some(match is_whole {
                true => Mention::Writes,
                false => Mention::Reads,
            });
        }
        found
    }

    /// The first instruction after `inst` in the block that mentions `reg`.
    fn first_mention(&self, inst: Inst, reg: PhysReg) -> Option<Inst> {
        let mut next = self.after.next_inst(inst);
        while let Some(later) = next {
            if self.mention(later, reg).is_some() {
                return next;
            }
            next = self.after.next_inst(later);
        }
        None
    }

    /// What that instruction does with it.
    fn next_mention(&self, inst: Inst, reg: PhysReg) -> Option<Mention> {
        self.mention(self.first_mention(inst, reg)?, reg)
    }

    /// Whether the last instruction before `inst` in the block that mentions `reg` gives it a value of its own,
    /// and the next one after reads it.
    fn bridges(&self, inst: Inst, reg: PhysReg) -> bool {
        let mut previous = self.after.prev_inst(inst);
        while let Some(before) = previous {
            if let Some(mention) = self.mention(before, reg) {
                return self.is_kept(before)
                    && mention != Mention::Reads
                    && self.next_mention(inst, reg) == Some(Mention::Reads);
            }
            previous = self.after.prev_inst(before);
        }
        false
    }

    /// Whether `other` cannot have the value that `inst` reads from `reg`: since that was computed in the block, or
    /// anywhere, nothing mentions it.
    fn is_alone(&self, inst: Inst, reg: PhysReg, other: PhysReg) -> bool {
        let mut previous = self.after.prev_inst(inst);
        while let Some(before) = previous {
            if self.mention(before, other).is_some() {
                return false;
            }
            if let Some(mention) = self.mention(before, reg) {
                return self.is_kept(before) && mention != Mention::Reads;
            }
            previous = self.after.prev_inst(before);
        }
        self.free.contains(&other)
    }

    /// Inserted plain stores, with their slots.
    fn stores(&self) -> Vec<(Inst, FrameIndex)> {
        let stores = self.inserted().filter_map(|inst| {
            let (_, slot) = self.hooks.is_store_to_slot(&self.after, inst)?;
            Some((inst, slot))
        });
        stores.collect()
    }

    /// Inserted plain loads, with their registers and slots.
    fn loads(&self) -> Vec<(Inst, PhysReg, FrameIndex)> {
        let loads = self.inserted().filter_map(|inst| {
            let (reg, slot) = self.hooks.is_load_from_slot(&self.after, inst)?;
            Some((inst, reg.as_physical()?, slot))
        });
        loads.collect()
    }

    /// Stores without which a plain load finds nothing: the only ones to their slots.
    fn needed_stores(&self) -> Vec<Inst> {
        let (stores, loads) = (self.stores(), self.loads());
        let is_needed = |slot: FrameIndex| {
            let count = self
                .insts()
                .filter(|inst| self.slot_operand(*inst, slot).is_some())
                .count();
            let read = loads.iter().filter(|load| load.2 == slot).count();
            read > 0 && count == read + 1
        };
        let needed = stores.iter().filter(|(_, slot)| is_needed(*slot));
        needed.map(|(inst, _)| *inst).collect()
    }

    fn slot_operand(&self, inst: Inst, slot: FrameIndex) -> Option<usize> {
        let mut operands = self.after.operands(inst).iter();
        operands.position(|operand| operand.as_frame_index() == Some(slot))
    }

    fn any_slot_operand(&self, inst: Inst) -> Option<usize> {
        let mut operands = self.after.operands(inst).iter();
        operands.position(|operand| operand.as_frame_index().is_some())
    }

    /// The function with a fault.
    fn with(&self, edit: Edit) -> MachineFunction {
        let mut function = self.after.clone();
        match edit {
            Edit::Register(inst, at, reg) => function.set_reg(inst, at, reg),
            Edit::Remove(inst) => function.remove_inst(inst),
            Edit::Slot(inst, at) => {
                let slot = function.frame.create_spill_slot(16, 16);
                function.replace_operand(inst, at, Operand::frame_index(slot));
            }
            Edit::Number(inst, at) => {
                let value = function.operand(inst, at).as_imm().expect("a number");
                function.operand_mut(inst, at).set_imm(value + 1);
            }
            Edit::Clobber(inst, at) => {
                let all = vec![0; function.target.registers.len().div_ceil(32)];
                let index = function.custom_reg_masks.len() as u32;
                function.custom_reg_masks.push(all.into());
                function.replace_operand(inst, at, Operand::custom_reg_mask(index));
            }
            Edit::Overwrite(inst, to, from) => {
                let operands = [Operand::def(to), Operand::reg(from)];
                let copy = function.create_inst(op::COPY, &operands);
                function.insert_before(inst, copy);
            }
        }
        function
    }
}

// ---- The kinds of faults --------------------------------------------------------------------------

fn wrong_use(code: &Allocation<'_>) -> Vec<Edit> {
    let edits = code.kept().filter_map(|inst| {
        let mut operands = code.operands(inst);
        let (at, reg, _) = operands.find(|(at, ..)| code.after.operand(inst, *at).is_use())?;
        Some(Edit::Register(inst, at, code.free_register(reg)?))
    });
    edits.collect()
}

fn wrong_result(code: &Allocation<'_>) -> Vec<Edit> {
    // The register may hold a constant already.
    let is_constant = |inst| code.hooks.is_trivially_rematerializable(code.before, inst);
    let results = code.kept().filter(|inst| !is_constant(*inst));
    let edits = results.filter_map(|inst| {
        let is_read = |phys| code.next_mention(inst, phys) == Some(Mention::Reads);
        let mut operands = code.operands(inst);
        let (at, reg, _) = operands
            .find(|(at, _, phys)| code.after.operand(inst, *at).is_def() && is_read(*phys))?;
        Some(Edit::Register(inst, at, code.free_register(reg)?))
    });
    edits.collect()
}

/// The other byte of a register that has two, the other register of a pair.
fn wrong_lane(code: &Allocation<'_>) -> Vec<Edit> {
    let desc = code.after.target;
    let sibling = |reg: PhysReg| {
        let size = |reg: PhysReg| {
            desc.minimal_class(reg)
                .map(|class| desc.class(class).size_bits)
        };
        let supers = desc.reg(reg).super_regs.iter();
        let mut parts = supers.flat_map(|whole| desc.reg(*whole).sub_regs.iter());
        parts
            .find(|(_, part)| !desc.regs_overlap(*part, reg) && size(*part) == size(reg))
            .map(|(_, part)| *part)
    };
    let edits = code.kept().filter_map(|inst| {
        let operands = code.operands(inst);
        let mut uses = operands.filter(|(at, ..)| code.after.operand(inst, *at).is_use());
        uses.find_map(|(at, _, phys)| {
            let other = sibling(phys).filter(|other| code.is_alone(inst, phys, *other))?;
            Some(Edit::Register(inst, at, other))
        })
    });
    edits.collect()
}

fn overwritten(code: &Allocation<'_>) -> Vec<Edit> {
    let edits = code.kept().filter_map(|inst| {
        let mut operands = code.operands(inst);
        let (_, reg, phys) = operands.find(|(at, ..)| code.after.operand(inst, *at).is_use())?;
        Some(Edit::Overwrite(inst, phys, code.free_register(reg)?))
    });
    edits.collect()
}

fn lost_store(code: &Allocation<'_>) -> Vec<Edit> {
    code.needed_stores().into_iter().map(Edit::Remove).collect()
}

fn wrong_store(code: &Allocation<'_>) -> Vec<Edit> {
    let stores = code.needed_stores().into_iter();
    let edits = stores.filter_map(|inst| Some(Edit::Slot(inst, code.any_slot_operand(inst)?)));
    edits.collect()
}

fn lost_load(code: &Allocation<'_>) -> Vec<Edit> {
    let loads = code.loads().into_iter();
    let edits = loads.filter(|(inst, reg, _)| code.bridges(*inst, *reg));
    edits.map(|(inst, ..)| Edit::Remove(inst)).collect()
}

fn wrong_load(code: &Allocation<'_>) -> Vec<Edit> {
    let edits = code.loads().into_iter().filter_map(|(inst, reg, slot)| {
        let is_read = code.next_mention(inst, reg) == Some(Mention::Reads);
        let at = code.slot_operand(inst, slot).filter(|_| is_read)?;
        Some(Edit::Slot(inst, at))
    });
    edits.collect()
}

fn lost_copy(code: &Allocation<'_>) -> Vec<Edit> {
    let edits = code.insts().filter_map(|inst| {
        let ((dst, _), (src, _)) = code.after.as_copy(inst)?;
        let (dst, src) = (dst.as_physical()?, src.as_physical()?);
        let is_needed = !code.after.target.regs_overlap(dst, src) && code.bridges(inst, dst);
        is_needed.then_some(Edit::Remove(inst))
    });
    edits.collect()
}

/// Whether the next instruction that mentions the result of `inst` reads it.
fn is_read_next(code: &Allocation<'_>, inst: Inst) -> bool {
    let mut defs = code.after.operands(inst).iter();
    let result = defs.find(|operand| operand.is_def() && !operand.has(OperandFlags::IMPLICIT));
    let phys = result.and_then(|operand| operand.as_reg().as_physical());
    phys.is_some_and(|phys| code.next_mention(inst, phys) == Some(Mention::Reads))
}

/// The first operand that is a number.
fn number_of(code: &Allocation<'_>, inst: Inst) -> Option<usize> {
    let operands = code.after.operands(inst);
    // Where a slot is named, numbers are where in it.
    let has_slot = operands
        .iter()
        .any(|operand| operand.as_frame_index().is_some());
    let at = operands
        .iter()
        .position(|operand| operand.as_imm().is_some())?;
    (!has_slot).then_some(at)
}

fn wrong_constant(code: &Allocation<'_>) -> Vec<Edit> {
    let constants = code
        .inserted()
        .filter(|inst| is_read_next(code, *inst) && code.after.as_copy(*inst).is_none());
    let edits = constants.filter_map(|inst| Some(Edit::Number(inst, number_of(code, inst)?)));
    edits.collect()
}

fn wrong_number(code: &Allocation<'_>) -> Vec<Edit> {
    let edits = code
        .kept()
        .filter_map(|inst| Some(Edit::Number(inst, number_of(code, inst)?)));
    edits.collect()
}

/// Calls after which a register is read that was written before them.
fn clobbered(code: &Allocation<'_>) -> Vec<Edit> {
    let calls = code
        .kept()
        .filter(|inst| code.after.desc(*inst).has(InstrFlags::CALL));
    let edits = calls.filter_map(|call| {
        let mut operands = code.after.operands(call).iter();
        let at = operands.position(|operand| operand.kind() == OperandKind::RegMask)?;
        let lives_across = |later: Inst, phys: PhysReg| {
            code.mention(call, phys).is_none() && code.first_mention(call, phys) == Some(later)
        };
        let mut next = code.after.next_inst(call);
        while let Some(later) = next {
            next = code.after.next_inst(later);
            let mut reads = code
                .operands(later)
                .filter(|(at, ..)| code.after.operand(later, *at).is_use());
            if reads.any(|(_, _, phys)| lives_across(later, phys)) {
                return Some(Edit::Clobber(call, at));
            }
        }
        None
    });
    edits.collect()
}

fn lost_inst(code: &Allocation<'_>) -> Vec<Edit> {
    let has_effects = |inst: &Inst| {
        let flags = code.after.desc(*inst).flags;
        flags.intersects(InstrFlags::CALL | InstrFlags::MAY_STORE | InstrFlags::SIDE_EFFECTS)
    };
    code.kept().filter(has_effects).map(Edit::Remove).collect()
}

// ---- The test -------------------------------------------------------------------------------------

/// The functions of a program, as these allocators get them.
fn functions(
    machine: &str,
    program: &str,
    allocators: &Allocators,
    hooks: &'static dyn TargetHooks,
) -> Vec<MachineFunction> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let input = root.join(format!("tests/programs/ll/{machine}/{program}.ll"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = folder.path().join("out.mir");
    let stop = format!("-stop-after={}", allocators.after);
    let words = ["avarice", "compile", allocators.option, &stop, "-o"];
    let mut words: Vec<_> = words.iter().map(Into::into).collect();
    if program != AS_IT_IS {
        words.insert(2, "-ignore-optnone".into());
    }
    words.push(output.clone().into());
    words.push(input.into());
    avarice::compile_command_line(words).expect("a shipped program compiles");
    let text = fs::read(&output).expect("there is an output");
    let target = MirTarget {
        desc: hooks.desc(),
        text: hooks.text_names(),
    };
    let file = parse_mir(&text, &|_| Ok(target)).expect("what is printed can be read");
    let functions = file.functions.into_iter();
    functions
        .filter(|function| function.insts.len() <= MAX_INSTS)
        .collect()
}

/// Some of the places, from the first to the last.
fn choose(edits: &[Edit]) -> impl Iterator<Item = Edit> + '_ {
    let count = edits.len().min(PLACES);
    (0..count).map(move |at| edits[at * edits.len() / count])
}

/// Puts in faults of each kind, counts them, and notes those that are not found.
fn try_faults(
    code: &Allocation<'_>,
    place: &str,
    tried: &mut [usize; FAULTS.len()],
    missed: &mut Vec<String>,
) {
    for (at, (kind, fault)) in FAULTS.iter().enumerate() {
        for edit in choose(&fault(code)) {
            tried[at] += 1;
            if code.check(&code.with(edit)).is_ok() {
                missed.push(format!("{place}: {kind}: {edit:?}"));
            }
        }
    }
}

#[test]
fn faults_are_found() {
    let machines: [(&str, &'static dyn TargetHooks); 2] =
        [("x86_64", &X86Hooks), ("aarch64", &AArch64Hooks)];
    let mut tried = [0; FAULTS.len()];
    let mut missed = Vec::new();
    for (machine, hooks) in machines {
        for (allocators, program) in ALLOCATORS
            .iter()
            .flat_map(|allocators| PROGRAMS.map(|program| (allocators, program)))
        {
            for function in functions(machine, program, allocators, hooks) {
                for (allocator, allocate) in allocators.all {
                    let code = Allocation::new(&function, *allocate, hooks);
                    let name = String::from_utf8_lossy(&function.name);
                    let place = format!("{machine}, {allocator}, {name}");
                    assert_eq!(code.check(&code.after), Ok(()), "{place}");
                    try_faults(&code, &place, &mut tried, &mut missed);
                }
            }
        }
    }
    for ((kind, _), count) in FAULTS.iter().zip(tried) {
        println!("{count:6} {kind}");
    }
    assert!(missed.is_empty(), "not found:\n{}", missed.join("\n"));
    for ((kind, _), count) in FAULTS.iter().zip(tried) {
        assert!(count >= LEAST_OF_A_KIND, "only {count} times: {kind}");
    }
}
