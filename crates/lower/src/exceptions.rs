//! Landing pads and their clauses: what is known before blocks are selected.

use avarice_ir::{ConstKind, Global, Inst, InstFlags, InstKind, Value};
use avarice_mir::{Invoke, LandingPad, LandingPadData, Operand, PadAction, Symbol};
use avarice_target::op;

use crate::error::Result;
use crate::function::FunctionLowering;

impl FunctionLowering<'_> {
    /// Makes a landing pad of each reachable block that begins with `landingpad`.
    pub(crate) fn create_landing_pads(&mut self) -> Result<()> {
        let function = self.module.globals[self.global].function();
        let Some(personality) = function.and_then(|data| data.personality) else {
            return Ok(());
        };
        let ConstKind::Global(personality) = self.module.consts[personality].kind else {
            return self.unsupported("personality that is no function");
        };
        self.mf.exceptions.personality = Some(personality);
        for index in 0..self.function.layout.len() {
            let block = self.function.layout[index];
            let first = self
                .function
                .block_insts(block)
                .find(|inst| !matches!(self.function.insts[*inst].kind, InstKind::Phi));
            let Some(inst) = first.filter(|_| self.is_reachable(block)) else {
                continue;
            };
            if let InstKind::LandingPad { filters } = &self.function.insts[inst].kind {
                let actions = self.pad_actions(inst, filters)?;
                let label = self.new_label();
                let data = LandingPadData { label, actions };
                let pad = self.mf.exceptions.pads.push(data);
                self.scratch.pads[block] = pad.into();
                let machine = self.block_of(block);
                self.mf.blocks[machine].eh_pad = true;
            }
        }
        Ok(())
    }

    /// The clauses of a `landingpad`; for each, `filters` says whether it is a filter.
    fn pad_actions(&mut self, inst: Inst, filters: &[bool]) -> Result<Vec<PadAction>> {
        let mut actions = Vec::with_capacity(filters.len() + 1);
        for (index, is_filter) in filters.iter().enumerate() {
            let clause = self.function.operand(inst, index);
            actions.push(if *is_filter {
                let types = self.filter_types(clause)?;
                self.mf.exceptions.filters.push(types);
                PadAction::Filter(self.mf.exceptions.filters.len() as u32 - 1)
            } else {
                PadAction::Catch(self.type_id(clause)?)
            });
        }
        if self.function.insts[inst].flags.contains(InstFlags::CLEANUP) {
            actions.push(PadAction::Cleanup);
        }
        Ok(actions)
    }

    /// The ids of the types in the array that a filter is.
    fn filter_types(&mut self, clause: Value) -> Result<Box<[u32]>> {
        match self.const_kind(clause) {
            Some(ConstKind::Aggregate(elements)) => {
                let types = elements.iter().map(|element| {
                    let info = self.type_info(&self.module.consts[*element].kind)?;
                    Ok(self.mf.exceptions.type_id(info))
                });
                types.collect()
            }
            Some(ConstKind::Zero | ConstKind::Undef | ConstKind::Poison) => {
                // Of no types, or of null pointers: those stand for every type.
                let count = self.module.types.num_elements(self.ty(clause));
                let any = (0..count.unwrap_or(0)).map(|_| self.mf.exceptions.type_id(None));
                Ok(any.collect())
            }
            _ => self.unsupported("filter of this kind"),
        }
    }

    /// The description of a type: a global, or none for any type.
    fn type_info(&self, kind: &ConstKind) -> Result<Option<Global>> {
        match kind {
            ConstKind::Null | ConstKind::Zero => Ok(None),
            ConstKind::Global(global) => Ok(Some(*global)),
            _ => self.unsupported("type of an exception that is no global"),
        }
    }

    /// The number by which a landing pad knows the type that `info`, a constant, describes.
    pub fn type_id(&mut self, info: Value) -> Result<u32> {
        let Some(kind) = self.const_kind(info) else {
            return self.unsupported("type of an exception that is no constant");
        };
        let info = self.type_info(kind)?;
        Ok(self.mf.exceptions.type_id(info))
    }

    /// A new label of the function.
    pub fn new_label(&mut self) -> Symbol {
        let name = format!(".Ltmp{}", self.mf.symbols.len());
        self.mf.symbols.push(name.into())
    }

    /// Emits a label at the current point.
    pub fn emit_label(&mut self, label: Symbol) {
        self.emit(op::EH_LABEL).op(Operand::mc_symbol(label)).done();
    }

    /// The landing pad that an IR block begins with.
    pub fn landing_pad(&self, block: avarice_ir::Block) -> Option<LandingPad> {
        self.scratch.pads[block].expand()
    }

    /// Says that the code between two labels unwinds to `pad`.
    pub fn add_invoke(&mut self, begin: Symbol, end: Symbol, pad: LandingPad) {
        let invoke = Invoke { begin, end, pad };
        self.mf.exceptions.invokes.push(invoke);
    }
}
