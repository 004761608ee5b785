//! Constants of the IR as bytes with references to symbols: the content of variables, constant pools
//! and tables, as the data layout places it.

use avarice_ir::constant::{ConstData, ConstExpr, ConstKind};
use avarice_ir::inst::{BinaryOp, CastOp};
use avarice_ir::types::TypeData;
use avarice_ir::{Const, DataLayout, Global, Module, Type};

use crate::error::EmitError;

/// What a field of data refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataSymbol {
    /// A global of the module.
    Global(Global),
    /// A block of a function.
    BlockAddress(Global, avarice_ir::Block),
}

/// A field whose value is known only when linking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataReference {
    /// Offset of the field in bytes.
    pub offset: u64,
    /// Size of the field in bytes.
    pub size: u8,
    /// The symbol whose address is the value.
    pub plus: DataSymbol,
    /// The symbol whose address is subtracted.
    pub minus: Option<DataSymbol>,
    /// What is added, in bytes.
    pub addend: i64,
}

/// The content of a constant in memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DataImage {
    /// Bytes from the start; the rest, up to `size`, is zero. Fields of references are zero.
    pub bytes: Vec<u8>,
    /// Size in bytes.
    pub size: u64,
    /// References in order of offset.
    pub references: Vec<DataReference>,
}

impl DataImage {
    /// Whether every byte is zero.
    pub fn is_zero(&self) -> bool {
        self.references.is_empty() && self.bytes.iter().all(|b| *b == 0)
    }

    /// All bytes, the zeros at the end too.
    pub(crate) fn bytes_of_size(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        bytes.resize(self.size as usize, 0);
        bytes
    }

    /// Writes `bytes` at `offset`; trailing zeros take no room.
    fn put(&mut self, offset: u64, bytes: &[u8]) -> Result<(), EmitError> {
        let used = bytes.iter().rposition(|b| *b != 0).map_or(0, |i| i + 1);
        if used == 0 {
            return Ok(());
        }
        let start = usize::try_from(offset).map_err(|_| too_large())?;
        let end = start.checked_add(used).ok_or_else(too_large)?;
        if end as u64 > MAX_BYTES {
            return Err(too_large());
        }
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[start..end].copy_from_slice(&bytes[..used]);
        Ok(())
    }
}

/// Largest initialized data of a variable, in bytes: it is held in memory more than once.
pub(crate) const MAX_BYTES: u64 = 1 << 30;

fn too_large() -> EmitError {
    EmitError::unsupported("initialized data of more than 1 GiB")
}

/// An integer or address: `plus - minus + number`.
#[derive(Clone, Copy, Debug, Default)]
struct AddressValue {
    plus: Option<DataSymbol>,
    minus: Option<DataSymbol>,
    number: i64,
}

impl AddressValue {
    fn number(number: i64) -> Self {
        Self {
            number,
            ..Self::default()
        }
    }

    fn is_number(&self) -> bool {
        self.plus.is_none() && self.minus.is_none()
    }

    /// The sum; `None` if it has two symbols of one sign.
    fn add(self, other: Self) -> Option<Self> {
        let one = |a: Option<DataSymbol>, b: Option<DataSymbol>| match (a, b) {
            (Some(_), Some(_)) => None,
            (a, b) => Some(a.or(b)),
        };
        let mut sum = Self {
            plus: one(self.plus, other.plus)?,
            minus: one(self.minus, other.minus)?,
            number: self.number.wrapping_add(other.number),
        };
        if sum.plus == sum.minus {
            (sum.plus, sum.minus) = (None, None);
        }
        Some(sum)
    }

    fn negated(self) -> Self {
        Self {
            plus: self.minus,
            minus: self.plus,
            number: self.number.wrapping_neg(),
        }
    }
}

/// Writes constants of one module.
#[derive(Clone, Copy)]
pub struct DataWriter<'a> {
    /// The module.
    pub module: &'a Module,
    /// Its layout.
    pub layout: &'a DataLayout,
}

