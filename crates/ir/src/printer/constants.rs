//! Constants, and values where they are used.

use std::fmt::Write;

use super::Printer;
use super::slots::{LocalSlots, as_operand};
use super::text::{float_bits_to_double, write_double, write_escaped, write_name, write_string};
use crate::constant::{ConstExpr, ConstKind};
use crate::entities::{Block, Const, Global, InlineAsm, Type, Value};
use crate::inst::InstFlags;
use crate::types::TypeData;

/// Elements of the longest vector of equal elements that is written element by element.
const MOST_EQUAL_ELEMENTS: u32 = 1 << 16;

impl<'m> Printer<'m> {
    /// Type and value.
    pub(super) fn typed_value(&mut self, value: Value) {
        if let Some(function) = self.function {
            self.ty(function.values[value].ty);
            self.push(" ");
        }
        self.value(value);
    }

    /// A value without its type.
    pub(super) fn value(&mut self, value: Value) {
        let Some(function) = self.function else {
            self.push("<badref>");
            return;
        };
        if let Some(id) = function.as_const(value) {
            self.constant(id);
            return;
        }
        let name = function.name(function.values[value].name);
        if !name.is_empty() {
            write_name(&mut self.out, "%", name);
        } else if let Some(number) = self.locals.value(value) {
            let _ = write!(self.out, "%{number}");
        } else {
            self.push("<badref>");
        }
    }

    /// `%name` of a block of the current function.
    pub(super) fn block_name(&mut self, block: Block) {
        let name = self.function.map(|f| f.name(f.blocks[block].name));
        match (name, self.locals.block(block)) {
            (Some(name), _) if !name.is_empty() => write_name(&mut self.out, "%", name),
            (_, Some(number)) => {
                let _ = write!(self.out, "%{number}");
            }
            _ => self.push("<badref>"),
        }
    }

    /// `label %name`.
    pub(super) fn label(&mut self, block: Block) {
        self.push("label ");
        self.block_name(block);
    }

    /// `@name`.
    pub(super) fn global_name(&mut self, id: Global) {
        let module = self.module;
        let name = &module.globals[id].name;
        if name.is_empty() {
            let _ = write!(self.out, "@{}", self.slots.global_number(id));
        } else {
            write_name(&mut self.out, "@", name);
        }
    }

    /// Type and constant.
    pub(super) fn typed_const(&mut self, id: Const) {
        let module = self.module;
        self.ty(module.consts[id].ty);
        self.push(" ");
        self.constant(id);
    }

