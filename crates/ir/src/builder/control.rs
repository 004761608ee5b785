//! Ends of blocks, and PHIs.

use crate::entities::{Block, Type, Value};
use crate::inst::InstKind;
use crate::types::TypeTable;

use super::FunctionBuilder;

impl FunctionBuilder<'_> {
    /// Continues at `target`.
    #[track_caller]
    pub fn br(&mut self, target: Block) {
        self.insert(InstKind::Br, TypeTable::VOID, &[], &[target]);
    }

    /// Continues at one of two blocks.
    #[track_caller]
    pub fn cond_br(&mut self, condition: Value, if_true: Block, if_false: Block) {
        self.expect_type("br", self.type_of(condition), TypeTable::I1);
        let targets = [if_true, if_false];
        self.insert(InstKind::CondBr, TypeTable::VOID, &[condition], &targets);
    }

    /// Continues at the block of the case that `value` is, else at `default`.
    #[track_caller]
    pub fn switch(&mut self, value: Value, default: Block, cases: &[(i64, Block)]) {
        let ty = self.type_of(value);
        self.expect_kind("switch", ty, self.module.types().is_int(ty));
        let mut operands = vec![value];
        let mut blocks = vec![default];
        for (case, block) in cases {
            operands.push(self.int(ty, *case));
            blocks.push(*block);
        }
        self.insert(InstKind::Switch, TypeTable::VOID, &operands, &blocks);
    }

    /// Returns a value.
    #[track_caller]
    pub fn ret(&mut self, value: Value) {
        self.expect_type("ret", self.type_of(value), self.result);
        self.insert(InstKind::Ret, TypeTable::VOID, &[value], &[]);
    }

    /// Returns nothing.
    #[track_caller]
    pub fn ret_void(&mut self) {
        self.expect_type("ret", TypeTable::VOID, self.result);
        self.insert(InstKind::Ret, TypeTable::VOID, &[], &[]);
    }

    /// Says that this place is never reached.
    pub fn unreachable(&mut self) {
        self.insert(InstKind::Unreachable, TypeTable::VOID, &[], &[]);
    }

    /// A value that depends on the block that was left last: [`Self::add_incoming`] says which for each. PHIs come first in
    /// their block.
    pub fn phi(&mut self, ty: Type) -> Value {
        self.value(InstKind::Phi, ty, &[])
    }

    /// A value that is one of these, by the block that was left last. PHIs come first in their block.
    ///
    /// # Panics
    /// If there are none; in builds with debug assertions, if they are of several types.
    #[track_caller]
    pub fn phi_of(&mut self, incoming: &[(Value, Block)]) -> Value {
        let phi = self.phi(self.type_of(incoming[0].0));
        for (value, from) in incoming {
            self.add_incoming(phi, *value, *from);
        }
        phi
    }

    /// The value of `phi` where `from` was left last.
    ///
    /// # Panics
    /// In builds with debug assertions, if `phi` is none, or the value has another type.
    #[track_caller]
    pub fn add_incoming(&mut self, phi: Value, value: Value, from: Block) {
        self.expect_type("phi", self.type_of(value), self.type_of(phi));
        let inst = self
            .body
            .def_inst(phi)
            .filter(|inst| self.body.is_phi(*inst));
        debug_assert!(inst.is_some(), "add_incoming: not a phi");
        if let Some(inst) = inst {
            self.body.add_incoming(inst, value, from);
        }
    }
}