impl<'a> DataWriter<'a> {
    /// The content of `constant`. Its size is the distance of array elements (the alloc size).
    ///
    /// # Errors
    /// If it has no size, is too large, or has an expression that no relocation can express.
    pub fn image(&self, constant: Const) -> Result<DataImage, EmitError> {
        let ty = self.module.consts[constant].ty;
        let mut image = DataImage {
            size: self.alloc_size(ty)?,
            ..DataImage::default()
        };
        self.write(&mut image, 0, constant)?;
        Ok(image)
    }

    /// If `constant` is the address of a symbol plus a number of bytes: both.
    pub fn symbol_and_offset(&self, constant: Const) -> Option<(DataSymbol, i64)> {
        let value = self.address(constant)?;
        match value.minus {
            Some(_) => None,
            None => Some((value.plus?, value.number)),
        }
    }

    pub(crate) fn alloc_size(&self, ty: Type) -> Result<u64, EmitError> {
        let size = self.layout.alloc_size(&self.module.types, ty);
        size.ok_or_else(|| EmitError::unsupported("data of a type without size"))
    }

    fn write(&self, image: &mut DataImage, at: u64, constant: Const) -> Result<(), EmitError> {
        let ConstData { ty, kind } = &self.module.consts[constant];
        match kind {
            ConstKind::Int(value) => {
                let size = self.store_size(*ty)?.min(8);
                self.put_number(image, at, &value.to_le_bytes()[..size])
            }
            ConstKind::BigInt(words) => {
                let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
                let size = self.store_size(*ty)?.min(bytes.len());
                self.put_number(image, at, &bytes[..size])
            }
            ConstKind::Float(bits) => {
                let size = self.store_size(*ty)?.min(8);
                self.put_number(image, at, &bits.to_le_bytes()[..size])
            }
            ConstKind::BigFloat([low, high]) => {
                let bits = u128::from(*low) | u128::from(*high) << 64;
                let size = self.store_size(*ty)?.min(16);
                self.put_number(image, at, &bits.to_le_bytes()[..size])
            }
            ConstKind::Null
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::Zero
            | ConstKind::NoneToken => Ok(()),
            ConstKind::Bytes(bytes) => image.put(at, bytes),
            ConstKind::Aggregate(elements) => self.write_elements(image, at, *ty, elements),
            ConstKind::Splat(element) => {
                if self.store_size(*ty)? as u64 > MAX_BYTES {
                    return Err(too_large());
                }
                let len = self.module.types.num_elements(*ty).unwrap_or(0);
                let elements = vec![*element; usize::try_from(len).unwrap_or(0)];
                self.write_elements(image, at, *ty, &elements)
            }
            ConstKind::Expr(ConstExpr::Cast(CastOp::BitCast, from))
                if !self.module.types.is_ptr(*ty) =>
            {
                self.write(image, at, *from)
            }
            ConstKind::Global(_)
            | ConstKind::BlockAddress(..)
            | ConstKind::DsoLocalEquivalent(_)
            | ConstKind::NoCfi(_)
            | ConstKind::Expr(_) => self.write_address(image, at, *ty, constant),
            ConstKind::PtrAuth(_) => Err(EmitError::unsupported("ptrauth constant")),
            ConstKind::InlineAsm(_) | ConstKind::Metadata(_) => {
                Err(EmitError::unsupported("constant that is no data"))
            }
        }
    }

    /// Writes a number, given with its lowest byte first, in the byte order of the layout.
    fn put_number(&self, image: &mut DataImage, at: u64, bytes: &[u8]) -> Result<(), EmitError> {
        if !self.layout.is_big_endian() {
            return image.put(at, bytes);
        }
        let bytes: Vec<u8> = bytes.iter().rev().copied().collect();
        image.put(at, &bytes)
    }

