//! Constants of the IR as directives of assembly: an element a line, with its value in the comment.
//!
//! ```text
//!   { i16 300, double 1.5 }      .short  300                             # 0x12c
//!                                .zero   6
//!                                .quad   0x3ff8000000000000              # double 1.5
//!   [3 x i8] c"ab\00"            .asciz  "ab"
//! ```

use std::fmt::Write;

use avarice_ir::constant::{ConstData, ConstExpr, ConstKind};
use avarice_ir::inst::CastOp;
use avarice_ir::printer::print_type;
use avarice_ir::types::TypeData;
use avarice_ir::{Const, Type};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};

use crate::asm_text::AsmText;
use crate::data::{DataReference, DataWriter};
use crate::error::EmitError;
use crate::print_context::{ModuleNames, escaped};
use crate::print_data;

/// Writes constants of one module.
#[derive(Clone, Copy)]
pub(crate) struct ConstantPrinter<'a> {
    pub(crate) names: ModuleNames<'a>,
    pub(crate) data: DataWriter<'a>,
    /// Directives for 1, 2, 4 and 8 bytes.
    pub(crate) words: [&'static str; 4],
}

impl ConstantPrinter<'_> {
    /// Appends the directives for `constant`, with the padding after it.
    ///
    /// # Errors
    /// As [`DataWriter::image`].
    pub(crate) fn constant(&self, constant: Const, out: &mut AsmText) -> Result<(), EmitError> {
        let ConstData { ty, kind } = &self.data.module.consts[constant];
        let size = self.data.alloc_size(*ty)?;
        match kind {
            ConstKind::Undef | ConstKind::Poison | ConstKind::Zero | ConstKind::NoneToken => {
                zeros(size, out);
            }
            ConstKind::Int(value) => {
                let stored = self.data.store_size(*ty)? as u64;
                self.int(*value, stored, out);
                zeros(size - stored.min(size), out);
            }
            ConstKind::BigInt(words) => {
                let stored = self.data.store_size(*ty)?;
                self.big_int(words, stored, out);
                zeros(size - (stored as u64).min(size), out);
            }
            ConstKind::Float(bits) => self.float(*ty, [*bits, 0], out)?,
            ConstKind::BigFloat(words) => self.float(*ty, *words, out)?,
            ConstKind::Null => self.number(0, size, out),
            ConstKind::Bytes(bytes) => bytes_or_fill(bytes, out),
            ConstKind::Aggregate(elements) => self.aggregate(constant, *ty, elements, out)?,
            ConstKind::Splat(element) => {
                let len = self.data.module.types.num_elements(*ty).unwrap_or(0);
                // What is too large is refused here.
                self.data.image(constant)?;
                let elements = vec![*element; usize::try_from(len).unwrap_or(0)];
                self.aggregate(constant, *ty, &elements, out)?;
            }
            ConstKind::Expr(ConstExpr::Cast(CastOp::BitCast, from))
                if !self.data.module.types.is_ptr(*ty) =>
            {
                self.constant(*from, out)?;
            }
            _ => self.reference(constant, out)?,
        }
        Ok(())
    }

    /// Appends the bytes of a constant that MIR writes as `text`: `double 1.5`, `<2 x i32> <i32 1, i32 undef>`.
    pub(crate) fn written(&self, bytes: &[u8], text: &str, out: &mut AsmText) {
        let vector = text.split_once("> <").map(|(_, elements)| elements);
        let elements: Vec<&str> = match vector {
            Some(elements) => elements.trim_end_matches('>').split(", ").collect(),
            None => vec![text],
        };
        let size = bytes.len() / elements.len().max(1);
        if size == 0 || size * elements.len() != bytes.len() || size > 8 {
            bytes_or_fill(bytes, out);
            return;
        }
        let is_undefined =
            |element: &str| element.ends_with("undef") || element.ends_with("poison");
        let is_same = bytes.iter().all(|byte| *byte == bytes[0]);
        if vector.is_some() && is_same && !elements.iter().any(|e| is_undefined(e)) {
            bytes_or_fill(bytes, out);
            return;
        }
        for (element, bytes) in elements.iter().zip(bytes.chunks(size)) {
            let value = bytes
                .iter()
                .rev()
                .fold(0, |word, b| word << 8 | u64::from(*b));
            let ty = element.split_once(' ').map_or(*element, |(ty, _)| ty);
            let float = match ty {
                "half" => Some(TypeData::Half),
                "bfloat" => Some(TypeData::BFloat),
                "float" => Some(TypeData::Float),
                "double" => Some(TypeData::Double),
                _ => None,
            };
            match float {
                _ if is_undefined(element) => zeros(size as u64, out),
                Some(float) => {
                    let text = decimal(&float, u128::from(value)).unwrap_or_default();
                    out.comment(format_args!("{ty} {text}"));
                    self.hex(value, size, out);
                }
                None => self.int(value, size as u64, out),
            }
        }
    }

    /// Appends a number of `size` bytes in hexadecimal, with all digits.
    fn hex(&self, value: u64, size: usize, out: &mut AsmText) {
        if let Some(directive) = self.directive(size as u64) {
            let width = 2 + 2 * size;
            let _ = writeln!(out, "\t{directive}\t{value:#0width$x}");
        }
    }

    /// Appends an integer with its hexadecimal form beside it.
    fn int(&self, value: u64, size: u64, out: &mut AsmText) {
        out.comment(format_args!("{value:#x}"));
        self.number(value, size, out);
    }

    /// Appends a number of `size` bytes, at most 8. What has no directive is divided.
    fn number(&self, value: u64, size: u64, out: &mut AsmText) {
        if let Some(word) = self.directive(size) {
            let _ = writeln!(out, "\t{word}\t{}", value as i64);
            return;
        }
        let mut at = 0;
        while at < size {
            let rest = (size - at).min(size - 1);
            let part = 1 << rest.ilog2();
            let shift = match self.data.layout.is_big_endian() {
                true => size - at - part,
                false => at,
            };
            let mask = u64::MAX >> (64 - 8 * part);
            self.number(value >> (8 * shift) & mask, part, out);
            at += part;
        }
    }

    fn directive(&self, size: u64) -> Option<&'static str> {
        let at = size.is_power_of_two().then(|| size.trailing_zeros())?;
        self.words.get(at as usize).copied()
    }

    /// An integer of more than 64 bits: whole words, then what is left.
    fn big_int(&self, words: &[u64], stored: usize, out: &mut AsmText) {
        let mut left = stored as u64;
        for word in words {
            let size = left.min(8);
            self.number(*word, size, out);
            left -= size;
        }
    }

    fn float(&self, ty: Type, words: [u64; 2], out: &mut AsmText) -> Result<(), EmitError> {
        let module = self.data.module;
        let (stored, size) = (self.data.store_size(ty)?, self.data.alloc_size(ty)?);
        if out.is_verbose() {
            let bits = u128::from(words[0]) | u128::from(words[1]) << 64;
            if let Some(value) = decimal(&module.types[ty], bits) {
                out.comment(format_args!("{} {value}", print_type(module, ty)));
            }
        }
        let mut left = stored;
        for word in words {
            let bytes = left.min(8);
            self.hex(word, bytes, out);
            left -= bytes;
        }
        zeros(size - stored as u64, out);
        Ok(())
    }

    fn aggregate(
        &self,
        constant: Const,
        ty: Type,
        elements: &[Const],
        out: &mut AsmText,
    ) -> Result<(), EmitError> {
        let module = self.data.module;
        let size = self.data.alloc_size(ty)?;
        let is =
            |test: fn(&ConstKind) -> bool| elements.iter().all(|e| test(&module.consts[*e].kind));
        if self.is_zero(constant) || is(|k| matches!(k, ConstKind::Undef | ConstKind::Poison)) {
            zeros(size, out);
            return Ok(());
        }
        if let Some(byte) = self.repeated_byte(constant).filter(|_| size > 1) {
            let _ = writeln!(out, "\t.zero\t{size},{byte}");
            return Ok(());
        }
        let element = match module.types[ty] {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => element,
            _ => return self.fields(ty, elements, out),
        };
        let is_array = matches!(module.types[ty], TypeData::Array { .. });
        let bits = self
            .data
            .layout
            .size_in_bits(&module.types, element)
            .unwrap_or(8);
        if is_array && bits == 8 && is(|kind| matches!(kind, ConstKind::Int(_))) {
            bytes_or_fill(&self.data.image(constant)?.bytes_of_size(), out);
            return Ok(());
        }
        if !is_array && !bits.is_multiple_of(8) {
            return self.packed(constant, size, out);
        }
        for run in elements.chunk_by(|a, b| a == b) {
            self.repeated(run[0], run.len(), out)?;
        }
        let of_elements = self.data.alloc_size(element)? * elements.len() as u64;
        zeros(size.saturating_sub(of_elements), out);
        Ok(())
    }

    /// Appends `count` times the directives for `constant`.
    fn repeated(&self, constant: Const, count: usize, out: &mut AsmText) -> Result<(), EmitError> {
        self.constant(constant, out)?;
        if count > 1 {
            // Only the first may end a line that comments wait for.
            let start = out.text.len();
            self.constant(constant, out)?;
            let lines = out.text[start..].repeat(count - 2);
            out.text.push_str(&lines);
        }
        Ok(())
    }

    /// A vector of elements that are no whole bytes is one number.
    fn packed(&self, constant: Const, size: u64, out: &mut AsmText) -> Result<(), EmitError> {
        let image = self.data.image(constant)?;
        let bits = self.data.layout.size_in_bits(
            &self.data.module.types,
            self.data.module.consts[constant].ty,
        );
        let stored = bits.unwrap_or(0).div_ceil(8);
        let words: Vec<u64> = image
            .bytes_of_size()
            .chunks(8)
            .map(|bytes| {
                bytes
                    .iter()
                    .rev()
                    .fold(0, |word, b| word << 8 | u64::from(*b))
            })
            .collect();
        match &*words {
            [word] if stored <= 8 => self.int(*word, stored, out),
            words => self.big_int(words, stored as usize, out),
        }
        zeros(size.saturating_sub(stored), out);
        Ok(())
    }

    fn fields(&self, ty: Type, fields: &[Const], out: &mut AsmText) -> Result<(), EmitError> {
        let module = self.data.module;
        let no_layout = || EmitError::unsupported("aggregate without layout");
        let layout = self.data.layout.struct_layout(&module.types, ty);
        let layout = layout.ok_or_else(no_layout)?;
        let size = self.data.alloc_size(ty)?;
        for (at, field) in fields.iter().enumerate() {
            self.constant(*field, out)?;
            let start = layout.offsets.get(at).copied().ok_or_else(no_layout)?;
            let end = layout.offsets.get(at + 1).copied().unwrap_or(size);
            let used = self.data.alloc_size(module.consts[*field].ty)?;
            zeros(end.saturating_sub(start + used), out);
        }
        Ok(())
    }

    /// An address, or a number that is computed from addresses.
    fn reference(&self, constant: Const, out: &mut AsmText) -> Result<(), EmitError> {
        let image = self.data.image(constant)?;
        match &*image.references {
            [reference] if u64::from(reference.size) == image.size => self.symbol(reference, out),
            [] if image.size <= 8 => {
                let bytes = image.bytes_of_size();
                let value = bytes
                    .iter()
                    .rev()
                    .fold(0, |word, b| word << 8 | u64::from(*b));
                self.number(value, image.size, out);
                Ok(())
            }
            _ => print_data::image(&self.names, &image, &mut out.text),
        }
    }

    fn symbol(&self, reference: &DataReference, out: &mut AsmText) -> Result<(), EmitError> {
        let Some(word) = self.directive(u64::from(reference.size)) else {
            return Err(EmitError::unsupported("address of this size"));
        };
        let text = print_data::reference_text(&self.names, reference)?;
        let _ = writeln!(out, "\t{word}\t{text}");
        Ok(())
    }

    /// Whether LLVM has this constant as zero: undefined parts are not.
    fn is_zero(&self, constant: Const) -> bool {
        match &self.data.module.consts[constant].kind {
            ConstKind::Int(bits) | ConstKind::Float(bits) => *bits == 0,
            ConstKind::BigInt(words) => words.iter().all(|word| *word == 0),
            ConstKind::BigFloat(words) => *words == [0, 0],
            ConstKind::Null | ConstKind::Zero => true,
            ConstKind::Bytes(bytes) => bytes.iter().all(|byte| *byte == 0),
            ConstKind::Aggregate(elements) => elements.iter().all(|e| self.is_zero(*e)),
            ConstKind::Splat(element) => self.is_zero(*element),
            _ => false,
        }
    }

    /// The byte that an integer, or an array or vector of numbers, consists of.
    fn repeated_byte(&self, constant: Const) -> Option<u8> {
        let ConstData { ty, kind } = &self.data.module.consts[constant];
        let of_int = |value: u64, size: usize| {
            let bytes = value.to_le_bytes();
            let bytes = bytes.get(..size)?;
            bytes.iter().all(|b| *b == bytes[0]).then_some(bytes[0])
        };
        match kind {
            ConstKind::Int(value) => of_int(*value, self.data.alloc_size(*ty).ok()? as usize),
            ConstKind::Bytes(bytes) => {
                let first = bytes.first()?;
                bytes.iter().all(|b| b == first).then_some(*first)
            }
            ConstKind::Aggregate(elements) => {
                let element = match self.data.module.types[*ty] {
                    TypeData::Array { element, .. } | TypeData::Vector { element, .. } => element,
                    _ => return None,
                };
                let size = self.data.store_size(element).ok()?;
                let byte_of = |element: &Const| match self.data.module.consts[*element].kind {
                    ConstKind::Float(bits) => of_int(bits, size),
                    _ => self.repeated_byte(*element),
                };
                let first = byte_of(elements.first()?)?;
                let same = elements.iter().all(|e| byte_of(e) == Some(first));
                same.then_some(first)
            }
            ConstKind::Splat(element) => self.repeated_byte(*element),
            _ => None,
        }
    }
}

