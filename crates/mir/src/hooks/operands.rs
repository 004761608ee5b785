//! Operands that change places, and three-address forms.

use avarice_target::InstrFlags;

use crate::entities::Inst;
use crate::function::MachineFunction;
use crate::operand::OperandFlags;

/// Operands that change places, and three-address forms.
pub trait OperandHooks {
    /// Two operands (as indices) that can change places; `first` may be fixed by the caller.
    fn commutable_operands(
        &self,
        function: &MachineFunction,
        inst: Inst,
        first: Option<usize>,
    ) -> Option<(usize, usize)> {
        commutable_operands(function, inst, first)
    }

    /// Exchanges two commutable operands, changing opcode or immediates as needed. The instruction
    /// keeps its id. Returns whether it did.
    fn commute(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        first: usize,
        second: usize,
    ) -> bool {
        commute(function, inst, first, second)
    }

    /// Whether operands `first` and `second` can change places.
    fn can_commute(
        &self,
        function: &MachineFunction,
        inst: Inst,
        first: usize,
        second: usize,
    ) -> bool {
        let pair = self.commutable_operands(function, inst, Some(first));
        pair == Some((first, second)) || pair == Some((second, first))
    }

    /// Whether the operands of a commutable instruction should change places, where the target cares.
    fn commute_preference(&self, function: &MachineFunction, inst: Inst) -> Option<bool> {
        let _ = (function, inst);
        None
    }

    /// Inserts a three-address form before `inst`, several instructions where it takes them, and returns
    /// the one that defines the result; the caller removes `inst`.
    fn convert_to_three_address(&self, function: &mut MachineFunction, inst: Inst) -> Option<Inst> {
        let _ = (function, inst);
        None
    }
}

/// The first two operands after the definitions of an instruction that is marked commutable. `first` may
/// be one of them.
pub fn commutable_operands(
    function: &MachineFunction,
    inst: Inst,
    first: Option<usize>,
) -> Option<(usize, usize)> {
    let desc = function.desc(inst);
    if !desc.has(InstrFlags::COMMUTABLE) {
        return None;
    }
    let a = usize::from(desc.num_defs);
    let [x, y, ..] = function.operands(inst).get(a..)? else {
        return None;
    };
    if !x.is_reg() || !y.is_reg() {
        return None;
    }
    match first {
        None => Some((a, a + 1)),
        Some(index) if index == a => Some((a, a + 1)),
        Some(index) if index == a + 1 => Some((a + 1, a)),
        Some(_) => None,
    }
}

/// Exchanges two register operands. A definition in the register of an operand that it is tied to
/// changes with it, and the operand that moves there is not a last use.
pub fn commute(function: &mut MachineFunction, inst: Inst, first: usize, second: usize) -> bool {
    let marks =
        OperandFlags::KILL | OperandFlags::UNDEF | OperandFlags::INTERNAL | OperandFlags::RENAMABLE;
    let has_def = function.desc(inst).num_defs > 0;
    if has_def && !function.operand(inst, 0).is_reg() {
        return false;
    }
    let (a, b) = (
        *function.operand(inst, first),
        *function.operand(inst, second),
    );
    let def = has_def.then(|| function.operand(inst, 0).as_reg());
    let tied = |index: usize| {
        let row = function.desc(inst).operands.get(index);
        row.is_some_and(|operand| operand.tied_to == 0)
    };
    let mut kills = (b.has(OperandFlags::KILL), a.has(OperandFlags::KILL));
    let mut new_def = None;
    if def == Some(a.as_reg()) && tied(first) {
        (kills.0, new_def) = (false, Some(b));
    } else if def == Some(b.as_reg()) && tied(second) {
        (kills.1, new_def) = (false, Some(a));
    }
    if let Some(from) = new_def {
        function.set_reg(inst, 0, from.as_reg());
        function.operand_mut(inst, 0).set_sub_reg(from.sub_reg());
    }
    // Uses enter their new chains in the order in which LLVM sets them.
    for (index, from, kill) in [(second, a, kills.1), (first, b, kills.0)] {
        function.set_reg(inst, index, from.as_reg());
        let operand = function.operand_mut(inst, index);
        operand.set_sub_reg(from.sub_reg());
        operand.set(marks, false);
        operand.set(from.flags() & marks, true);
        operand.set(OperandFlags::KILL, kill);
    }
    true
}