    pub(crate) fn store_size(&self, ty: Type) -> Result<usize, EmitError> {
        let size = self.layout.store_size(&self.module.types, ty);
        size.and_then(|s| usize::try_from(s).ok())
            .ok_or_else(|| EmitError::unsupported("data of a type without size"))
    }

    fn write_elements(
        &self,
        image: &mut DataImage,
        at: u64,
        ty: Type,
        elements: &[Const],
    ) -> Result<(), EmitError> {
        let types = &self.module.types;
        if let TypeData::Vector { element, .. } = types[ty]
            && let Some(bits) = self.layout.size_in_bits(types, element)
            && bits % 8 != 0
        {
            return self.write_packed(image, at, bits, elements);
        }
        let stride = match types[ty] {
            TypeData::Array { element, .. } => Some(self.alloc_size(element)?),
            TypeData::Vector { element, .. } => Some(self.store_size(element)? as u64),
            _ => None,
        };
        let fields = match stride {
            Some(_) => None,
            None => self.layout.struct_layout(types, ty),
        };
        for (index, element) in elements.iter().enumerate() {
            let offset = match (stride, &fields) {
                (Some(stride), _) => Some(stride * index as u64),
                (None, Some(layout)) => layout.offsets.get(index).copied(),
                (None, None) => None,
            };
            let offset =
                offset.ok_or_else(|| EmitError::unsupported("aggregate without layout"))?;
            self.write(image, at + offset, *element)?;
        }
        Ok(())
    }

    /// A vector whose elements are no whole bytes: bits without gaps, the first element lowest.
    fn write_packed(
        &self,
        image: &mut DataImage,
        at: u64,
        bits: u64,
        elements: &[Const],
    ) -> Result<(), EmitError> {
        if self.layout.is_big_endian() {
            return Err(EmitError::unsupported("vector of such elements as data"));
        }
        let total = usize::try_from(bits * elements.len() as u64).map_err(|_| too_large())?;
        let mut bytes = vec![0u8; total.div_ceil(8)];
        for (index, element) in elements.iter().enumerate() {
            let words: &[u64] = match &self.module.consts[*element].kind {
                ConstKind::Int(value) => std::slice::from_ref(value),
                ConstKind::BigInt(words) => words,
                ConstKind::Undef | ConstKind::Poison | ConstKind::Zero => &[],
                _ => return Err(EmitError::unsupported("vector of odd-sized expressions")),
            };
            for bit in 0..bits as usize {
                let word = words.get(bit / 64).copied().unwrap_or(0);
                let to = index * bits as usize + bit;
                bytes[to / 8] |= ((word >> (bit % 64) & 1) as u8) << (to % 8);
            }
        }
        image.put(at, &bytes)
    }

    /// An address or a number that is computed from addresses.
    fn write_address(
        &self,
        image: &mut DataImage,
        at: u64,
        ty: Type,
        constant: Const,
    ) -> Result<(), EmitError> {
        let size = self.store_size(ty)?;
        let unsupported =
            || EmitError::unsupported("constant expression that no relocation expresses");
        let value = self.address(constant).ok_or_else(unsupported)?;
        let Some(plus) = value.plus else {
            if value.minus.is_some() {
                return Err(unsupported());
            }
            let bits = i128::from(value.number).to_le_bytes();
            return self.put_number(image, at, bits.get(..size).ok_or_else(unsupported)?);
        };
        if !matches!(size, 1 | 2 | 4 | 8) {
            return Err(unsupported());
        }
        image.references.push(DataReference {
            offset: at,
            size: size as u8,
            plus,
            minus: value.minus,
            addend: value.number,
        });
        Ok(())
    }

