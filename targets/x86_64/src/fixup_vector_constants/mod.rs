//! `x86-fixup-vector-constants`: vectors of constants in less memory.
//!
//! ```text
//!   $xmm0 = VMOVAPSrm … %const.0       <4 x float> of 1.0, 1.0, 1.0, 1.0
//!
//!   $xmm0 = VBROADCASTSSrm … %const.1  <1 x float> of 1.0
//! ```
//!
//! A load of a whole vector becomes one of the least memory that makes it: of the lowest element, if the rest is zero; of
//! the part that is repeated; of narrow elements that are extended.

mod constant;
mod forms;

use avarice_ir::Module;
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, OptNone, RunPass, When};
use avarice_mir::{ConstPoolValue, Inst, MachineFunction, Operand, OperandKind, OperandValue};
use avarice_trace::Log;

use crate::subtarget::{self, Features};
use constant::Constant;
use forms::{FORMS, Form, How, Needs};

/// `x86-fixup-vector-constants`.
///
/// # Requires
/// No virtual registers.
///
/// # Ensures
/// Registers hold what they held. Constants that are not loaded any more stay in the pool.
///
/// # Preserves
/// The control flow graph, all registers.
pub const PASS: MachinePass = MachinePass {
    when: When {
        optnone: OptNone::Runs,
        ..When::OPTIMIZED
    },
    preserves: Analysis::all(),
    after: &["x86-fixup-inst-tuning"],
    ..MachinePass::new(
        "x86-fixup-vector-constants",
        "X86 Fixup Vector Constants",
        || Box::<Scratch>::default(),
    )
};

/// Where the displacement is among the operands of a load.
const DISPLACEMENT: usize = 4;

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    /// What the entries of the pool are, as far as they were looked at; `None` if they are not known.
    pool: Vec<Option<Constant>>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let function = &mut unit.function;
        if function.const_pool.is_empty() {
            return Ok(());
        }
        self.pool.clear();
        for at in 0..function.layout.len() {
            let mut cursor = function.blocks[function.layout[at]].first.expand();
            while let Some(inst) = cursor {
                cursor = function.next_inst(inst);
                self.fix(function, unit.module, inst);
            }
        }
        Ok(())
    }
}

impl Scratch {
    /// Makes `inst`, if it loads a constant vector, load less.
    fn fix(&mut self, function: &mut MachineFunction, module: &Module, inst: Inst) {
        let opcode = function.opcode(inst);
        let Some((_, bits, forms)) = FORMS.iter().find(|(loads, ..)| loads.contains(&opcode))
        else {
            return;
        };
        let operand = function.operands(inst).get(DISPLACEMENT);
        let Some(operand) = operand.filter(|operand| operand.kind() == OperandKind::ConstPool)
        else {
            return;
        };
        let (flags, offset) = (operand.target_flags(), operand.offset());
        let OperandValue::ConstPool(index, _) = operand.value() else {
            return;
        };
        if offset != 0 {
            return;
        }
        self.read_pool(function, module);
        let Some(constant) = self
            .pool
            .get(index.as_u32() as usize)
            .and_then(Option::as_ref)
        else {
            return;
        };
        let features = subtarget::of(function);
        let mut usable = forms.iter().filter(|form| is_there(form, features));
        let found = usable.find_map(|form| Some((form, smaller(constant, form, *bits)?)));
        let Some((form, smaller)) = found else {
            return;
        };
        let index = self.place(function, smaller, u64::from(form.bits / 8));
        let place = Operand::const_pool(index, 0).with_target_flags(flags);
        function.set_opcode(inst, form.opcode);
        function.replace_operand(inst, DISPLACEMENT, place);
    }

    /// Looks at the entries of the pool that were not looked at.
    fn read_pool(&mut self, function: &MachineFunction, module: &Module) {
        let entries = function.const_pool.values().skip(self.pool.len());
        let constants = entries.map(|entry| Constant::of(module, &entry.value));
        self.pool.extend(constants);
    }

    /// The entry of the pool with this constant, or one that has the same bytes.
    fn place(
        &mut self,
        function: &mut MachineFunction,
        constant: Constant,
        align: u64,
    ) -> avarice_mir::ConstPoolIndex {
        let is_same = |entry: &Option<Constant>| {
            let entry = entry.as_ref();
            entry.is_some_and(|entry| entry.is_defined() && entry.bytes() == constant.bytes())
        };
        if let Some(at) = self.pool.iter().position(is_same) {
            let index = avarice_mir::ConstPoolIndex::from_u32(at as u32);
            let entry = &mut function.const_pool[index];
            entry.align = entry.align.max(align);
            return index;
        }
        let value = ConstPoolValue::Bytes(constant.bytes().into(), constant.text().into());
        self.pool.push(Some(constant));
        function.const_pool_index(value, align)
    }
}

/// Whether the processor has the load.
fn is_there(form: &Form, features: Features) -> bool {
    match form.needs {
        Needs::Nothing => true,
        Needs::Sse41 => features.contains(Features::SSE41),
        Needs::Avx2 => features.contains(Features::AVX2),
        Needs::NoAvx2 => !features.contains(Features::AVX2),
    }
}

/// What has to be in memory for `form` to load `constant` into a register of `bits`; `None` if it cannot.
fn smaller(constant: &Constant, form: &Form, bits: u32) -> Option<Constant> {
    match form.how {
        How::ZeroUpper => constant.lowest(form.bits, bits),
        How::Splat => constant.repeated(form.bits),
        How::SignExtend => constant.narrow(form, bits, true),
        How::ZeroExtend => constant.narrow(form, bits, false),
    }
}
