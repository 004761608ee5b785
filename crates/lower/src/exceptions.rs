//! Landing pads and their clauses, which are collected before blocks are selected; calls that may unwind to them.

use avarice_ir::{ConstKind, Global, Inst, InstFlags, InstKind, Intrinsic, Value};
use avarice_mir::{Block, Invoke, LandingPad, LandingPadData, Operand, Reg, Symbol};
use avarice_target::{LaneMask, PhysReg, SubRegIdx, op};

use crate::function::FunctionLowering;
use crate::parts::PartType;
use avarice_legalize::Result;

/// Code between two labels that unwinds to a landing pad.
pub(crate) struct InvokedRegion {
    begin: Symbol,
    end: Symbol,
    pad: LandingPad,
}

impl FunctionLowering<'_> {
    /// Makes a landing pad of each reachable block that begins with `landingpad`, and labels for each invoke.
    ///
    /// Types and labels are numbered in the order of a selection downwards, block by block in reverse postorder: that order
    /// shows in tables and names.
    pub(crate) fn create_landing_pads(&mut self) -> Result<()> {
        let function = self.module.globals[self.global].function();
        let Some(personality) = function.and_then(|data| data.personality) else {
            return Ok(());
        };
        self.mf.exceptions.personality = match self.module.consts[personality].kind {
            ConstKind::Global(personality) => Some(personality),
            // No unwinder asks anything then; the landing pads stay, and nothing comes to them.
            ConstKind::Null => None,
            _ => return self.unsupported("personality that is no function"),
        };
        for index in (0..self.scratch.cfg.postorder().len()).rev() {
            let block = self.scratch.cfg.postorder()[index];
            self.number_exceptions(block)?;
        }
        Ok(())
    }

    /// Numbers what a block says of exceptions.
    fn number_exceptions(&mut self, block: avarice_ir::Block) -> Result<()> {
        let function = self.function;
        let mut insts = function.block_insts(block);
        let first = insts.find(|inst| !matches!(function.insts[*inst].kind, InstKind::Phi));
        if let Some(inst) = first
            && let InstKind::LandingPad { filters } = &function.insts[inst].kind
        {
            let label = self.new_label();
            let selectors = self.selectors(inst, filters)?;
            let data = LandingPadData { label, selectors };
            let pad = self.mf.exceptions.pads.push(data);
            self.scratch.pads[block] = pad.into();
            let machine = self.block_of(block);
            self.mf.blocks[machine].eh_pad = true;
        }
        for inst in function.block_insts(block) {
            match Intrinsic::of_call(self.module, function, inst) {
                Some(Intrinsic::EhTypeidFor) => {
                    self.type_id(function.operand(inst, 0))?;
                }
                Some(_) => {}
                None if matches!(function.insts[inst].kind, InstKind::Invoke(_)) => {
                    let labels = [self.new_label(), self.new_label()];
                    self.scratch.invoke_labels[block] = Some(labels);
                }
                None => {}
            }
        }
        Ok(())
    }

    /// The selectors of the clauses of a `landingpad`; for each, `filters` says whether it is a filter.
    fn selectors(&mut self, inst: Inst, filters: &[bool]) -> Result<Vec<i32>> {
        let mut selectors = Vec::with_capacity(filters.len() + 1);
        let flags = self.function.insts[inst].flags;
        if flags.contains(InstFlags::CLEANUP) && !filters.is_empty() {
            selectors.push(0);
        }
        for (index, is_filter) in filters.iter().enumerate().rev() {
            let clause = self.function.operand(inst, index);
            selectors.push(if *is_filter {
                let types = self.filter_types(clause)?;
                self.mf.exceptions.filter_id(&types)
            } else {
                self.type_id(clause)? as i32
            });
        }
        Ok(selectors)
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
    fn new_label(&mut self) -> Symbol {
        let name = format!(".Ltmp{}", self.mf.symbols.len());
        self.mf.symbols.push(name.into())
    }

    /// Emits a label at the current point.
    pub fn emit_label(&mut self, label: Symbol) {
        self.emit(op::EH_LABEL).op(Operand::mc_symbol(label)).done();
    }

    /// The landing pad that an IR block begins with.
    fn landing_pad(&self, block: avarice_ir::Block) -> Option<LandingPad> {
        self.scratch.pads[block].expand()
    }

    /// Says that the code between two labels unwinds to `pad`.
    fn add_invoke(&mut self, begin: Symbol, end: Symbol, pad: LandingPad) {
        let invoke = Invoke { begin, end, pad };
        self.mf.exceptions.invokes.push(invoke);
    }

    /// Begins the code of `invoke` that unwinds to its pad; `None` if it calls nothing.
    ///
    /// # Errors
    /// A callee that is an intrinsic; another pad than `landingpad`.
    pub(crate) fn begin_invoke(&mut self, inst: Inst) -> Result<Option<InvokedRegion>> {
        let function = self.function;
        let [_, unwind] = function.inst_blocks(inst) else {
            return self.unsupported("invoke without two successors");
        };
        let Some(pad) = self.landing_pad(*unwind) else {
            return self.unsupported("invoke that unwinds to something other than a landingpad");
        };
        match Intrinsic::of_call(self.module, function, inst) {
            Some(Intrinsic::Donothing) => Ok(None),
            Some(intrinsic) => self.unsupported(format!("invoke of {}", intrinsic.name())),
            None => {
                let labels = self.scratch.invoke_labels[self.ir_block];
                let Some([begin, end]) = labels else {
                    return self.unsupported("invoke in a function without personality");
                };
                self.emit_label(begin);
                Ok(Some(InvokedRegion { begin, end, pad }))
            }
        }
    }

    /// Ends what [`Self::begin_invoke`] began.
    pub(crate) fn end_invoked_region(&mut self, region: InvokedRegion) {
        self.emit_label(region.end);
        self.add_invoke(region.begin, region.end, region.pad);
    }

    /// Adds the edges of `invoke`. Returns the block to which the call returns.
    pub(crate) fn add_invoke_edges(&mut self, inst: Inst) -> Block {
        let function = self.function;
        let successors = function.inst_blocks(inst);
        let machine = self.point().block;
        for (index, successor) in successors.iter().enumerate() {
            let probability = self.edge_probability(index);
            self.add_successor(machine, *successor, probability);
        }
        self.block_of(successors[0])
    }

    /// Emits a `landingpad`: the unwinder leaves the exception and the selector in 64-bit registers `places`, whose
    /// lower halves are `low`.
    ///
    /// # Errors
    /// A result of other parts.
    pub fn emit_landing_pad(
        &mut self,
        inst: Inst,
        places: [PhysReg; 2],
        low: SubRegIdx,
    ) -> Result<()> {
        let Some(pad) = self.landing_pad(self.ir_block) else {
            return self.unsupported("landingpad in a function without personality");
        };
        let label = self.mf.exceptions.pads[pad].label;
        let block = self.point().block;
        self.emit_label(label);
        let parts = self.parts(self.function.insts[inst].ty)?;
        if parts.len() > places.len() {
            return self.unsupported("landingpad with a result of this type");
        }
        for (index, (from, part)) in places.into_iter().zip(parts).enumerate() {
            self.mf.blocks[block].live_ins.push((from, LaneMask::ALL));
            let dst = match self.function.insts[inst].result.expand() {
                Some(value) => self.requested(value, index),
                None => Reg::NONE,
            };
            if dst.is_none() {
                continue;
            }
            match part.ty {
                PartType::Pointer | PartType::Int(33..) => {
                    self.emit_copy(dst, from);
                }
                PartType::Int(9..=32) => {
                    let whole = self.new_reg(PartType::Int(64));
                    self.emit_copy(whole, from);
                    self.emit(op::COPY).def(dst).sub_reg(whole, low).done();
                }
                _ => return self.unsupported("landingpad with a result of this type"),
            }
        }
        Ok(())
    }
}
