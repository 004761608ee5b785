//! Rules of instructions that have no file of their own: terminators, arithmetic, conversions,
//! comparisons, vectors and aggregates.

use super::function::Body;
use super::{Rule, ensure};
use crate::constant::ConstKind;
use crate::entities::{Const, Inst, Type};
use crate::inst::{BinaryOp, InstKind};
use crate::metadata::MetadataData;
use crate::types::{TypeData, TypeTable};

impl Body<'_, '_> {
    /// The rule of one instruction, but for dominance.
    pub(super) fn instruction_rule(&mut self, inst: Inst) -> Rule {
        use InstKind::*;
        let function = self.function;
        let data = &function.insts[inst];
        self.operand_count_rule(inst)?;
        if !matches!(data.kind, Call(_) | Invoke(_) | CallBr(_)) {
            self.operand_class_rule(inst)?;
        }
        match &data.kind {
            Ret | Br | CondBr | Switch | IndirectBr | Unreachable => self.terminator_rule(inst),
            Invoke(info) | CallBr(info) | Call(info) => self.call_rule(inst, info),
            Resume
            | CleanupRet
            | CatchRet
            | CatchSwitch { .. }
            | CatchPad
            | CleanupPad
            | LandingPad { .. } => self.exception_rule(inst),
            FNeg | Binary(_) | ICmp(_) | FCmp(_) | Freeze => self.arithmetic_rule(inst),
            Select => self.select_rule(inst),
            Cast(op) => self
                .verifier
                .cast_rule(*op, self.operand_type(inst, 0), data.ty),
            ExtractElement | InsertElement | ShuffleVector { .. } => self.vector_rule(inst),
            ExtractValue(indices) | InsertValue(indices) => self.aggregate_rule(inst, indices),
            Alloca { .. }
            | Load { .. }
            | Store { .. }
            | Fence { .. }
            | CmpXchg { .. }
            | AtomicRmw { .. } => self.memory_rule(inst),
            GetElementPtr { source } => {
                let operands: Vec<(Type, Option<Const>)> = function
                    .operands(inst)
                    .map(|value| (self.type_of(value), function.as_const(value)))
                    .collect();
                self.verifier.gep_rule(*source, &operands, data.ty)
            }
            Phi => self.phi_rule(inst),
            VaArg => {
                ensure!(
                    self.types().is_ptr(self.operand_type(inst, 0)),
                    "operand of va_arg is not a pointer"
                );
                Ok(())
            }
        }?;
        self.attachment_rule(inst)
    }

    /// Numbers of operands and blocks, which later rules rely on.
    fn operand_count_rule(&self, inst: Inst) -> Rule {
        use InstKind::*;
        let operands = self.function.num_operands(inst);
        let blocks = self.function.inst_blocks(inst).len();
        let fits = match &self.function.insts[inst].kind {
            Ret => operands <= 1 && blocks == 0,
            Br => operands == 0 && blocks == 1,
            CondBr => operands == 1 && blocks == 2,
            Switch => operands >= 1 && blocks == operands,
            IndirectBr => operands == 1,
            Invoke(info) => operands > info.num_args as usize && blocks == 2,
            CallBr(info) => operands > info.num_args as usize && blocks >= 1,
            Call(info) => operands > info.num_args as usize && blocks == 0,
            Unreachable | Fence { .. } => operands == 0 && blocks == 0,
            CleanupRet => operands == 1 && blocks <= 1,
            CatchRet => operands == 1 && blocks == 1,
            CatchSwitch { unwinds } => operands == 1 && blocks > usize::from(*unwinds),
            Resume
            | FNeg
            | Freeze
            | Cast(_)
            | VaArg
            | Load { .. }
            | Alloca { .. }
            | ExtractValue(_) => operands == 1 && blocks == 0,
            Binary(_)
            | ICmp(_)
            | FCmp(_)
            | ExtractElement
            | ShuffleVector { .. }
            | InsertValue(_)
            | Store { .. }
            | AtomicRmw { .. } => operands == 2 && blocks == 0,
            InsertElement | Select | CmpXchg { .. } => operands == 3 && blocks == 0,
            GetElementPtr { .. } | CatchPad | CleanupPad => operands >= 1 && blocks == 0,
            Phi => blocks == operands,
            LandingPad { filters } => operands == filters.len() && blocks == 0,
        };
        ensure!(fits, "wrong number of operands");
        Ok(())
    }

    /// Operands are first-class values; intrinsics are only called, asm too.
    fn operand_class_rule(&self, inst: Inst) -> Rule {
        for value in self.function.operands(inst) {
            ensure!(
                !matches!(
                    self.types()[self.type_of(value)],
                    TypeData::Void
                        | TypeData::Function { .. }
                        | TypeData::Metadata
                        | TypeData::Label
                ),
                "operand of type {}",
                self.show(self.type_of(value))
            );
            if let Some(id) = self.function.as_const(value) {
                self.not_called_rule(id)?;
            }
        }
        Ok(())
    }

