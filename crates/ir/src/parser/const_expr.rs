//! Constant expressions: those of LLVM 19. Those of older versions are an error that says so.

use crate::constant::{ConstExpr, ConstKind};
use crate::entities::{Const, Type};
use crate::inst::{BinaryOp, CastOp, InstFlags};
use crate::lexer::Token;
use crate::types::TypeData;
use crate::typing;

use super::keyword::Keyword;
use super::{Parser, Result};

impl Parser<'_> {
    /// The constant expression of type `ty` that starts with `word` at `start`.
    pub(super) fn const_expr(&mut self, word: Keyword, ty: Type, start: usize) -> Result<Const> {
        let id = self.untyped_const_expr(word)?;
        let found = self.module.consts[id].ty;
        if found != ty {
            let (found, wanted) = (self.type_name(found), self.type_name(ty));
            let message =
                format!("this expression has type {found}, but {wanted} is expected here");
            return Err(self.error_at(start, message));
        }
        Ok(id)
    }

    /// The constant expression that starts with `word`; its type follows from its operands.
    pub(super) fn untyped_const_expr(&mut self, word: Keyword) -> Result<Const> {
        use Keyword::*;
        match word {
            Trunc | PtrToInt | PtrToAddr | IntToPtr | BitCast | AddrSpaceCast => {
                self.cast_expr(word)
            }
            Add => self.binary_expr(BinaryOp::Add),
            Sub => self.binary_expr(BinaryOp::Sub),
            Mul => self.binary_expr(BinaryOp::Mul),
            Xor => self.binary_expr(BinaryOp::Xor),
            GetElementPtr => self.gep_expr(),
            ExtractElement | InsertElement | ShuffleVector => self.vector_expr(word),
            FNeg | FAdd | FSub | FMul | UDiv | SDiv | FDiv | URem | SRem | FRem | Shl | LShr
            | AShr | And | Or | ICmp | FCmp | ZExt | SExt | FpTrunc | FpExt | UiToFp | SiToFp
            | FpToUi | FpToSi | Select | ExtractValue | InsertValue => {
                let word = self.token_str();
                Err(self.error(format!("'{word}' is no longer a constant expression")))
            }
            _ => Err(self.expected("a value")),
        }
    }

    /// `op (T value to U)`
    fn cast_expr(&mut self, word: Keyword) -> Result<Const> {
        let start = self.start;
        let Some(op) = Self::constant_cast(word) else {
            return Err(self.expected("a value"));
        };
        self.bump();
        self.expect(
            Token::LParen,
            "'(' after the operator of a constant expression",
        )?;
        let value = self.typed_constant()?;
        self.expect_word(Keyword::To, "'to' and the type to convert to")?;
        let ty = self.ty()?;
        self.check_cast(start, op, self.module.consts[value].ty, ty)?;
        self.expect(Token::RParen, "')' after the constant expression")?;
        if op == CastOp::BitCast && self.module.consts[value].ty == ty {
            // As LLVM folds it.
            return Ok(value);
        }
        if op == CastOp::IntToPtr && self.module.consts[value].kind == ConstKind::Int(0) {
            return Ok(self.intern(ty, ConstKind::Null));
        }
        Ok(self.intern(ty, ConstKind::Expr(ConstExpr::Cast(op, value))))
    }

    /// `op flags (T left, T right)`
    fn binary_expr(&mut self, op: BinaryOp) -> Result<Const> {
        let start = self.start;
        self.bump();
        let flags = if op == BinaryOp::Xor {
            InstFlags::empty()
        } else {
            self.wrap_flags()
        };
        self.expect(
            Token::LParen,
            "'(' after the operator of a constant expression",
        )?;
        let left = self.typed_constant()?;
        self.expect(Token::Comma, "',' after the first operand")?;
        let right_start = self.start;
        let right = self.typed_constant()?;
        let ty = self.module.consts[left].ty;
        if self.module.consts[right].ty != ty {
            return Err(self.error_at(right_start, "both operands must have the same type"));
        }
        self.check_binary(start, op, ty)?;
        self.expect(Token::RParen, "')' after the constant expression")?;
        Ok(self.intern(
            ty,
            ConstKind::Expr(ConstExpr::Binary(op, flags, left, right)),
        ))
    }

    /// `getelementptr flags inrange(a, b) (T, ptr P, i64 I, …)`
    fn gep_expr(&mut self) -> Result<Const> {
        let start = self.start;
        self.bump();
        let mut flags = self.gep_flags();
        let mut in_range = None;
        if self.eat_word(Keyword::Inrange) {
            in_range = Some(Box::new(self.in_range()?));
            flags |= self.gep_flags();
        }
        self.expect(
            Token::LParen,
            "'(' after the operator of a constant expression",
        )?;
        let source = self.ty()?;
        self.expect(Token::Comma, "',' after the element type")?;
        let base = self.elements.len();
        loop {
            let operand = self.typed_constant()?;
            self.elements.push(operand);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RParen, "',' or ')' in the constant expression")?;
        let operands: Box<[Const]> = self.elements[base..].into();
        self.elements.truncate(base);
        let indices = operands[1..].iter().map(|id| {
            let data = &self.module.consts[*id];
            (data.ty, Some(*id))
        });
        let pointer = self.module.consts[operands[0]].ty;
        let rule = typing::check_gep(&self.module, source, pointer, indices);
        let shape = self.follow(start, rule)?;
        let ty = typing::gep_type(&mut self.module, pointer, shape);
        Ok(self.intern(
            ty,
            ConstKind::Expr(ConstExpr::Gep {
                source,
                flags,
                in_range,
                operands,
            }),
        ))
    }

    /// `(start, end)` of `inrange`.
    fn in_range(&mut self) -> Result<(i64, i64)> {
        self.expect(Token::LParen, "'(' after 'inrange'")?;
        let low = self.i64("the start of the range")?;
        self.expect(Token::Comma, "',' after the start of the range")?;
        let at = self.start;
        let high = self.i64("the end of the range")?;
        if high <= low {
            return Err(self.error_at(at, "the end of the range must be greater than its start"));
        }
        self.expect(Token::RParen, "')' after the end of the range")?;
        Ok((low, high))
    }

    /// A signed decimal number.
    pub(super) fn i64(&mut self, what: &str) -> Result<i64> {
        let Token::Integer(_) = self.token else {
            return Err(self.expected(what));
        };
        let Ok(value) = self.token_str().parse() else {
            return Err(self.error(format!("{what} must fit in 64 bits")));
        };
        self.bump();
        Ok(value)
    }

    /// `extractelement`, `insertelement`, `shufflevector`
    fn vector_expr(&mut self, word: Keyword) -> Result<Const> {
        let start = self.start;
        self.bump();
        self.expect(
            Token::LParen,
            "'(' after the operator of a constant expression",
        )?;
        let first = self.typed_constant()?;
        self.expect(Token::Comma, "',' after the first operand")?;
        let second = self.typed_constant()?;
        let first_ty = self.module.consts[first].ty;
        let second_ty = self.module.consts[second].ty;
        if word == Keyword::ExtractElement {
            let rule = typing::check_extract_element(&self.module, first_ty, second_ty);
            let ty = self.follow(start, rule)?;
            self.expect(Token::RParen, "')' after the constant expression")?;
            let expr = ConstExpr::ExtractElement(first, second);
            return Ok(self.intern(ty, ConstKind::Expr(expr)));
        }
        self.expect(Token::Comma, "',' after the second operand")?;
        if word == Keyword::InsertElement {
            let index = self.typed_constant()?;
            let index_ty = self.module.consts[index].ty;
            let rule = typing::check_insert_element(&self.module, first_ty, second_ty, index_ty);
            self.follow(start, rule)?;
            self.expect(Token::RParen, "')' after the constant expression")?;
            let expr = ConstExpr::InsertElement(first, second, index);
            return Ok(self.intern(first_ty, ConstKind::Expr(expr)));
        }
        let mask = self.typed_constant()?;
        let ty = self.check_shuffle(start, first_ty, second_ty, mask)?;
        let mask = self.shuffle_mask(mask)?;
        self.expect(Token::RParen, "')' after the constant expression")?;
        if let Some(element) = typing::repeated_element(&self.module, ty, first, &mask) {
            return Ok(self.intern(ty, ConstKind::Splat(element)));
        }
        let expr = ConstExpr::ShuffleVector(first, second, mask);
        Ok(self.intern(ty, ConstKind::Expr(expr)))
    }

    /// The mask of a shuffle from the constant that writes it: -1 for poison.
    pub(super) fn shuffle_mask(&mut self, mask: Const) -> Result<Box<[i32]>> {
        let ty = self.module.consts[mask].ty;
        let TypeData::Vector { len, .. } = self.module.types[ty] else {
            return Err(self.error("the mask of a shuffle is a vector"));
        };
        match typing::shuffle_lanes(&self.module, mask) {
            Some(Ok(lanes)) => Ok(lanes),
            Some(Err(all)) => {
                self.charge(len as usize * 4)?;
                Ok(vec![all; len as usize].into())
            }
            None => Err(self.error("the mask of a shuffle holds numbers")),
        }
    }
}
