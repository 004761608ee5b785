//! Constants. A constant may refer to later ones; it is made when it is first needed.

use avarice_ir::module::InlineAsmData;
use avarice_ir::typing::{self, MAX_DEPTH};
use avarice_ir::{Const, ConstKind, Global, GlobalKind, Type, TypeData, TypeTable};

use crate::attributes::unrotated;
use crate::block;
use crate::error::{BitcodeError, Result};
use crate::reader::Reader;
use crate::stream::Entry;
use crate::tables::constants::{Listed, State};
use crate::tables::values::Slot;

impl Reader<'_> {
    /// A block of constants.
    pub fn constants_block(&mut self) -> Result<()> {
        self.stream.enter(block::CONSTANTS)?;
        let mut ty = TypeTable::I32;
        loop {
            match self.stream.next()? {
                Entry::End => return Ok(()),
                Entry::Block(id) => self.stream.skip(id)?,
                Entry::Record(1) => {
                    ty = self.type_operand(0)?;
                    if matches!(
                        self.module.types[ty],
                        TypeData::Void
                            | TypeData::Label
                            | TypeData::Metadata
                            | TypeData::Function { .. }
                    ) {
                        let ty = typing::type_name(&self.module, ty);
                        return Err(self.error(format!("there is no constant of type {ty}")));
                    }
                }
                Entry::Record(code) => self.constant_record(code, ty)?,
            }
        }
    }

    fn constant_record(&mut self, code: u32, ty: Type) -> Result<()> {
        let state = match self.simple_constant(code, ty)? {
            Some(kind) => State::Made(self.module.constant(ty, kind)),
            None => State::Read,
        };
        let start = self.constants.operands.len() as u32;
        if state == State::Read {
            let operands = &self.stream.operands;
            self.constants.operands.extend_from_slice(operands);
        }
        let listed = Listed {
            ty,
            code,
            start,
            end: self.constants.operands.len() as u32,
            bit: self.stream.entry_bit(),
            state,
            weight: 1,
        };
        let index = self.constants.list.len() as u32;
        self.constants.list.push(listed);
        self.values.push(Slot::Const(index));
        Ok(())
    }

    /// A constant that refers to no others, `None` for one that does.
    fn simple_constant(&mut self, code: u32, ty: Type) -> Result<Option<ConstKind>> {
        Ok(Some(match code {
            2 => {
                if let Some(bits @ 65..) = self.module.types.int_bits(ty) {
                    self.charge(bits.div_ceil(64) as usize * 8)?;
                }
                typing::zero(&self.module.types, ty)
            }
            3 => ConstKind::Undef,
            26 => ConstKind::Poison,
            4 | 5 => self.integer(ty)?,
            6 => self.float(ty)?,
            8 | 9 => {
                let mut text = self.text(0);
                if code == 9 {
                    text.push(0);
                }
                match self.module.types[ty] {
                    TypeData::Array { element, len }
                        if element == TypeTable::I8 && len == text.len() as u64 =>
                    {
                        typing::bytes(text.into())
                    }
                    _ => return Err(self.error("a string must be an array of as many i8")),
                }
            }
            _ => return Ok(None),
        }))
    }

    fn integer(&self, ty: Type) -> Result<ConstKind> {
        let Some(bits) = self.module.types.int_bits(ty) else {
            return Err(self.error("an integer must have an integer type"));
        };
        if let (1..=64, [word]) = (bits, &*self.stream.operands) {
            let mask = u64::MAX >> (64 - bits);
            return Ok(ConstKind::Int(unrotated(*word) as u64 & mask));
        }
        let words = self.stream.operands.iter();
        let mut words: Vec<u64> = words.map(|word| unrotated(*word) as u64).collect();
        let wanted = bits.div_ceil(64) as usize;
        if words.is_empty() || words.len() > wanted {
            return Err(self.error("an integer must have as many bits as its type"));
        }
        words.resize(wanted, 0);
        if bits % 64 != 0
            && let Some(last) = words.last_mut()
        {
            *last &= u64::MAX >> (64 - bits % 64);
        }
        Ok(match bits {
            ..=64 => ConstKind::Int(words[0]),
            _ => ConstKind::BigInt(words.into()),
        })
    }

    fn float(&self, ty: Type) -> Result<ConstKind> {
        let first = self.operand(0)?;
        Ok(match self.module.types[ty] {
            TypeData::Half | TypeData::BFloat => ConstKind::Float(first & 0xffff),
            TypeData::Float => ConstKind::Float(first & 0xffff_ffff),
            TypeData::Double => ConstKind::Float(first),
            TypeData::X86Fp80 => {
                let low = first << 16 | self.operand(1)? & 0xffff;
                ConstKind::BigFloat([low, first >> 48])
            }
            TypeData::Fp128 | TypeData::PpcFp128 => ConstKind::BigFloat([first, self.operand(1)?]),
            _ => return Err(self.error("a floating-point number must have such a type")),
        })
    }

    /// The constant with this index, at `depth` within others.
    pub fn resolve(&mut self, index: u32, depth: u32) -> Result<Const> {
        let listed = self.constants.list[index as usize];
        match listed.state {
            State::Made(id) => return Ok(id),
            State::InProgress => return Err(self.constant_error(index, "contains itself")),
            State::Read => {}
        }
        if depth >= MAX_DEPTH {
            return Err(self.constant_error(index, "is nested too deeply"));
        }
        self.constants.list[index as usize].state = State::InProgress;
        let made = self.make(index, depth);
        let id = made.map_err(|mut error| {
            // The record that uses it is where the error was found.
            error.bit = listed.bit;
            error
        })?;
        self.constants.list[index as usize].state = State::Made(id);
        Ok(id)
    }

    #[cold]
    fn constant_error(&self, index: u32, what: &str) -> Box<BitcodeError> {
        Box::new(BitcodeError {
            bit: self.constants.list[index as usize].bit,
            message: format!("this constant {what}"),
        })
    }

    fn make(&mut self, index: u32, depth: u32) -> Result<Const> {
        let Listed { ty, code, .. } = self.constants.list[index as usize];
        match code {
            7 | 22 => self.aggregate(index, depth),
            10 | 11 | 12 | 14 | 15 | 16 | 19 | 20 | 24 | 31 | 32 => {
                let id = self.const_expr(index, depth)?;
                if self.module.consts[id].ty != ty {
                    return Err(self.error("this expression does not have the type of its place"));
                }
                Ok(id)
            }
            13 | 17 | 25 => Err(self.error("this is no longer a constant expression")),
            21 => {
                let function = self.global_at(index, 1)?;
                let block = self.const_operand(index, 2)?;
                let block = self.address_taken_block(function, block)?;
                self.of_pointer(ty, ConstKind::BlockAddress(function, block))
            }
            27 | 29 => {
                let global = self.global_at(index, 1)?;
                let kind = match code {
                    27 => ConstKind::DsoLocalEquivalent(global),
                    _ => ConstKind::NoCfi(global),
                };
                self.of_pointer(ty, kind)
            }
            30 => self.inline_asm(index, ty),
            33 => self.signed_pointer(index, ty, depth),
            _ => Err(self.error(format!("constants of kind {code} are not read"))),
        }
    }

    /// A constant of type `ty`, which must be a pointer.
    fn of_pointer(&mut self, ty: Type, kind: ConstKind) -> Result<Const> {
        if !self.module.types.is_ptr(ty) {
            return Err(self.error("this constant is a pointer"));
        }
        Ok(self.module.constant(ty, kind))
    }

    /// Type of the constant with this index.
    pub fn listed_type(&self, index: u32) -> Type {
        self.constants.list[index as usize].ty
    }

    /// Code of the record of the constant with this index.
    pub fn listed_code(&self, index: u32) -> u32 {
        self.constants.list[index as usize].code
    }

    /// The operands of the record of the constant with this index.
    pub fn const_operands(&self, index: u32) -> &[u64] {
        let Listed { start, end, .. } = self.constants.list[index as usize];
        &self.constants.operands[start as usize..end as usize]
    }

    /// Operand `at` of the record of the constant with this index.
    pub fn const_operand(&self, index: u32, at: usize) -> Result<u64> {
        match self.const_operands(index).get(at) {
            Some(operand) => Ok(*operand),
            None => Err(self.error("this record is too short")),
        }
    }

    /// The constant whose number is operand `at` of the constant with this index, and its weight.
    pub fn inner_constant(&mut self, index: u32, at: usize, depth: u32) -> Result<(Const, u32)> {
        let number = self.const_operand(index, at)?;
        let slot = u32::try_from(number).ok().and_then(|n| self.values.get(n));
        match slot {
            Some(Slot::Const(inner)) => {
                let id = self.resolve(inner, depth + 1)?;
                Ok((id, self.constants.list[inner as usize].weight))
            }
            Some(Slot::Global(global)) => Ok((self.address_of(global), 1)),
            _ => Err(self.error(format!("there is no constant with the number {number}"))),
        }
    }

    /// Sets the number of constants in the text of the constant with this index.
    pub fn set_weight(&mut self, index: u32, weight: u32) -> Result<()> {
        self.constants.list[index as usize].weight = weight;
        self.charge(weight as usize * 8)
    }

    /// The global whose number is operand `at`.
    fn global_at(&self, index: u32, at: usize) -> Result<Global> {
        let number = self.const_operand(index, at)?;
        let slot = u32::try_from(number).ok().and_then(|n| self.values.get(n));
        match slot {
            Some(Slot::Global(global)) => Ok(global),
            _ => Err(self.error("a global is expected here")),
        }
    }

    /// `[function type, flags, length, text…, length, constraints…]`
    fn inline_asm(&mut self, index: u32, ty: Type) -> Result<Const> {
        let fn_type = self.ty(self.const_operand(index, 0)?)?;
        if !matches!(self.module.types[fn_type], TypeData::Function { .. }) {
            return Err(self.error("inline assembly must have a function type"));
        }
        let flags = self.const_operand(index, 1)?;
        let len = self.const_operand(index, 2)?;
        let rest = self.const_operands(index).get(3..).unwrap_or_default();
        let bytes = |part: &[u64]| part.iter().map(|operand| *operand as u8).collect();
        let parts = rest.split_at_checked(len as usize);
        let Some((text, [_, constraints @ ..])) = parts else {
            return Err(self.error("this record is too short"));
        };
        let data = InlineAsmData {
            fn_type,
            text: bytes(text),
            constraints: bytes(constraints),
            side_effect: flags & 1 != 0,
            align_stack: flags & 2 != 0,
            intel: flags & 4 != 0,
            unwind: flags & 8 != 0,
        };
        let id = match self.constants.asm_ids.get(&data) {
            Some(id) => *id,
            None => {
                let id = self.module.inline_asms.push(data.clone());
                self.constants.asm_ids.insert(data, id);
                id
            }
        };
        self.of_pointer(ty, ConstKind::InlineAsm(id))
    }

    /// `[pointer, key, discriminator, address discriminator]`
    fn signed_pointer(&mut self, index: u32, ty: Type, depth: u32) -> Result<Const> {
        let wanted = [ty, TypeTable::I32, TypeTable::I64, TypeTable::PTR];
        let mut parts = Vec::new();
        for (at, wanted) in wanted.into_iter().enumerate() {
            let (part, _) = self.inner_constant(index, at, depth)?;
            if self.module.consts[part].ty != wanted {
                return Err(self.error("a part of a signed pointer does not have its type"));
            }
            parts.push(part);
        }
        self.of_pointer(ty, ConstKind::PtrAuth(parts.into()))
    }

    /// Whether `global` is a function that has or will get a body.
    pub fn has_body(&self, global: Global) -> bool {
        match &self.module.globals[global].kind {
            GlobalKind::Function(data) => data.body.is_some() || self.bodies.is_expected(global),
            _ => false,
        }
    }
}
