//! The table of types.

use avarice_ir::types::StructData;
use avarice_ir::typing::{self, MAX_ADDRESS_SPACE, MAX_DEPTH, MAX_INT_BITS};
use avarice_ir::{StructId, Type, TypeData, TypeTable};

use crate::block;
use crate::error::Result;
use crate::reader::Reader;
use crate::stream::Entry;
use crate::tables::types::Listed;

/// The greatest length of a type's text, counted in types: types within types are stored once in a file, but can take
/// much room where they are written out.
const MAX_WEIGHT: u32 = 1 << 16;

impl Reader<'_> {
    /// The block of types.
    pub fn type_table(&mut self) -> Result<()> {
        self.stream.enter(block::TYPES)?;
        loop {
            match self.stream.next()? {
                Entry::End => break,
                Entry::Block(id) => self.stream.skip(id)?,
                Entry::Record(1) => {}
                Entry::Record(19) => {
                    let name = self.text(0);
                    self.types.name = Some(String::from_utf8_lossy(&name).into());
                }
                Entry::Record(code) => self.type_record(code)?,
            }
        }
        let mut listed = self.types.list.iter();
        if listed.any(|entry| entry.is_some_and(|entry| entry.undefined)) {
            return Err(self.error("a type that is used is not defined"));
        }
        Ok(())
    }

    /// The type with this number.
    #[inline]
    pub fn ty(&self, number: u64) -> Result<Type> {
        match self.types.list.get(number as usize) {
            Some(Some(listed)) => Ok(listed.ty),
            _ => Err(self.error(format!("there is no type with the number {number}"))),
        }
    }

    /// The type with the number in operand `index`.
    #[inline]
    pub fn type_operand(&self, index: usize) -> Result<Type> {
        self.ty(self.operand(index)?)
    }

    /// The type with the number in operand `index`, as a part of another. One that is not defined yet must become an
    /// identified struct.
    fn type_part(&mut self, index: usize) -> Result<Listed> {
        let number = self.operand(index)? as usize;
        if let Some(Some(listed)) = self.types.list.get(number) {
            return Ok(*listed);
        }
        if number as u64 > self.stream.bits_left() {
            return Err(self.error(format!("there is no type with the number {number}")));
        }
        let (_, ty) = self.new_struct(None);
        let listed = Listed {
            ty,
            depth: 1,
            weight: 1,
            undefined: true,
        };
        if self.types.list.len() <= number {
            self.types.list.resize(number + 1, None);
        }
        self.types.list[number] = Some(listed);
        Ok(listed)
    }

    fn new_struct(&mut self, name: Option<Box<str>>) -> (StructId, Type) {
        let types = &mut self.module.types;
        let id = types.structs.push(StructData { name, body: None });
        (id, types.intern(TypeData::Named(id)))
    }

    /// The types with the numbers in the operands from `start` on.
    fn type_parts(&mut self, start: usize) -> Result<(Vec<Type>, Nesting)> {
        let mut types = Vec::new();
        let mut nesting = Nesting::default();
        for index in start..self.stream.operands.len() {
            let part = self.type_part(index)?;
            nesting.add(part);
            types.push(part.ty);
        }
        Ok((types, nesting))
    }

    fn type_record(&mut self, code: u32) -> Result<()> {
        let number = self.types.defined;
        let mut nesting = Nesting::default();
        let ty = match code {
            2 => TypeTable::VOID,
            3 => TypeTable::FLOAT,
            4 => TypeTable::DOUBLE,
            5 => TypeTable::LABEL,
            10 => TypeTable::HALF,
            13 => TypeTable::X86_FP80,
            14 => TypeTable::FP128,
            15 => TypeTable::PPC_FP128,
            16 => TypeTable::METADATA,
            17 => TypeTable::X86_MMX,
            22 => TypeTable::TOKEN,
            23 => TypeTable::BFLOAT,
            24 => TypeTable::X86_AMX,
            7 => self.integer_type()?,
            // A pointer to a type of LLVM before 17, and one without.
            8 => self.pointer_type(self.operand_or_zero(1))?,
            25 => self.pointer_type(self.operand(0)?)?,
            6 | 20 => return self.identified_struct(number, code == 6),
            11 | 12 => self.sequence_type(code == 12, &mut nesting)?,
            18 => {
                let packed = self.operand(0)? != 0;
                let (fields, inner) = self.type_parts(1)?;
                nesting = inner;
                self.check_members(&fields)?;
                let fields = fields.into();
                self.module
                    .types
                    .intern(TypeData::Struct { fields, packed })
            }
            21 => {
                let var_arg = self.operand(0)? != 0;
                let (types, inner) = self.type_parts(1)?;
                nesting = inner;
                self.function_type(&types, var_arg)?
            }
            26 => self.target_type(&mut nesting)?,
            _ => return Err(self.error(format!("there is no type of kind {code}"))),
        };
        self.list_type(number, ty, nesting)
    }

    fn list_type(&mut self, number: usize, ty: Type, nesting: Nesting) -> Result<()> {
        if matches!(self.types.list.get(number), Some(Some(_))) {
            return Err(self.error("a type that is used before its definition must be a struct"));
        }
        if nesting.depth >= MAX_DEPTH || nesting.weight > MAX_WEIGHT {
            return Err(self.error("this type is nested too deeply"));
        }
        let listed = Listed {
            ty,
            depth: nesting.depth + 1,
            weight: nesting.weight + 1,
            undefined: false,
        };
        self.types.set(number, listed);
        Ok(())
    }

    fn integer_type(&mut self) -> Result<Type> {
        match self.operand(0)? {
            bits if bits >= 1 && bits <= u64::from(MAX_INT_BITS) => {
                Ok(self.module.types.int(bits as u32))
            }
            _ => Err(self.error("the width of an integer type must be between 1 and 8388608 bits")),
        }
    }

    fn pointer_type(&mut self, space: u64) -> Result<Type> {
        if space > u64::from(MAX_ADDRESS_SPACE) {
            return Err(self.error("an address space must be less than 2^24"));
        }
        Ok(self.pointer_to(space as u32))
    }

    /// The pointer type of an address space.
    pub fn pointer_to(&mut self, space: u32) -> Type {
        self.module.types.intern(TypeData::Pointer(space))
    }

    fn check_members(&self, types: &[Type]) -> Result<()> {
        let mut types = types.iter();
        types.try_for_each(|ty| self.follow(typing::check_member_type(&self.module, *ty)))
    }

    fn identified_struct(&mut self, number: usize, opaque: bool) -> Result<()> {
        let name = self.types.name.take();
        let ty = match self.types.list.get(number) {
            Some(Some(listed)) => listed.ty,
            _ => self.new_struct(None).1,
        };
        let listed = Listed {
            ty,
            depth: 1,
            weight: 1,
            undefined: false,
        };
        self.types.set(number, listed);
        let body = match opaque {
            true => None,
            false => {
                let packed = self.operand(0)? != 0;
                let (fields, _) = self.type_parts(1)?;
                self.check_members(&fields)?;
                Some((fields.into(), packed))
            }
        };
        if let TypeData::Named(id) = self.module.types[ty] {
            self.module.types.structs[id] = StructData { name, body };
        }
        Ok(())
    }

    /// An array or a vector.
    fn sequence_type(&mut self, is_vector: bool, nesting: &mut Nesting) -> Result<Type> {
        let len = self.operand(0)?;
        let part = self.type_part(1)?;
        nesting.add(part);
        let element = part.ty;
        if !is_vector {
            self.check_members(&[element])?;
            return Ok(self.module.types.intern(TypeData::Array { element, len }));
        }
        let Some(len) = u32::try_from(len).ok().filter(|len| *len > 0) else {
            return Err(self.error("a vector has from 1 to 2^32 - 1 elements"));
        };
        self.follow(typing::check_lane_type(&self.module, element))?;
        let scalable = self.operand_or_zero(2) != 0;
        let data = TypeData::Vector {
            element,
            len,
            scalable,
        };
        Ok(self.module.types.intern(data))
    }

    /// A function type of the result's type and the parameters' in `types`.
    fn function_type(&mut self, types: &[Type], var_arg: bool) -> Result<Type> {
        let Some((ret, params)) = types.split_first() else {
            return Err(self.error("this record is too short"));
        };
        self.follow(typing::check_result_type(&self.module, *ret))?;
        for param in params {
            self.follow(typing::check_param_type(&self.module, *param))?;
        }
        let data = TypeData::Function {
            ret: *ret,
            params: params.into(),
            var_arg,
        };
        Ok(self.module.types.intern(data))
    }

    /// `[number of types, types…, numbers…]`, with the name that came before.
    fn target_type(&mut self, nesting: &mut Nesting) -> Result<Type> {
        let name = self.types.name.take().unwrap_or_default();
        let count = self.operand(0)? as usize;
        let after = match count.checked_add(1) {
            Some(after) if after <= self.stream.operands.len() => after,
            _ => return Err(self.error("this record is too short")),
        };
        let mut types = Vec::new();
        for index in 1..after {
            let part = self.type_part(index)?;
            nesting.add(part);
            types.push(part.ty);
        }
        let ints = self.stream.operands[after..].iter();
        let ints = ints.map(|operand| *operand as u32).collect();
        let types = types.into();
        let data = TypeData::TargetExt { name, types, ints };
        Ok(self.module.types.intern(data))
    }
}

/// How deep and how long what is within a type is.
#[derive(Default)]
struct Nesting {
    depth: u32,
    weight: u32,
}

impl Nesting {
    fn add(&mut self, part: Listed) {
        self.depth = self.depth.max(part.depth);
        self.weight = self.weight.saturating_add(part.weight);
    }
}