    /// The value of an integer or pointer constant of at most 64 bits; `None` if it is no sum of at most
    /// one symbol, minus at most one, and a number.
    fn address(&self, constant: Const) -> Option<AddressValue> {
        let ConstData { ty, kind } = &self.module.consts[constant];
        match kind {
            ConstKind::Int(value) => Some(AddressValue::number(self.sign_extend(*ty, *value))),
            ConstKind::Null | ConstKind::Zero | ConstKind::Undef | ConstKind::Poison => {
                Some(AddressValue::default())
            }
            ConstKind::Global(global)
            | ConstKind::DsoLocalEquivalent(global)
            | ConstKind::NoCfi(global) => Some(AddressValue {
                plus: Some(DataSymbol::Global(*global)),
                ..AddressValue::default()
            }),
            ConstKind::BlockAddress(global, block) => Some(AddressValue {
                plus: Some(DataSymbol::BlockAddress(*global, *block)),
                ..AddressValue::default()
            }),
            ConstKind::Expr(ConstExpr::Cast(op, from)) => self.cast(*op, *ty, *from),
            ConstKind::Expr(ConstExpr::Binary(op, _, left, right)) => {
                let value = binary(*op, self.address(*left)?, self.address(*right)?)?;
                Some(self.in_width(*ty, value))
            }
            ConstKind::Expr(ConstExpr::Gep {
                source, operands, ..
            }) => {
                let (base, indices) = operands.split_first()?;
                let indices = indices.iter().map(|i| self.index(*i));
                let indices: Vec<i64> = indices.collect::<Option<_>>()?;
                let types = &self.module.types;
                let offset = self.layout.gep_offset(types, *source, indices)?;
                self.address(*base)?.add(AddressValue::number(offset))
            }
            _ => None,
        }
    }

    fn cast(&self, op: CastOp, to: Type, from: Const) -> Option<AddressValue> {
        let value = self.address(from)?;
        match op {
            // A symbol's low bits are what a smaller field holds.
            CastOp::PtrToInt | CastOp::Trunc | CastOp::BitCast => Some(self.in_width(to, value)),
            CastOp::IntToPtr | CastOp::AddrSpaceCast => Some(value),
            CastOp::SExt => value.is_number().then_some(value),
            CastOp::ZExt if value.is_number() => {
                let bits = self.width(self.module.consts[from].ty);
                let mask = u64::MAX >> 64u32.saturating_sub(bits).min(63);
                Some(AddressValue::number((value.number as u64 & mask) as i64))
            }
            _ => None,
        }
    }

    /// A constant index of a `getelementptr`.
    fn index(&self, constant: Const) -> Option<i64> {
        let value = self.address(constant)?;
        value.is_number().then_some(value.number)
    }

    fn width(&self, ty: Type) -> u32 {
        let bits = self.layout.size_in_bits(&self.module.types, ty);
        bits.map_or(64, |b| b.min(64) as u32)
    }

    fn sign_extend(&self, ty: Type, value: u64) -> i64 {
        let shift = 64 - self.width(ty).max(1);
        (value << shift) as i64 >> shift
    }

    /// A number cut to the width of `ty`; what has symbols is cut by its field.
    fn in_width(&self, ty: Type, value: AddressValue) -> AddressValue {
        if value.is_number() {
            AddressValue::number(self.sign_extend(ty, value.number as u64))
        } else {
            value
        }
    }
}

fn binary(op: BinaryOp, a: AddressValue, b: AddressValue) -> Option<AddressValue> {
    match op {
        BinaryOp::Add => return a.add(b),
        BinaryOp::Sub => return a.add(b.negated()),
        _ if !a.is_number() || !b.is_number() => return None,
        _ => {}
    }
    let (x, y) = (a.number, b.number);
    let number = match op {
        BinaryOp::Mul => x.wrapping_mul(y),
        BinaryOp::Shl => x.checked_shl(u32::try_from(y).ok()?)?,
        BinaryOp::And => x & y,
        BinaryOp::Or => x | y,
        BinaryOp::Xor => x ^ y,
        _ => return None,
    };
    Some(AddressValue::number(number))
}
