//! Zeroing of call-used registers before a function returns, part of `prologepilog`: they do not keep values of the
//! function.

use avarice_ir::Module;
use avarice_mir::{FrameHooks, MachineFunction, OperandFlags};
use avarice_target::{InstrFlags, PhysReg, TargetDesc};

/// Which registers are zeroed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kind {
    /// Only general-purpose registers.
    general: bool,
    /// Only those that the function uses.
    used: bool,
    /// Only those that pass arguments.
    arguments: bool,
}

impl Kind {
    /// What the value of the attribute asks for: `skip`, or `used` or `all`, then `-gpr` and `-arg` or neither. `None`
    /// if that is nothing.
    ///
    /// # Errors
    /// A value that is not known.
    fn parse(text: &str) -> Result<Option<Self>, String> {
        if text == "skip" {
            return Ok(None);
        }
        let unsupported = || format!("unsupported: \"zero-call-used-regs\"=\"{text}\"");
        let (used, rest) = match text.strip_prefix("used") {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix("all").ok_or_else(unsupported)?),
        };
        let (general, rest) = without_word(rest, "-gpr");
        let (arguments, rest) = without_word(rest, "-arg");
        match rest {
            "" => Ok(Some(Self {
                general,
                used,
                arguments,
            })),
            _ => Err(unsupported()),
        }
    }
}

/// Whether `text` begins with `word`, and what comes after it.
fn without_word<'a>(text: &'a str, word: &str) -> (bool, &'a str) {
    match text.strip_prefix(word) {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

/// Zeroes registers before each return of a function with attribute `zero-call-used-regs`.
///
/// # Requires
/// No virtual registers; prologue and epilogues are there.
///
/// # Ensures
/// Before the terminators of each block that returns, the registers that the attribute says are zero, apart from
/// those that returns read and those that callers expect to be preserved.
///
/// # Preserves
/// The control flow graph.
///
/// # Errors
/// A value of the attribute that is not known; registers that the target does not set to zero.
pub fn run(
    module: &Module,
    function: &mut MachineFunction,
    hooks: &dyn FrameHooks,
) -> Result<(), String> {
    let Some(text) = function.ir_attrs(module).string("zero-call-used-regs") else {
        return Ok(());
    };
    let Some(kind) = Kind::parse(text)? else {
        return Ok(());
    };
    let mut zeroed = candidates(function, hooks, kind);
    remove_live_out(function, &mut zeroed);
    for saved in function.callee_saved() {
        remove_overlapping(function.target, &mut zeroed, *saved);
    }
    let registers = (0..zeroed.len()).filter(|at| zeroed[*at]);
    let registers: Vec<PhysReg> = registers.map(|at| PhysReg(at as u16)).collect();
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        if returns(function, block)
            && let Some(before) = function.first_terminator(block)
        {
            hooks.clear_registers(function, before, &registers)?;
        }
    }
    Ok(())
}

/// Whether `block` ends with a return.
fn returns(function: &MachineFunction, block: avarice_mir::Block) -> bool {
    let last = function.blocks[block].last.expand();
    last.is_some_and(|inst| function.desc(inst).has(InstrFlags::RETURN))
}

/// The registers of `kind`, by number.
fn candidates(function: &MachineFunction, hooks: &dyn FrameHooks, kind: Kind) -> Vec<bool> {
    let target = function.target;
    let mut found = hooks.reserved_regs(function);
    for (at, entry) in found.iter_mut().enumerate() {
        *entry = !*entry && target.registers[at].allocatable;
    }
    if kind.used {
        let used = used_registers(function);
        and(&mut found, |reg| used[reg.index()]);
    }
    if kind.general {
        and(&mut found, |reg| hooks.is_general_purpose(reg));
    }
    if kind.arguments && kind.used {
        let live_ins = &function.blocks[function.layout[0]].live_ins;
        and(&mut found, |reg| {
            live_ins.iter().any(|(live_in, _)| *live_in == reg)
        });
    } else if kind.arguments {
        and(&mut found, |reg| hooks.is_argument_register(function, reg));
    }
    found
}

/// Leaves only the registers for which `holds`.
fn and(registers: &mut [bool], holds: impl Fn(PhysReg) -> bool) {
    for (at, entry) in registers.iter_mut().enumerate() {
        *entry = *entry && holds(PhysReg(at as u16));
    }
}

/// The registers that instructions name as explicit operands, by number.
fn used_registers(function: &MachineFunction) -> Vec<bool> {
    let mut used = vec![false; function.target.registers.len()];
    for block in &function.layout {
        for inst in function.block_insts(*block) {
            if function.is_debug(inst) {
                continue;
            }
            let operands = function.operands(inst).iter();
            for operand in
                operands.filter(|operand| operand.is_reg() && !operand.has(OperandFlags::IMPLICIT))
            {
                if let Some(reg) = operand.as_reg().as_physical() {
                    used[reg.index()] = true;
                }
            }
        }
    }
    used
}

/// Removes what the instructions read or write that leave the function.
fn remove_live_out(function: &MachineFunction, registers: &mut [bool]) {
    for block in &function.layout {
        if !returns(function, *block) {
            continue;
        }
        let mut cursor = function.first_terminator(*block);
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            let operands = function.operands(inst).iter();
            for operand in operands.filter(|operand| operand.is_reg()) {
                let Some(reg) = operand.as_reg().as_physical() else {
                    continue;
                };
                remove_overlapping(function.target, registers, reg);
                // Here llc takes the numbers of units for those of registers. It shows where only a part of a
                // register is used.
                for unit in function.target.reg(reg).units {
                    registers[unit.index()] = false;
                }
            }
        }
    }
}

/// Removes `reg`, its parts and what it is part of.
fn remove_overlapping(target: &TargetDesc, registers: &mut [bool], reg: PhysReg) {
    registers[reg.index()] = false;
    let desc = target.reg(reg);
    let parts = desc.sub_regs.iter().map(|(_, part)| part);
    for other in parts.chain(desc.super_regs) {
        registers[other.index()] = false;
    }
}
