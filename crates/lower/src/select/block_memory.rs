//! `llvm.memcpy`, `llvm.memmove`, `llvm.memset`: loads and stores for a small constant size, else the C
//! library.

use avarice_ir::{CallInfo, Inst, Intrinsic, Value};
use avarice_mir::{MemFlags, MemOperand, Reg};
use smallvec::SmallVec;

use super::integers::IntWidth;
use super::memory::MemoryAccesses;
use super::runtime_calls::{LibcallValue, RuntimeCalls};
use crate::block_plan::{Piece, pieces_within};
use crate::function::FunctionLowering;
use crate::parts::PartType;
use avarice_legalize::Result;

/// One side of a copy: where it is, and how it is aligned.
#[derive(Clone, Copy)]
pub struct Side<A> {
    pointer: Value,
    /// Where it begins.
    pub address: A,
    align: u64,
    flags: MemFlags,
}

/// The most stores that a target makes of an intrinsic, and where size matters more than time.
pub struct StoreLimits {
    /// For a copy.
    pub copy: (usize, usize),
    /// For a fill.
    pub fill: (usize, usize),
    /// Pieces of a copy that are loaded before they are stored.
    pub group: usize,
}

/// Whether a copy or fill may become a call of the C library.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LibraryCall {
    /// If it takes too many stores otherwise.
    Allowed,
    /// Never: `llvm.memcpy.inline`, `llvm.memset.inline`.
    Forbidden,
}

