//! Instructions.

use avarice_ir::{BinaryOp, Block, CastOp, Inst, InstKind, Type, TypeTable};

use super::arithmetic::{self, FloatFormat, Scalar};
use super::datum::{Datum, check_parts, num_parts, truncate};
use super::memory::ObjectKind;
use super::{Failure, Interpreter, Outcome, Spectator};

/// What comes after an instruction.
pub(super) enum Flow {
    /// The next instruction, after the result has this value.
    Next(Datum),
    /// The beginning of a block.
    Jump(Block),
    /// Nothing that this instruction decides: another frame is on top, or the same one at another place.
    Done,
    /// The end of the run.
    End(Outcome),
}

impl<W: Spectator> Interpreter<'_, W> {
    /// Executes one instruction. Returns how the run ended, if it has.
    pub(super) fn step(&mut self) -> Result<Option<Outcome>, Failure> {
        let (function, inst) = (self.frame().function, self.frame().at);
        self.memory.add_work(8 * function.num_operands(inst) as u64);
        for value in function.operands(inst) {
            self.watch.read(value);
        }
        match self.execute(inst)? {
            Flow::Next(datum) => {
                self.define(inst, datum);
                self.advance()?;
            }
            Flow::Jump(block) => self.jump(block)?,
            Flow::Done => {}
            Flow::End(outcome) => return Ok(Some(outcome)),
        }
        Ok(None)
    }

    /// Goes to the instruction after the current one.
    pub(super) fn advance(&mut self) -> Result<(), Failure> {
        let top = self.frames.len() - 1;
        let frame = &mut self.frames[top];
        let next = frame.function.insts[frame.at].next.expand();
        frame.at = next.ok_or_else(|| Failure::trap("a block without an end"))?;
        Ok(())
    }

    /// Goes to the beginning of `block`: its phis take their values, all at the same time, from the block left.
    pub(super) fn jump(&mut self, block: Block) -> Result<(), Failure> {
        let (function, from) = (self.frame().function, self.frame().block);
        let mut values = std::mem::take(&mut self.phi_values);
        values.clear();
        for phi in crate::liveness::phis(function, block) {
            let place = function.inst_blocks(phi).iter().position(|b| *b == from);
            let place = place.ok_or_else(|| Failure::trap("a phi without the block left"))?;
            let value = function.operand(phi, place);
            self.memory.add_work(place as u64);
            self.watch.read_on_edge(value);
            values.push((phi, self.get(value)?));
        }
        self.watch.block(block);
        for (phi, value) in values.drain(..) {
            self.define(phi, value);
        }
        self.phi_values = values;
        let is_phi = |inst: &Inst| function.is_phi(*inst);
        let first = function.block_insts(block).find(|inst| !is_phi(inst));
        let top = self.frames.len() - 1;
        self.frames[top].block = block;
        self.frames[top].at = first.ok_or_else(|| Failure::trap("a block without an end"))?;
        Ok(())
    }

    fn execute(&mut self, inst: Inst) -> Result<Flow, Failure> {
        let function = self.frame().function;
        let data = &function.insts[inst];
        let datum = match &data.kind {
            InstKind::Br
            | InstKind::CondBr
            | InstKind::Switch
            | InstKind::Ret
            | InstKind::Unreachable
            | InstKind::Call(_)
            | InstKind::Invoke(_) => return self.control(inst),
            InstKind::FNeg | InstKind::Binary(_) | InstKind::ICmp(_) | InstKind::FCmp(_) => {
                self.operator(inst)?
            }
            InstKind::Cast(op) => self.cast(inst, *op)?,
            InstKind::Select => self.select(inst)?,
            InstKind::Freeze => self.operand(inst, 0)?,
            InstKind::ExtractElement
            | InstKind::InsertElement
            | InstKind::ShuffleVector { .. }
            | InstKind::ExtractValue(_)
            | InstKind::InsertValue(_) => self.parts(inst)?,
            InstKind::Alloca { .. }
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Fence { .. }
            | InstKind::CmpXchg { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::GetElementPtr { .. } => self.memory_access(inst)?,
            // Jumps see to them.
            InstKind::Phi => Datum::default(),
            InstKind::IndirectBr => return Err(Failure::unsupported("a jump to an address")),
            InstKind::CallBr(_) => return Err(Failure::unsupported("callbr")),
            InstKind::VaArg => return Err(Failure::unsupported("va_arg")),
            InstKind::Resume
            | InstKind::CleanupRet
            | InstKind::CatchRet
            | InstKind::CatchSwitch { .. }
            | InstKind::LandingPad { .. }
            | InstKind::CatchPad
            | InstKind::CleanupPad => return Err(Failure::unsupported("an exception")),
        };
        Ok(Flow::Next(datum))
    }

    fn control(&mut self, inst: Inst) -> Result<Flow, Failure> {
        let function = self.frame().function;
        let blocks = function.inst_blocks(inst);
        let index = match &function.insts[inst].kind {
            InstKind::Br => 0,
            InstKind::CondBr => usize::from(self.operand(inst, 0)?.bits() == 0),
            InstKind::Switch => {
                let value = self.operand(inst, 0)?;
                let mut found = 0;
                for index in 1..function.num_operands(inst) {
                    if self.operand(inst, index)? == value {
                        found = index;
                        break;
                    }
                }
                found
            }
            InstKind::Ret => {
                let result = if function.num_operands(inst) == 0 {
                    Datum::default()
                } else {
                    self.operand(inst, 0)?
                };
                return self.return_from(result);
            }
            InstKind::Call(info) | InstKind::Invoke(info) => return self.call(inst, info),
            _ => return Err(Failure::trap("unreachable is reached")),
        };
        match blocks.get(index) {
            Some(block) => Ok(Flow::Jump(*block)),
            None => Err(Failure::trap("a branch without its target")),
        }
    }

    /// Applies `operate` to scalars, or to each element of vectors of type `ty`.
    pub(super) fn elementwise<const N: usize>(
        &self,
        ty: Type,
        operands: [&Datum; N],
        operate: impl Fn([u128; N]) -> Result<u128, Failure>,
    ) -> Result<Datum, Failure> {
        match num_parts(&self.module.types, ty)? {
            None => Ok(Datum::Bits(operate(operands.map(Datum::bits))?)),
            Some(count) => {
                let parts = (0..count as usize).map(|index| {
                    let element = |datum: &Datum| datum.parts().get(index).map_or(0, Datum::bits);
                    operate(operands.map(element)).map(Datum::Bits)
                });
                Ok(Datum::Parts(parts.collect::<Result<_, _>>()?))
            }
        }
    }

    fn operator(&mut self, inst: Inst) -> Result<Datum, Failure> {
        let types = &self.module.types;
        let ty = self.operand_type(inst, 0);
        let element = types.scalar(ty);
        let bits = self.encoding.bits(element)?;
        let left = self.operand(inst, 0)?;
        let kind = &self.frame().function.insts[inst].kind;
        if *kind == InstKind::FNeg {
            let sign = 1 << (bits - 1);
            return self.elementwise(ty, [&left], |[value]| Ok(value ^ sign));
        }
        let right = self.operand(inst, 1)?;
        let format = || FloatFormat::of(types, element);
        self.elementwise(ty, [&left, &right], |[a, b]| {
            Ok(match kind {
                InstKind::ICmp(predicate) => {
                    arithmetic::compare_integers(*predicate, bits, a, b).into()
                }
                InstKind::FCmp(predicate) => {
                    arithmetic::compare_floats(*predicate, format()?, a, b).into()
                }
                InstKind::Binary(
                    op @ (BinaryOp::FAdd
                    | BinaryOp::FSub
                    | BinaryOp::FMul
                    | BinaryOp::FDiv
                    | BinaryOp::FRem),
                ) => arithmetic::float(*op, format()?, a, b),
                InstKind::Binary(op) => arithmetic::integer(*op, bits, a, b)?,
                _ => 0,
            })
        })
    }

    fn cast(&mut self, inst: Inst, op: CastOp) -> Result<Datum, Failure> {
        let types = &self.module.types;
        let from = self.operand_type(inst, 0);
        let to = self.frame().function.insts[inst].ty;
        let value = self.operand(inst, 0)?;
        if op == CastOp::BitCast && from != to {
            let size = self
                .encoding
                .store_size(from)?
                .max(self.encoding.store_size(to)?);
            let mut bytes = vec![0; size as usize];
            self.encoding.write(from, &value, &mut bytes)?;
            return self.encoding.read(to, &bytes);
        }
        let scalar = |ty| -> Result<Scalar, Failure> {
            let ty = types.scalar(ty);
            let bits = self.encoding.bits(ty)?;
            Ok(Scalar { ty, bits })
        };
        let (from_scalar, to_scalar) = (scalar(from)?, scalar(to)?);
        check_parts(types, to_scalar.ty)?;
        self.elementwise(from, [&value], |[value]| {
            arithmetic::cast(types, op, value, from_scalar, to_scalar)
        })
    }

    fn select(&mut self, inst: Inst) -> Result<Datum, Failure> {
        let condition = self.operand(inst, 0)?;
        let (yes, no) = (self.operand(inst, 1)?, self.operand(inst, 2)?);
        Ok(match &condition {
            Datum::Bits(bits) if *bits != 0 => yes,
            Datum::Bits(_) => no,
            Datum::Parts(bits) => {
                let sides = yes.parts().iter().zip(no.parts());
                let parts = bits.iter().zip(sides).map(|(bit, (yes, no))| {
                    let side = if bit.bits() != 0 { yes } else { no };
                    side.clone()
                });
                Datum::Parts(parts.collect())
            }
        })
    }

    /// Elements of vectors and aggregates.
    fn parts(&mut self, inst: Inst) -> Result<Datum, Failure> {
        let function = self.frame().function;
        let data = &function.insts[inst];
        check_parts(&self.module.types, self.operand_type(inst, 0))?;
        let mut whole = self.operand(inst, 0)?;
        Ok(match &data.kind {
            InstKind::ExtractElement => {
                let index = self.operand(inst, 1)?.word() as usize;
                whole.parts().get(index).cloned().unwrap_or_default()
            }
            InstKind::InsertElement => {
                let element = self.operand(inst, 1)?;
                let index = self.operand(inst, 2)?.word() as usize;
                if let Datum::Parts(parts) = &mut whole
                    && let Some(place) = parts.get_mut(index)
                {
                    *place = element;
                }
                whole
            }
            InstKind::ShuffleVector { mask, .. } => {
                let other = self.operand(inst, 1)?;
                let both: Vec<&Datum> = whole.parts().iter().chain(other.parts()).collect();
                let zero = Datum::zero(&self.module.types, self.module.types.scalar(data.ty))?;
                let pick = |index: &i32| {
                    let index = usize::try_from(*index).ok();
                    let element = index.and_then(|index| both.get(index));
                    element.map_or(zero.clone(), |element| (*element).clone())
                };
                Datum::Parts(mask.iter().map(pick).collect())
            }
            InstKind::ExtractValue(indices) => {
                let mut part = &whole;
                for index in indices {
                    let parts = part.parts();
                    part = parts.get(*index as usize).ok_or_else(Failure::bounds)?;
                }
                part.clone()
            }
            InstKind::InsertValue(indices) => {
                let element = self.operand(inst, 1)?;
                let mut place = &mut whole;
                for index in indices {
                    let Datum::Parts(parts) = place else {
                        return Err(Failure::bounds());
                    };
                    place = parts.get_mut(*index as usize).ok_or_else(Failure::bounds)?;
                }
                *place = element;
                whole
            }
            _ => whole,
        })
    }

    /// Reads a value from memory.
    pub(super) fn load(&self, ty: Type, address: u64) -> Result<Datum, Failure> {
        let size = self.encoding.store_size(ty)?;
        self.encoding.read(ty, self.memory.bytes(address, size)?)
    }

    /// Writes a value to memory.
    pub(super) fn store(&mut self, ty: Type, datum: &Datum, address: u64) -> Result<(), Failure> {
        let size = self.encoding.store_size(ty)?;
        let bytes = self.memory.bytes_mut(address, size)?;
        self.encoding.write(ty, datum, bytes)
    }

    fn memory_access(&mut self, inst: Inst) -> Result<Datum, Failure> {
        let function = self.frame().function;
        let data = &function.insts[inst];
        match &data.kind {
            InstKind::Alloca { ty, align, .. } => {
                let count = self.operand(inst, 0)?.word();
                let size = self.encoding.alloc_size(*ty)?.checked_mul(count);
                let natural = self.encoding.layout.abi_align(&self.module.types, *ty);
                let align = (*align).max(natural);
                let size = size.unwrap_or(u64::MAX);
                let address = self.memory.allocate(size, align, ObjectKind::Stack)?;
                Ok(Datum::Bits(address.into()))
            }
            InstKind::Load { .. } => {
                let address = self.operand(inst, 0)?.word();
                self.load(data.ty, address)
            }
            InstKind::Store { .. } => {
                let value = self.operand(inst, 0)?;
                let address = self.operand(inst, 1)?.word();
                self.store(self.operand_type(inst, 0), &value, address)?;
                Ok(Datum::default())
            }
            InstKind::CmpXchg { .. } => {
                let ty = self.operand_type(inst, 1);
                let address = self.operand(inst, 0)?.word();
                let old = self.load(ty, address)?;
                let is_equal = old == self.operand(inst, 1)?;
                if is_equal {
                    let new = self.operand(inst, 2)?;
                    self.store(ty, &new, address)?;
                }
                Ok(Datum::Parts([old, Datum::bool(is_equal)].into()))
            }
            InstKind::AtomicRmw { op, .. } => {
                let scalar = self.scalar(data.ty)?;
                let address = self.operand(inst, 0)?.word();
                let operand = self.operand(inst, 1)?.bits();
                let old = self.load(data.ty, address)?;
                let types: &TypeTable = &self.module.types;
                let new = arithmetic::read_modify_write(types, *op, scalar, old.bits(), operand)?;
                self.store(data.ty, &Datum::Bits(new), address)?;
                Ok(old)
            }
            InstKind::GetElementPtr { source } => {
                let mut operands = Vec::with_capacity(function.num_operands(inst));
                for index in 0..function.num_operands(inst) {
                    let bits = self.scalar(self.operand_type(inst, index))?.bits;
                    operands.push((truncate(self.operand(inst, index)?.bits(), bits), bits));
                }
                self.element_address(*source, &operands, data.ty)
            }
            _ => Ok(Datum::default()),
        }
    }
}