    /// What may only be called is used otherwise.
    pub(super) fn not_called_rule(&self, id: Const) -> Rule {
        match self.module().consts[id].kind {
            ConstKind::Global(global) => {
                let data = &self.module().globals[global];
                ensure!(
                    !(data.name.starts_with(b"llvm.") && data.function().is_some()),
                    "the address of an intrinsic is taken"
                );
            }
            ConstKind::InlineAsm(_) => return Err("inline asm is used other than by a call".into()),
            _ => {}
        }
        Ok(())
    }

    fn terminator_rule(&self, inst: Inst) -> Rule {
        let function = self.function;
        match function.insts[inst].kind {
            InstKind::Ret => match function.operands(inst).next() {
                None => ensure!(
                    self.ret == TypeTable::VOID,
                    "ret void in a function that returns {}",
                    self.show(self.ret)
                ),
                Some(value) => ensure!(
                    self.type_of(value) == self.ret && self.ret != TypeTable::VOID,
                    "ret of {} in a function that returns {}",
                    self.show(self.type_of(value)),
                    self.show(self.ret)
                ),
            },
            InstKind::CondBr => ensure!(
                self.operand_type(inst, 0) == TypeTable::I1,
                "condition of br is {}, not i1",
                self.show(self.operand_type(inst, 0))
            ),
            InstKind::IndirectBr => ensure!(
                self.types().is_ptr(self.operand_type(inst, 0)),
                "address of indirectbr is not a pointer"
            ),
            InstKind::Switch => return self.switch_rule(inst),
            _ => {}
        }
        Ok(())
    }

    fn switch_rule(&self, inst: Inst) -> Rule {
        let ty = self.operand_type(inst, 0);
        ensure!(
            self.types().is_int(ty),
            "switch on {}, not on an integer",
            self.show(ty)
        );
        let mut cases = Vec::with_capacity(self.function.num_operands(inst));
        for value in self.function.operands(inst).skip(1) {
            ensure!(
                self.type_of(value) == ty,
                "case of type {} in a switch on {}",
                self.show(self.type_of(value)),
                self.show(ty)
            );
            let case = self.function.as_const(value).filter(|id| {
                matches!(
                    self.module().consts[*id].kind,
                    ConstKind::Int(_) | ConstKind::BigInt(_)
                )
            });
            cases.push(case.ok_or("case of a switch is not a constant integer")?);
        }
        cases.sort_unstable();
        for pair in cases.windows(2) {
            ensure!(
                pair[0] != pair[1],
                "two cases of a switch are {}",
                self.verifier.show_const(pair[0])
            );
        }
        Ok(())
    }

    fn arithmetic_rule(&self, inst: Inst) -> Rule {
        let data = &self.function.insts[inst];
        let types = self.types();
        let ty = self.operand_type(inst, 0);
        if self.function.num_operands(inst) == 2 {
            let other = self.operand_type(inst, 1);
            ensure!(
                ty == other,
                "operands of different types {} and {}",
                self.show(ty),
                self.show(other)
            );
        }
        let scalar = types.scalar(ty);
        let (fits, wanted) = match data.kind {
            InstKind::FNeg | InstKind::FCmp(_) => {
                (types.is_float(scalar), "floating-point numbers")
            }
            InstKind::ICmp(_) => (
                types.is_int(scalar) || types.is_ptr(scalar),
                "integers or pointers",
            ),
            InstKind::Binary(op) if is_float_op(op) => {
                (types.is_float(scalar), "floating-point numbers")
            }
            InstKind::Binary(_) => (types.is_int(scalar), "integers"),
            _ => (ty != TypeTable::TOKEN, "values other than tokens"),
        };
        ensure!(fits, "operands are {}, not {wanted}", self.show(ty));
        let result_fits = match data.kind {
            InstKind::ICmp(_) | InstKind::FCmp(_) => {
                types.scalar(data.ty) == TypeTable::I1
                    && self.verifier.shape(data.ty) == self.verifier.shape(ty)
            }
            _ => data.ty == ty,
        };
        ensure!(result_fits, "result of type {}", self.show(data.ty));
        Ok(())
    }

    fn select_rule(&self, inst: Inst) -> Rule {
        let types = self.types();
        let condition = self.operand_type(inst, 0);
        let (left, right) = (self.operand_type(inst, 1), self.operand_type(inst, 2));
        ensure!(
            left == right && left == self.function.insts[inst].ty,
            "select between {} and {}",
            self.show(left),
            self.show(right)
        );
        ensure!(left != TypeTable::TOKEN, "select of tokens");
        ensure!(
            types.scalar(condition) == TypeTable::I1,
            "condition of select is {}, not i1",
            self.show(condition)
        );
        let shape = self.verifier.shape(condition);
        ensure!(
            shape.is_none() || shape == self.verifier.shape(left),
            "condition of select has other lanes than its values"
        );
        Ok(())
    }

