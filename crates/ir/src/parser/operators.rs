//! Flags before operands, and [typing rules](crate::typing) with the place where they are broken.

use crate::entities::{Const, Type};
use crate::inst::{BinaryOp, CastOp, InstFlags};
use crate::typing::{self, Shape};

use super::keyword::Keyword;
use super::{Parser, Result};

impl Parser<'_> {
    /// Words at the token that are one of `table`, as flags.
    #[inline]
    fn flags(&mut self, table: &[(Keyword, InstFlags)]) -> InstFlags {
        let mut flags = InstFlags::empty();
        while let crate::lexer::Token::Word(word) = self.token
            && let Some((_, flag)) = table.iter().find(|(keyword, _)| *keyword == word)
        {
            flags |= *flag;
            self.bump();
        }
        flags
    }

    /// `nuw`, `nsw`
    pub(super) fn wrap_flags(&mut self) -> InstFlags {
        self.flags(&[
            (Keyword::Nuw, InstFlags::NUW),
            (Keyword::Nsw, InstFlags::NSW),
        ])
    }

    /// One flag.
    pub(super) fn one_flag(&mut self, word: Keyword, flag: InstFlags) -> InstFlags {
        self.flags(&[(word, flag)])
    }

    /// `inbounds`, `nusw`, `nuw`; `inbounds` implies `nusw`, which is then not set.
    pub(super) fn gep_flags(&mut self) -> InstFlags {
        let mut flags = self.flags(&[
            (Keyword::Inbounds, InstFlags::INBOUNDS),
            (Keyword::Nusw, InstFlags::NUSW),
            (Keyword::Nuw, InstFlags::NUW),
        ]);
        if flags.contains(InstFlags::INBOUNDS) {
            flags.remove(InstFlags::NUSW);
        }
        flags
    }

    /// Fast-math flags.
    pub(super) fn fast_flags(&mut self) -> InstFlags {
        self.flags(&[
            (Keyword::Nnan, InstFlags::NNAN),
            (Keyword::Ninf, InstFlags::NINF),
            (Keyword::Nsz, InstFlags::NSZ),
            (Keyword::Arcp, InstFlags::ARCP),
            (Keyword::Contract, InstFlags::CONTRACT),
            (Keyword::Afn, InstFlags::AFN),
            (Keyword::Reassoc, InstFlags::REASSOC),
            (Keyword::Fast, InstFlags::FAST),
        ])
    }

    pub(super) fn shape(&self, ty: Type) -> Shape {
        typing::shape_of(&self.module, ty)
    }

    /// Whether `ty` is an integer or a vector of integers.
    pub(super) fn is_int_or_vector(&self, ty: Type) -> bool {
        typing::is_int_or_vector(&self.module, ty)
    }

    /// Whether `ty` is a floating-point type or a vector of one.
    pub(super) fn is_float_or_vector(&self, ty: Type) -> bool {
        typing::is_float_or_vector(&self.module, ty)
    }

    /// Whether `ty` is a pointer or a vector of pointers.
    pub(super) fn is_ptr_or_vector(&self, ty: Type) -> bool {
        typing::is_ptr_or_vector(&self.module, ty)
    }

    /// What follows from a rule, or that what has been consumed since `start` breaks it.
    #[inline]
    pub(super) fn follow<T>(
        &self,
        start: usize,
        rule: std::result::Result<T, String>,
    ) -> Result<T> {
        rule.map_err(|message| self.error_at(start, message))
    }

    /// Refuses operands of a binary operator that it does not take.
    pub(super) fn check_binary(&self, start: usize, op: BinaryOp, ty: Type) -> Result<()> {
        self.follow(start, typing::check_binary(&self.module, op, ty))
    }

    /// Refuses conversions from `from` to `to` that `op` does not do.
    #[inline]
    pub(super) fn check_cast(&self, start: usize, op: CastOp, from: Type, to: Type) -> Result<()> {
        self.follow(start, typing::check_cast(&self.module, op, from, to))
    }

    /// The type of a `shufflevector` of two vectors with this mask.
    pub(super) fn check_shuffle(
        &mut self,
        start: usize,
        a: Type,
        b: Type,
        mask: Const,
    ) -> Result<Type> {
        let rule = typing::check_shuffle(&mut self.module, a, b, mask);
        self.follow(start, rule)
    }
}
