//! Constants other than constant expressions.

use crate::constant::{ConstData, ConstKind};
use crate::entities::{Const, Type};
use crate::inst::CastOp;
use crate::lexer::Token;
use crate::types::{TypeData, TypeTable};
use crate::typing::{self, Common};

use super::keyword::Keyword;
use super::local::Name;
use super::number::{self, Format};
use super::{Parser, Result};

impl<'a> Parser<'a> {
    /// A type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Result<Const> {
        let ty = self.ty()?;
        self.constant(ty)
    }

    /// The constant with this type and content.
    #[inline]
    pub(super) fn intern(&mut self, ty: Type, kind: ConstKind) -> Const {
        self.module.consts.intern(ConstData { ty, kind })
    }

    /// A constant of type `ty`.
    #[inline]
    pub(super) fn constant(&mut self, ty: Type) -> Result<Const> {
        match self.token {
            Token::Integer(text) => self.integer_constant(text, ty),
            Token::Global(_) | Token::GlobalNumber(_) => self.global_constant(ty),
            Token::Float(text) => self.decimal_constant(text, ty),
            Token::Hex(text) => self.hex_constant(text, ty),
            _ => self.nested(|parser| parser.other_constant(ty)),
        }
    }

    fn other_constant(&mut self, ty: Type) -> Result<Const> {
        match self.token {
            Token::LSquare => self.array_constant(ty),
            Token::LBrace => self.struct_constant(ty, false),
            Token::Less => {
                self.bump();
                if self.token == Token::LBrace {
                    let id = self.struct_constant(ty, true)?;
                    self.expect(Token::Greater, "'>' after the packed struct")?;
                    return Ok(id);
                }
                self.vector_constant(ty)
            }
            Token::Word(word) => self.word_constant(word, ty),
            Token::Local(_) | Token::LocalNumber(_) => {
                Err(self.error("a constant is expected here, not a value of a function"))
            }
            _ => Err(self.expected("a value")),
        }
    }

    /// Constants that start with a word.
    fn word_constant(&mut self, word: Keyword, ty: Type) -> Result<Const> {
        let start = self.start;
        match word {
            Keyword::True | Keyword::False => {
                if ty != TypeTable::I1 {
                    return Err(self.wrong_constant("'true' and 'false' are", "i1", ty));
                }
                self.bump();
                let value = u64::from(word == Keyword::True);
                Ok(self.intern(ty, ConstKind::Int(value)))
            }
            Keyword::Null => {
                if !self.module.types.is_ptr(ty) {
                    return Err(self.wrong_constant("'null' is", "a pointer", ty));
                }
                self.bump();
                Ok(self.intern(ty, ConstKind::Null))
            }
            Keyword::None => {
                if ty != TypeTable::TOKEN {
                    return Err(self.wrong_constant("'none' is", "a token", ty));
                }
                self.bump();
                Ok(self.intern(ty, ConstKind::NoneToken))
            }
            Keyword::Undef | Keyword::Poison => {
                self.check_first_class(ty)?;
                self.bump();
                let undef = word == Keyword::Undef;
                Ok(self.intern(
                    ty,
                    if undef {
                        ConstKind::Undef
                    } else {
                        ConstKind::Poison
                    },
                ))
            }
            Keyword::ZeroInitializer => {
                self.check_first_class(ty)?;
                let kind = self.zero(ty)?;
                self.bump();
                Ok(self.intern(ty, kind))
            }
            Keyword::C => self.string_constant(ty),
            Keyword::Splat => self.splat(ty),
            Keyword::BlockAddress => self.block_address(ty),
            Keyword::DsoLocalEquivalent | Keyword::NoCfi => {
                self.bump();
                let global = self.global_operand(ty, word == Keyword::DsoLocalEquivalent)?;
                let kind = if word == Keyword::NoCfi {
                    ConstKind::NoCfi(global)
                } else {
                    ConstKind::DsoLocalEquivalent(global)
                };
                Ok(self.intern(ty, kind))
            }
            Keyword::Ptrauth => self.ptrauth(ty),
            Keyword::Asm => Err(self.error("inline assembly can only be called")),
            _ => self.const_expr(word, ty, start),
        }
    }

    #[cold]
    fn wrong_constant(&self, what: &str, needs: &str, ty: Type) -> Box<crate::error::ParseError> {
        let message = format!(
            "{what} {needs}, but {} is expected here",
            self.type_name(ty)
        );
        self.error(message)
    }

    /// Refuses types of which there are no constants.
    fn check_first_class(&self, ty: Type) -> Result<()> {
        match self.module.types[ty] {
            TypeData::Void | TypeData::Label | TypeData::Metadata | TypeData::Function { .. } => {
                let message = format!("there is no constant of type {}", self.type_name(ty));
                Err(self.error(message))
            }
            TypeData::Named(id) if self.module.types.structs[id].body.is_none() => {
                // The definition may still come; an opaque type is refused where its size is needed.
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What `zeroinitializer` is for a type.
    fn zero(&mut self, ty: Type) -> Result<ConstKind> {
        if let Some(bits @ 65..) = self.module.types.int_bits(ty) {
            self.charge(bits.div_ceil(64) as usize * 8)?;
        }
        Ok(typing::zero(&self.module.types, ty))
    }

    #[inline]
    fn integer_constant(&mut self, text: &[u8], ty: Type) -> Result<Const> {
        let Some(bits) = self.module.types.int_bits(ty) else {
            return Err(self.wrong_constant("an integer is", "of integer type", ty));
        };
        if bits > 64 {
            self.charge(bits.div_ceil(64) as usize * 8)?;
        }
        let Some(kind) = number::integer(text, bits) else {
            let message = format!(
                "an integer has at most {} decimal digits; write it in hexadecimal (u0x…)",
                number::MAX_DECIMAL_DIGITS
            );
            return Err(self.error(message));
        };
        self.bump();
        Ok(self.intern(ty, kind))
    }

    fn decimal_constant(&mut self, text: &[u8], ty: Type) -> Result<Const> {
        let Some(double) = number::decimal_double(text) else {
            return Err(self.error("this is not a floating-point number"));
        };
        self.double_constant(double, ty)
    }

    /// The constant of a floating-point type of at most 64 bits from the bits of a double.
    fn double_constant(&mut self, double: u64, ty: Type) -> Result<Const> {
        let narrow = |format: Format| format.narrow(double);
        let bits = match self.module.types[ty] {
            TypeData::Double => Some(double),
            TypeData::Float => narrow(number::FLOAT),
            TypeData::BFloat => narrow(number::BFLOAT),
            TypeData::Half => narrow(number::HALF),
            TypeData::X86Fp80 | TypeData::Fp128 | TypeData::PpcFp128 => {
                let message = format!(
                    "a constant of type {} is written in hexadecimal with its own prefix",
                    self.type_name(ty)
                );
                return Err(self.error(message));
            }
            _ => {
                let what = "a floating-point number is";
                return Err(self.wrong_constant(what, "of floating-point type", ty));
            }
        };
        let Some(bits) = bits else {
            let name = self.type_name(ty);
            return Err(self.error(format!(
                "this number is not exactly representable as {name}"
            )));
        };
        self.bump();
        Ok(self.intern(ty, ConstKind::Float(bits)))
    }

    /// `0x…` (a double, or a float or half with the same value) and the formats with a letter.
    fn hex_constant(&mut self, text: &[u8], ty: Type) -> Result<Const> {
        use TypeData::{BFloat, Fp128, Half, PpcFp128, X86Fp80};
        let (letter, digits) = match text {
            [
                b'0',
                b'x',
                letter @ (b'K' | b'L' | b'M' | b'H' | b'R'),
                digits @ ..,
            ] => (*letter, digits),
            _ => (b'x', &text[2..]),
        };
        let words = match letter {
            b'x' => number::hex_word(digits, 16).map(|word| [word, 0]),
            b'H' | b'R' => number::hex_word(digits, 4).map(|word| [word, 0]),
            b'K' => number::hex_words(digits, 4).map(|[high, low]| [low, high]),
            // The first sixteen digits are the low word; fewer are the high one.
            _ if digits.len() < 16 => number::hex_word(digits, 16).map(|word| [0, word]),
            _ => number::hex_words(digits, 16),
        };
        let Some(words) = words else {
            return Err(self.error("this number must be written in hexadecimal digits of its type"));
        };
        let fits = match letter {
            b'x' => return self.double_constant(words[0], ty),
            b'K' => matches!(self.module.types[ty], X86Fp80),
            b'L' => matches!(self.module.types[ty], Fp128),
            b'M' => matches!(self.module.types[ty], PpcFp128),
            b'H' => matches!(self.module.types[ty], Half),
            _ => matches!(self.module.types[ty], BFloat),
        };
        if !fits {
            let needs = match letter {
                b'K' => "x86_fp80",
                b'L' => "fp128",
                b'M' => "ppc_fp128",
                b'H' => "half",
                _ => "bfloat",
            };
            return Err(self.wrong_constant("this number is of type", needs, ty));
        }
        let kind = match letter {
            b'H' | b'R' => ConstKind::Float(words[0]),
            _ => ConstKind::BigFloat(words),
        };
        self.bump();
        Ok(self.intern(ty, kind))
    }

    /// Elements up to `close`, pushed on `elements`: each must have the type that `expected` gives.
    fn element_list(
        &mut self,
        close: Token<'a>,
        expected: impl Fn(&TypeTable, usize) -> Option<Type>,
    ) -> Result<()> {
        let base = self.elements.len();
        while self.token != close {
            let start = self.start;
            let ty = self.ty()?;
            let index = self.elements.len() - base;
            match expected(&self.module.types, index) {
                Some(wanted) if wanted == ty => {}
                Some(wanted) => {
                    let (wanted, ty) = (self.type_name(wanted), self.type_name(ty));
                    let message = format!("element {index} must have type {wanted}, not {ty}");
                    return Err(self.error_at(start, message));
                }
                None => {
                    return Err(self.error_at(start, "there are more elements than the type has"));
                }
            }
            let element = self.constant(ty)?;
            self.elements.push(element);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        Ok(())
    }

    fn array_constant(&mut self, ty: Type) -> Result<Const> {
        let start = self.start;
        let TypeData::Array { element, len } = self.module.types[ty] else {
            return Err(self.wrong_constant("'[' starts", "an array", ty));
        };
        self.bump();
        let base = self.elements.len();
        let limit = usize::try_from(len).unwrap_or(usize::MAX);
        self.element_list(Token::RSquare, |_, index| {
            (index < limit).then_some(element)
        })?;
        self.expect(Token::RSquare, "',' or ']' in the array constant")?;
        self.aggregate(start, ty, base, len)
    }

    fn vector_constant(&mut self, ty: Type) -> Result<Const> {
        let start = self.start;
        let TypeData::Vector {
            element,
            len,
            scalable: false,
        } = self.module.types[ty]
        else {
            return Err(self.wrong_constant("'<' starts", "a vector of fixed length", ty));
        };
        let base = self.elements.len();
        self.element_list(Token::Greater, |_, index| {
            (index < len as usize).then_some(element)
        })?;
        self.expect(Token::Greater, "',' or '>' in the vector constant")?;
        self.aggregate(start, ty, base, u64::from(len))
    }

    /// A struct constant up to its `}`.
    fn struct_constant(&mut self, ty: Type, packed: bool) -> Result<Const> {
        let start = self.start;
        let Some((fields, is_packed)) = self.module.types.struct_fields(ty) else {
            return Err(self.wrong_constant("'{' starts", "a struct with a known body", ty));
        };
        let len = fields.len() as u64;
        // LLVM lets a plain constant initialize a named packed struct, but not the other way round.
        if packed != is_packed {
            let message = "the constant and its struct type must both be packed or both not";
            return Err(self.error(message));
        }
        self.bump();
        let base = self.elements.len();
        self.element_list(Token::RBrace, |types, index| {
            types.struct_fields(ty)?.0.get(index).copied()
        })?;
        self.expect(Token::RBrace, "',' or '}' in the struct constant")?;
        self.aggregate(start, ty, base, len)
    }

    /// The aggregate of the elements from `base` on, in the form in which equal constants are equal.
    fn aggregate(&mut self, start: usize, ty: Type, base: usize, len: u64) -> Result<Const> {
        let found = self.elements.len() - base;
        if found as u64 != len {
            let message = format!("the type has {len} elements, but the constant has {found}");
            return Err(self.error_at(start, message));
        }
        let kind = typing::aggregate(&self.module, ty, &self.elements[base..]);
        self.elements.truncate(base);
        Ok(self.intern(ty, kind))
    }

    /// `c"…"`
    fn string_constant(&mut self, ty: Type) -> Result<Const> {
        let start = self.start;
        self.bump();
        let bytes = self.string("a string after 'c'")?.bytes();
        let (element, len) = match self.module.types[ty] {
            TypeData::Array { element, len } => (element, len),
            _ => (TypeTable::VOID, 0),
        };
        if element != TypeTable::I8 || len != bytes.len() as u64 {
            let (found, ty) = (bytes.len(), self.type_name(ty));
            let message = format!("this string has type [{found} x i8], but {ty} is expected here");
            return Err(self.error_at(start, message));
        }
        let kind = typing::bytes(bytes.into());
        Ok(self.intern(ty, kind))
    }

    /// `splat (T value)`
    fn splat(&mut self, ty: Type) -> Result<Const> {
        let TypeData::Vector { element, .. } = self.module.types[ty] else {
            return Err(self.wrong_constant("'splat' is", "a vector", ty));
        };
        self.bump();
        self.expect(Token::LParen, "'(' after 'splat'")?;
        let start = self.start;
        let found = self.ty()?;
        if found != element {
            let (wanted, found) = (self.type_name(element), self.type_name(found));
            let message = format!("the elements of this vector have type {wanted}, not {found}");
            return Err(self.error_at(start, message));
        }
        let value = self.constant(element)?;
        self.expect(Token::RParen, "')' after the splat value")?;
        let kind = match typing::common(&self.module, value) {
            Common::Zero => ConstKind::Zero,
            Common::Undef => ConstKind::Undef,
            Common::Poison => ConstKind::Poison,
            Common::Nothing => ConstKind::Splat(value),
        };
        Ok(self.intern(ty, kind))
    }

    /// The name of a function, or of any global if not `only_functions`.
    fn global_operand(&mut self, ty: Type, only_functions: bool) -> Result<crate::Global> {
        if !matches!(self.token, Token::Global(_) | Token::GlobalNumber(_)) {
            let what = if only_functions {
                "the name of a function"
            } else {
                "the name of a global"
            };
            return Err(self.expected(what));
        }
        self.global_reference(ty)
    }

    /// `blockaddress(@function, %block)`
    fn block_address(&mut self, ty: Type) -> Result<Const> {
        self.bump();
        self.expect(Token::LParen, "'(' after 'blockaddress'")?;
        let function = self.global_operand(ty, true)?;
        self.expect(Token::Comma, "',' after the function")?;
        let at = self.start;
        let name = match self.token {
            Token::Local(text) => Name::Text(text.bytes()),
            Token::LocalNumber(number) => Name::Number(number),
            _ => return Err(self.expected("the name of a block")),
        };
        let block = self.block_of_function(function, name, at as u32)?;
        self.bump();
        self.expect(Token::RParen, "')' after the block")?;
        Ok(self.intern(ty, ConstKind::BlockAddress(function, block)))
    }

    /// `ptrauth (ptr P, i32 K[, i64 D[, ptr A]])`
    fn ptrauth(&mut self, ty: Type) -> Result<Const> {
        if !self.module.types.is_ptr(ty) {
            return Err(self.wrong_constant("'ptrauth' is", "a pointer", ty));
        }
        self.bump();
        self.expect(Token::LParen, "'(' after 'ptrauth'")?;
        let base = self.elements.len();
        let wanted = [ty, TypeTable::I32, TypeTable::I64, TypeTable::PTR];
        self.element_list(Token::RParen, |_, index| wanted.get(index).copied())?;
        if self.elements.len() - base < 2 {
            return Err(self.expected("a pointer and a key in 'ptrauth'"));
        }
        self.expect(Token::RParen, "',' or ')' in 'ptrauth'")?;
        // What is not written is 0 and null.
        if self.elements.len() - base == 2 {
            let zero = self.intern(TypeTable::I64, ConstKind::Int(0));
            self.elements.push(zero);
        }
        if self.elements.len() - base == 3 {
            let null = self.intern(TypeTable::PTR, ConstKind::Null);
            self.elements.push(null);
        }
        let parts = self.elements[base..].into();
        self.elements.truncate(base);
        Ok(self.intern(ty, ConstKind::PtrAuth(parts)))
    }

    /// A use of a global's address.
    fn global_constant(&mut self, ty: Type) -> Result<Const> {
        let global = self.global_reference(ty)?;
        Ok(self.intern(ty, ConstKind::Global(global)))
    }

    /// The conversion with this keyword, if it can be one of constants.
    pub(super) fn constant_cast(word: Keyword) -> Option<CastOp> {
        Some(match word {
            Keyword::Trunc => CastOp::Trunc,
            Keyword::PtrToInt | Keyword::PtrToAddr => CastOp::PtrToInt,
            Keyword::IntToPtr => CastOp::IntToPtr,
            Keyword::BitCast => CastOp::BitCast,
            Keyword::AddrSpaceCast => CastOp::AddrSpaceCast,
            _ => return None,
        })
    }
}