/// Selects copies and fills of memory.
pub trait BlockMemory<'m>: MemoryAccesses<'m> + RuntimeCalls<'m> {
    /// How many stores are made.
    const LIMITS: StoreLimits;

    /// An address to which bytes can be added.
    fn block_address(&mut self, pointer: Value) -> Result<Self::Address>;

    /// Loads a piece.
    fn emit_piece_load(&mut self, from: &Side<Self::Address>, piece: Piece) -> Result<Reg>;

    /// Stores a piece.
    fn emit_piece_store(&mut self, to: &Side<Self::Address>, piece: Piece, src: Reg) -> Result<()>;

    /// A register of 32 bits of which the low byte is `byte`, for a call.
    fn byte_argument(&mut self, byte: Value) -> Result<Reg>;

    /// Whether copies of many bytes are one instruction rather than a call.
    fn copies_by_instruction(&self) -> bool {
        false
    }

    /// Copies `size` bytes from `from` to `to` by one instruction.
    fn emit_copy_instruction(&mut self, to: Reg, from: Reg, size: Reg) {
        let _ = (to, from, size);
    }

    /// Stores `byte` in all bytes of `pieces`, of which there are some.
    fn emit_fill(&mut self, to: &Side<Self::Address>, pieces: &[Piece], byte: Value) -> Result<()>;

    /// Side `index` of a copy or fill.
    fn side(
        &mut self,
        inst: Inst,
        info: &CallInfo,
        index: usize,
        flags: MemFlags,
    ) -> Result<Side<Self::Address>> {
        let pointer = self.function.operand(inst, index);
        let attrs = info.attrs.params.get(index).copied().flatten();
        let align = self.module.attrs(attrs).int("align").unwrap_or(1);
        let volatile = match self.is_volatile_block(inst) {
            true => MemFlags::VOLATILE,
            false => MemFlags::empty(),
        };
        Ok(Side {
            pointer,
            address: self.block_address(pointer)?,
            align,
            flags: flags | volatile,
        })
    }

    /// Selects `llvm.memcpy` and `llvm.memcpy.inline`.
    fn lower_memcpy(&mut self, inst: Inst, info: &CallInfo, calls: LibraryCall) -> Result<()> {
        let overlap = !self.is_volatile_block(inst);
        match self.block_pieces(inst, Self::LIMITS.copy, overlap, calls) {
            Some(pieces) => {
                let to = self.side(inst, info, 0, MemFlags::STORE)?;
                let from = self.side(inst, info, 1, MemFlags::LOAD)?;
                for group in pieces.chunks(Self::LIMITS.group) {
                    self.emit_pieces(&to, &from, group)?;
                }
                Ok(())
            }
            None => match calls {
                _ if self.copies_by_instruction() => {
                    let [to, from, size] = self.memory_call_arguments("memcpy", inst)?;
                    self.emit_copy_instruction(to.1, from.1, size.1);
                    Ok(())
                }
                LibraryCall::Allowed => self.emit_memory_call("memcpy", inst),
                LibraryCall::Forbidden => self.unsupported("llvm.memcpy.inline of this size"),
            },
        }
    }

    /// Selects `llvm.memmove`: all loads come before all stores.
    fn lower_memmove(&mut self, inst: Inst, info: &CallInfo) -> Result<()> {
        let Some(pieces) = self.block_pieces(inst, Self::LIMITS.copy, false, LibraryCall::Allowed)
        else {
            return self.emit_memory_call("memmove", inst);
        };
        let to = self.side(inst, info, 0, MemFlags::STORE)?;
        let from = self.side(inst, info, 1, MemFlags::LOAD)?;
        self.emit_pieces(&to, &from, &pieces)
    }

    /// Loads all pieces, then stores them.
    fn emit_pieces(
        &mut self,
        to: &Side<Self::Address>,
        from: &Side<Self::Address>,
        pieces: &[Piece],
    ) -> Result<()> {
        let mut loaded: SmallVec<[Reg; 16]> = SmallVec::new();
        for piece in pieces {
            loaded.push(self.emit_piece_load(from, *piece)?);
        }
        for (piece, reg) in pieces.iter().zip(loaded) {
            self.emit_piece_store(to, *piece, reg)?;
        }
        Ok(())
    }

    /// Calls `memcpy`, `memmove` or `memset`.
    fn emit_memory_call(&mut self, name: &str, inst: Inst) -> Result<()> {
        let args = self.memory_call_arguments(name, inst)?;
        self.emit_libcall(name, &args, &[])
    }

    /// The arguments of a call of `memcpy`, `memmove` or `memset` that does what `inst` does.
    fn memory_call_arguments(&mut self, name: &str, inst: Inst) -> Result<[LibcallValue; 3]> {
        let [to, from, size] = self.operands(inst);
        let from = match name {
            "memset" => {
                let byte = self.byte_argument(from)?;
                return Ok([
                    (PartType::Pointer, self.use_value(to)?),
                    (PartType::Int(32), byte),
                    self.size_argument(size)?,
                ]);
            }
            _ => from,
        };
        Ok([
            (PartType::Pointer, self.use_value(to)?),
            (PartType::Pointer, self.use_value(from)?),
            self.size_argument(size)?,
        ])
    }

    /// A number of bytes as an argument.
    fn size_argument(&mut self, size: Value) -> Result<LibcallValue> {
        let size = self.extend(size, false, Self::Width::DOUBLE_WORD)?;
        Ok((PartType::Int(64), size))
    }

    /// The function of the C library that is called for a copy or fill; `None` if it is done by stores, or if `inst` is
    /// neither.
    fn memory_function(&self, inst: Inst) -> Option<&'static str> {
        let may_overlap = || !self.is_volatile_block(inst);
        let limits = Self::LIMITS;
        let (name, limits, overlap) = match Intrinsic::of_call(self.module, self.function, inst)? {
            Intrinsic::Memcpy if self.copies_by_instruction() => return None,
            Intrinsic::Memcpy => ("memcpy", limits.copy, may_overlap()),
            Intrinsic::Memmove => ("memmove", limits.copy, false),
            Intrinsic::Memset => ("memset", limits.fill, may_overlap()),
            _ => return None,
        };
        let pieces = self.block_pieces(inst, limits, overlap, LibraryCall::Allowed);
        pieces.is_none().then_some(name)
    }

    /// Selects `llvm.memset` and `llvm.memset.inline`.
    fn lower_memset(&mut self, inst: Inst, info: &CallInfo, calls: LibraryCall) -> Result<()> {
        let overlap = !self.is_volatile_block(inst);
        let Some(pieces) = self.block_pieces(inst, Self::LIMITS.fill, overlap, calls) else {
            return match calls {
                LibraryCall::Allowed => self.emit_memory_call("memset", inst),
                LibraryCall::Forbidden => self.unsupported("llvm.memset.inline of this size"),
            };
        };
        if pieces.is_empty() {
            return Ok(());
        }
        let to = self.side(inst, info, 0, MemFlags::STORE)?;
        self.emit_fill(&to, &pieces, self.function.operand(inst, 1))
    }
}

impl FunctionLowering<'_> {
    /// How many stores may be made: as many as it takes if there is no call instead.
    fn store_limit(&self, limits: (usize, usize), calls: LibraryCall) -> usize {
        match (calls, self.optimizes_for_size()) {
            (LibraryCall::Forbidden, _) => usize::MAX,
            (LibraryCall::Allowed, true) => limits.1,
            (LibraryCall::Allowed, false) => limits.0,
        }
    }

    /// Whether a copy or fill is volatile.
    fn is_volatile_block(&self, inst: Inst) -> bool {
        self.const_int(self.function.operand(inst, 3)) == Some(1)
    }

    /// The pieces of a copy or fill, if there are not too many.
    fn block_pieces(
        &self,
        inst: Inst,
        limits: (usize, usize),
        overlap: bool,
        calls: LibraryCall,
    ) -> Option<SmallVec<[Piece; 16]>> {
        let size = self.const_int(self.function.operand(inst, 2))?;
        let limit = self.store_limit(limits, calls);
        pieces_within(size, overlap, limit, self.largest_piece())
    }

    /// The memory operand of a piece.
    pub fn piece_mem<A>(&self, side: &Side<A>, (offset, size): Piece) -> MemOperand {
        self.mem_operand(side.flags, side.pointer, offset, size, side.align)
    }
}
