//! Inline assembly with operands on the x87 stack.
//!
//! A text finds inputs that name places at the top, in order, and pops those that are also outputs or clobbered. Then
//! it leaves its outputs at the top. Inputs with the constraint `f` are somewhere below and stay there:
//!
//! ```text
//!   INLINEASM &"fpatan", regdef $fp0, reguse $fp0, reguse $fp1, clobber $fp1
//!
//!   stack before (top first): fp0 fp1 …      after: fp0 …
//! ```

use avarice_mir::inline_asm::{AsmFlag, AsmOperandKind};
use avarice_mir::{Inst, OperandFlags};

use super::stack::{PLACES, Stackifier};
use super::value_of;

/// Operands of an `INLINEASM` before its groups.
const FIRST_GROUP: usize = 2;

/// What a text does, as masks of places of the stack.
#[derive(Default)]
struct Text {
    uses: u8,
    defs: u8,
    clobbers: u8,
}

impl Stackifier<'_> {
    /// Rewrites inline assembly, whose inputs are on the stack.
    ///
    /// # Errors
    /// Places that are not the top of the stack.
    pub fn rewrite_inline_asm(&mut self, inst: Inst) -> Result<(), String> {
        let (text, anywhere) = self.scan_text(inst);
        let popped = text.uses & (text.defs | text.clobbers);
        let rules = [
            (text.uses, "inputs of inline assembly"),
            (text.defs, "outputs of inline assembly"),
            (
                text.defs | text.clobbers,
                "destroyed registers of inline assembly",
            ),
            (popped, "inputs that inline assembly takes off"),
        ];
        for (mask, what) in rules {
            if mask & mask.wrapping_add(1) != 0 {
                return Err(format!("{what} that are not at the top of the x87 stack"));
            }
        }
        // From the deepest place up: what is there now comes to the top, which is arranged last.
        for place in (0..text.uses.count_ones() as u8).rev() {
            let Some(found) = self.stack.at(usize::from(place)) else {
                return Err("inputs of inline assembly deeper than the x87 stack".into());
            };
            if found != place {
                self.move_to_top(place, Some(inst));
                if place > 0 {
                    self.move_to_top(found, Some(inst));
                }
            }
        }
        for index in FIRST_GROUP..self.function.num_operands(inst) {
            let Some(value) = value_of(self.function.operand(inst, index).as_reg()) else {
                continue;
            };
            let place = match anywhere.contains(&index) {
                true => self.place(value),
                false => PLACES[usize::from(value)],
            };
            self.function.set_reg(inst, index, place);
            let operand = self.function.operand_mut(inst, index);
            operand.set(OperandFlags::RENAMABLE, false);
        }
        for _ in 0..popped.count_ones() {
            self.stack.pop();
        }
        for value in (0..text.defs.count_ones() as u8).rev() {
            if self.stack.holds(value) {
                return Err("output of inline assembly in an x87 register that is an input".into());
            }
            self.stack.push(value);
        }
        Ok(())
    }

    /// What the text does to places of the stack, and the indexes of operands that may be anywhere.
    fn scan_text(&self, inst: Inst) -> (Text, Vec<usize>) {
        let (mut text, mut anywhere) = (Text::default(), Vec::new());
        let mut index = FIRST_GROUP;
        while index < self.function.num_operands(inst) {
            let Some(word) = self.function.operand(inst, index).as_imm() else {
                break;
            };
            let flag = AsmFlag(word as u32);
            for at in
                index + 1..(index + 1 + flag.num_operands()).min(self.function.num_operands(inst))
            {
                let Some(value) = value_of(self.function.operand(inst, at).as_reg()) else {
                    continue;
                };
                if flag.class().is_some() {
                    anywhere.push(at);
                    continue;
                }
                match flag.kind() {
                    Some(AsmOperandKind::RegUse) => text.uses |= 1 << value,
                    Some(AsmOperandKind::RegDef | AsmOperandKind::RegDefEarlyClobber) => {
                        text.defs |= 1 << value;
                    }
                    Some(AsmOperandKind::Clobber) => text.clobbers |= 1 << value,
                    _ => {}
                }
            }
            index += 1 + flag.num_operands();
        }
        (text, anywhere)
    }
}