/// Appends zeros.
pub(crate) fn zeros(count: u64, out: &mut AsmText) {
    if count > 0 {
        let _ = writeln!(out, "\t.zero\t{count}");
    }
}

/// Appends bytes as text, or as one repeated byte.
pub(crate) fn bytes_or_fill(bytes: &[u8], out: &mut AsmText) {
    let _ = match bytes {
        [] => Ok(()),
        [byte] => writeln!(out, "\t.byte\t{byte}"),
        [first, rest @ ..] if rest.iter().all(|b| b == first) => match first {
            0 => writeln!(out, "\t.zero\t{}", bytes.len()),
            byte => writeln!(out, "\t.zero\t{},{byte}", bytes.len()),
        },
        [text @ .., 0] => writeln!(out, "\t.asciz\t\"{}\"", escaped(text)),
        text => writeln!(out, "\t.ascii\t\"{}\"", escaped(text)),
    };
}

/// The value of a number in decimal, as LLVM rounds it for readers; `None` for types that have none.
fn decimal(ty: &TypeData, bits: u128) -> Option<String> {
    Some(match ty {
        TypeData::Half => Half::from_bits(bits).to_string(),
        TypeData::BFloat => BFloat::from_bits(bits).to_string(),
        TypeData::Float => Single::from_bits(bits).to_string(),
        TypeData::Double => Double::from_bits(bits).to_string(),
        TypeData::X86Fp80 => X87DoubleExtended::from_bits(bits).to_string(),
        TypeData::Fp128 => Quad::from_bits(bits).to_string(),
        _ => return None,
    })
}