    fn vector_rule(&self, inst: Inst) -> Rule {
        let data = &self.function.insts[inst];
        let types = self.types();
        let vector = self.operand_type(inst, 0);
        ensure!(
            types.is_vector(vector),
            "operand is {}, not a vector",
            self.show(vector)
        );
        let element = types.scalar(vector);
        let index = |at| {
            let ty = self.operand_type(inst, at);
            ensure!(
                types.is_int(ty),
                "index is {}, not an integer",
                self.show(ty)
            );
            Ok(())
        };
        match &data.kind {
            InstKind::ExtractElement => {
                ensure!(data.ty == element, "result of type {}", self.show(data.ty));
                index(1)
            }
            InstKind::InsertElement => {
                let inserted = self.operand_type(inst, 1);
                ensure!(
                    inserted == element && data.ty == vector,
                    "{} inserted into {}",
                    self.show(inserted),
                    self.show(vector)
                );
                index(2)
            }
            InstKind::ShuffleVector { mask, .. } => {
                ensure!(
                    self.operand_type(inst, 1) == vector,
                    "shufflevector of unlike vectors"
                );
                let (len, scalable) = self.verifier.shape(vector).unwrap_or_default();
                let limit = u64::from(len) * 2;
                ensure!(
                    mask.iter().all(|m| *m < 0 || (*m as u64) < limit),
                    "mask of shufflevector selects an element that does not exist"
                );
                ensure!(
                    !scalable || mask.iter().all(|m| *m == mask[0] && *m <= 0),
                    "mask of a scalable shufflevector is neither zero nor poison"
                );
                ensure!(
                    types.scalar(data.ty) == element
                        && self.verifier.shape(data.ty) == Some((mask.len() as u32, scalable)),
                    "shufflevector does not give {}",
                    self.show(data.ty)
                );
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn aggregate_rule(&self, inst: Inst, indices: &[u32]) -> Rule {
        let data = &self.function.insts[inst];
        let types = self.types();
        let aggregate = self.operand_type(inst, 0);
        ensure!(
            !indices.is_empty(),
            "no index into {}",
            self.show(aggregate)
        );
        let mut at = aggregate;
        for index in indices {
            let inner = types
                .is_aggregate(at)
                .then(|| types.element(at, u64::from(*index)))
                .flatten();
            at = inner.ok_or_else(|| format!("index {index} into {}", self.show(at)))?;
        }
        if let InstKind::InsertValue(_) = data.kind {
            let inserted = self.operand_type(inst, 1);
            ensure!(
                inserted == at && data.ty == aggregate,
                "{} inserted where {} is",
                self.show(inserted),
                self.show(at)
            );
        } else {
            ensure!(data.ty == at, "result of type {}", self.show(data.ty));
        }
        Ok(())
    }

    /// Rules of metadata attached to an instruction.
    fn attachment_rule(&self, inst: Inst) -> Rule {
        let data = &self.function.insts[inst];
        if let Some(node) = data
            .debug_loc
            .expand()
            .filter(|_| self.verifier.has_debug_info)
        {
            ensure!(
                matches!(
                    self.module().metadata.nodes[node],
                    MetadataData::Location(_)
                ),
                "!dbg attachment is not a DILocation"
            );
        }
        let types = self.types();
        for (_, (kind, node)) in self.function.attachments_of(inst) {
            let name = self.module().metadata.kinds.get(*kind as usize);
            let is_load_or_call = || {
                matches!(
                    data.kind,
                    InstKind::Load { .. } | InstKind::Call(_) | InstKind::Invoke(_)
                )
            };
            match name.map(|name| &**name) {
                Some("range") => {
                    ensure!(
                        is_load_or_call() && types.is_int(types.scalar(data.ty)),
                        "!range on something that is not a load or call of an integer"
                    );
                    self.verifier.range_rule(*node, types.scalar(data.ty))?;
                }
                Some("prof") => ensure!(
                    self.verifier.is_profile(*node),
                    "!prof is not a node of a string and something else"
                ),
                Some("nonnull") => ensure!(
                    types.is_ptr(data.ty) && matches!(data.kind, InstKind::Load { .. }),
                    "!nonnull on something that is not a load of a pointer"
                ),
                Some("dereferenceable" | "dereferenceable_or_null" | "align") => {
                    let name = name.map_or("", |name| name);
                    ensure!(
                        types.is_ptr(data.ty),
                        "!{name} on something that is not a pointer"
                    );
                    self.verifier.pointer_fact_rule(*node, name)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn is_float_op(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, FAdd | FSub | FMul | FDiv | FRem)
}