    fn typed_consts(&mut self, ids: &[Const]) {
        for (index, id) in ids.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.typed_const(*id);
        }
    }

    /// A constant without its type.
    pub(super) fn constant(&mut self, id: Const) {
        let module = self.module;
        let data = &module.consts[id];
        match &data.kind {
            ConstKind::Int(value) => self.integer(data.ty, *value),
            ConstKind::BigInt(words) => self.big_integer(data.ty, words),
            ConstKind::Float(bits) => self.float(data.ty, *bits),
            ConstKind::BigFloat([low, high]) => self.big_float(data.ty, *low, *high),
            ConstKind::Null => self.push("null"),
            ConstKind::NoneToken => self.push("none"),
            ConstKind::Undef => self.push("undef"),
            ConstKind::Poison => self.push("poison"),
            ConstKind::Zero => self.push("zeroinitializer"),
            ConstKind::Bytes(bytes) => {
                self.push("c\"");
                write_escaped(&mut self.out, bytes);
                self.push("\"");
            }
            ConstKind::Aggregate(elements) => self.aggregate(data.ty, elements),
            ConstKind::Splat(element) => self.splat(data.ty, *element),
            ConstKind::Global(id) => self.global_name(*id),
            ConstKind::BlockAddress(id, block) => self.block_address(*id, *block),
            ConstKind::DsoLocalEquivalent(id) => {
                self.push("dso_local_equivalent ");
                self.global_name(*id);
            }
            ConstKind::NoCfi(id) => {
                self.push("no_cfi ");
                self.global_name(*id);
            }
            ConstKind::PtrAuth(operands) => self.ptr_auth(operands),
            ConstKind::Expr(expr) => self.const_expr(data.ty, expr),
            ConstKind::InlineAsm(id) => self.inline_asm(*id),
            ConstKind::Metadata(id) => self.metadata_operand(as_operand(module, *id)),
        }
    }

    fn integer(&mut self, ty: Type, value: u64) {
        let bits = self.module.types.int_bits(ty).unwrap_or(64).clamp(1, 64);
        if bits == 1 {
            self.push(if value & 1 == 1 { "true" } else { "false" });
        } else {
            let shift = 64 - bits;
            let _ = write!(self.out, "{}", (value << shift) as i64 >> shift);
        }
    }

    /// A wide integer in decimal, signed.
    fn big_integer(&mut self, ty: Type, words: &[u64]) {
        let bits = self.module.types.int_bits(ty).unwrap_or(0) as usize;
        let mut words = words.to_vec();
        let sign = bits.checked_sub(1).map(|bit| (bit / 64, bit % 64));
        let negative =
            sign.is_some_and(|(word, bit)| words.get(word).is_some_and(|w| w >> bit & 1 == 1));
        if negative {
            self.push("-");
            negate(&mut words, bits);
        }
        // Nineteen decimal digits at a time, least significant first.
        const CHUNK: u128 = 10_000_000_000_000_000_000;
        let mut chunks = Vec::new();
        while words.iter().any(|word| *word != 0) {
            let mut remainder = 0u128;
            for word in words.iter_mut().rev() {
                let value = remainder << 64 | u128::from(*word);
                *word = (value / CHUNK) as u64;
                remainder = value % CHUNK;
            }
            chunks.push(remainder);
            while words.last() == Some(&0) {
                words.pop();
            }
        }
        let _ = write!(self.out, "{}", chunks.pop().unwrap_or(0));
        for chunk in chunks.iter().rev() {
            let _ = write!(self.out, "{chunk:019}");
        }
    }

    fn float(&mut self, ty: Type, bits: u64) {
        match self.module.types[ty] {
            TypeData::Half => {
                let _ = write!(self.out, "0xH{bits:04X}");
            }
            TypeData::BFloat => {
                let _ = write!(self.out, "0xR{bits:04X}");
            }
            TypeData::Float => write_double(&mut self.out, float_bits_to_double(bits as u32)),
            _ => write_double(&mut self.out, f64::from_bits(bits)),
        }
    }

    fn big_float(&mut self, ty: Type, low: u64, high: u64) {
        let _ = match self.module.types[ty] {
            TypeData::X86Fp80 => write!(self.out, "0xK{:04X}{low:016X}", high & 0xffff),
            TypeData::Fp128 => write!(self.out, "0xL{low:016X}{high:016X}"),
            _ => write!(self.out, "0xM{low:016X}{high:016X}"),
        };
    }

    fn aggregate(&mut self, ty: Type, elements: &[Const]) {
        let module = self.module;
        let (open, close) = match &module.types[ty] {
            TypeData::Array { .. } => ("[", "]"),
            TypeData::Vector { .. } => ("<", ">"),
            _ => match module.types.struct_fields(ty) {
                Some((_, true)) => ("<{ ", " }>"),
                _ => ("{ ", " }"),
            },
        };
        self.push(open);
        self.typed_consts(elements);
        self.push(close);
    }

    /// A vector of equal elements: all of them as LLVM prints it, or one if the text would be too long.
    fn splat(&mut self, ty: Type, element: Const) {
        match self.module.types[ty] {
            TypeData::Vector {
                len: len @ ..=MOST_EQUAL_ELEMENTS,
                scalable: false,
                ..
            } => {
                for index in 0..len {
                    self.push(if index == 0 { "<" } else { ", " });
                    self.typed_const(element);
                }
                self.push(">");
            }
            TypeData::Vector { scalable: true, .. } => self.scalable_splat(ty, element),
            _ => {
                self.push("splat (");
                self.typed_const(element);
                self.push(")");
            }
        }
    }

    /// A scalable vector of equal elements, which LLVM 19 writes as a shuffle of its first element.
    fn scalable_splat(&mut self, ty: Type, element: Const) {
        self.push("shufflevector (");
        self.ty(ty);
        self.push(" insertelement (");
        self.ty(ty);
        self.push(" poison, ");
        self.typed_const(element);
        self.push(", i64 0), ");
        self.ty(ty);
        self.push(" poison, ");
        if let TypeData::Vector { len, .. } = self.module.types[ty] {
            let _ = write!(self.out, "<vscale x {len} x i32> zeroinitializer)");
        }
    }

    fn block_address(&mut self, id: Global, block: Block) {
        let module = self.module;
        self.push("blockaddress(");
        self.global_name(id);
        self.push(", ");
        let body = module.globals[id].body();
        match body {
            Some(body) if !self.function.is_some_and(|f| std::ptr::eq(f, body)) => {
                let slots = match self.other_function.take() {
                    Some((other, slots)) if other == id => slots,
                    _ => {
                        let mut slots = LocalSlots::default();
                        slots.compute(body);
                        slots
                    }
                };
                let locals = std::mem::replace(&mut self.locals, slots);
                let function = self.function.replace(body);
                self.block_name(block);
                let slots = std::mem::replace(&mut self.locals, locals);
                self.function = function;
                self.other_function = Some((id, slots));
            }
            _ => self.block_name(block),
        }
        self.push(")");
    }

    fn ptr_auth(&mut self, operands: &[Const]) {
        self.push("ptrauth (");
        // Pointer and key always; the discriminators up to the last that is not zero.
        let is_default = |id: &Const| {
            matches!(
                self.module.consts[*id].kind,
                ConstKind::Int(0) | ConstKind::Null
            )
        };
        let extra = operands.iter().skip(2).rposition(|id| !is_default(id));
        let count = 2 + extra.map_or(0, |at| at + 1);
        self.typed_consts(&operands[..count.min(operands.len())]);
        self.push(")");
    }

    fn const_expr(&mut self, ty: Type, expr: &ConstExpr) {
        match expr {
            ConstExpr::Cast(op, value) => {
                self.push(op.keyword());
                self.push(" (");
                self.typed_const(*value);
                self.push(" to ");
                self.ty(ty);
            }
            ConstExpr::Binary(op, flags, left, right) => {
                self.push(op.keyword());
                self.inst_flags(*flags);
                self.push(" (");
                self.typed_consts(&[*left, *right]);
            }
            ConstExpr::Gep {
                source,
                flags,
                in_range,
                operands,
            } => {
                self.push("getelementptr");
                self.inst_flags(*flags);
                if let Some((start, end)) = in_range.as_deref() {
                    let _ = write!(self.out, " inrange({start}, {end})");
                }
                self.push(" (");
                self.ty(*source);
                self.push(", ");
                self.typed_consts(operands);
            }
            ConstExpr::ExtractElement(vector, index) => {
                self.push("extractelement (");
                self.typed_consts(&[*vector, *index]);
            }
            ConstExpr::InsertElement(vector, element, index) => {
                self.push("insertelement (");
                self.typed_consts(&[*vector, *element, *index]);
            }
            ConstExpr::ShuffleVector(left, right, mask) => {
                self.push("shufflevector (");
                self.typed_consts(&[*left, *right]);
                let module = self.module;
                let scalable = matches!(module.types[ty], TypeData::Vector { scalable: true, .. });
                self.shuffle_mask(mask, scalable);
            }
        }
        self.push(")");
    }

    /// `, <n x i32> <mask>`.
    pub(super) fn shuffle_mask(&mut self, mask: &[i32], scalable: bool) {
        self.push(if scalable { ", <vscale x " } else { ", <" });
        let _ = write!(self.out, "{} x i32> ", mask.len());
        if mask.iter().all(|m| *m == 0) {
            self.push("zeroinitializer");
        } else if mask.iter().all(|m| *m < 0) {
            self.push("poison");
        } else {
            for (index, element) in mask.iter().enumerate() {
                self.push(if index == 0 { "<i32 " } else { ", i32 " });
                if *element < 0 {
                    self.push("poison");
                } else {
                    let _ = write!(self.out, "{element}");
                }
            }
            self.push(">");
        }
    }

    /// Each flag that stands between opcode and operands, after a space.
    pub(super) fn inst_flags(&mut self, flags: InstFlags) {
        const WORDS: [(InstFlags, &str); 15] = [
            (InstFlags::REASSOC, " reassoc"),
            (InstFlags::NNAN, " nnan"),
            (InstFlags::NINF, " ninf"),
            (InstFlags::NSZ, " nsz"),
            (InstFlags::ARCP, " arcp"),
            (InstFlags::CONTRACT, " contract"),
            (InstFlags::AFN, " afn"),
            (InstFlags::INBOUNDS, " inbounds"),
            (InstFlags::NUSW, " nusw"),
            (InstFlags::NUW, " nuw"),
            (InstFlags::NSW, " nsw"),
            (InstFlags::EXACT, " exact"),
            (InstFlags::DISJOINT, " disjoint"),
            (InstFlags::NNEG, " nneg"),
            (InstFlags::SAME_SIGN, " samesign"),
        ];
        let mut flags = flags;
        if flags.contains(InstFlags::FAST) {
            self.push(" fast");
            flags -= InstFlags::FAST;
        }
        if flags.contains(InstFlags::INBOUNDS) {
            // Implied.
            flags -= InstFlags::NUSW;
        }
        for (flag, word) in WORDS {
            if flags.contains(flag) {
                self.push(word);
            }
        }
    }

    fn inline_asm(&mut self, id: InlineAsm) {
        let module = self.module;
        let data = &module.inline_asms[id];
        self.push("asm ");
        self.word(if data.side_effect { "sideeffect" } else { "" });
        self.word(if data.align_stack { "alignstack" } else { "" });
        self.word(if data.intel { "inteldialect" } else { "" });
        self.word(if data.unwind { "unwind" } else { "" });
        write_string(&mut self.out, &data.text);
        self.push(", ");
        write_string(&mut self.out, &data.constraints);
    }
}

/// Two's complement of a number of `bits` bits.
fn negate(words: &mut [u64], bits: usize) {
    let mut carry = true;
    for word in words.iter_mut() {
        let (value, overflow) = (!*word).overflowing_add(u64::from(carry));
        *word = value;
        carry = overflow;
    }
    if let (Some(last), 1..) = (words.last_mut(), bits % 64) {
        *last &= (1 << (bits % 64)) - 1;
    }
}
