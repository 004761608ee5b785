//! Instructions: their common parts, and those that compute.

use crate::entities::{Const, Inst, Type, Value};
use crate::inst::{BinaryOp, CastOp, FloatPredicate, InstFlags, InstKind, IntPredicate, TailKind};
use crate::lexer::Token;
use crate::types::TypeTable;
use crate::typing;

use super::keyword::Keyword;
use super::{Parser, Result};

/// An instruction without its operands and blocks, which are in [`Parser::operands`] and
/// [`Parser::blocks`].
pub(super) struct Parts {
    pub kind: InstKind,
    /// `void` if there is no result.
    pub ty: Type,
    pub flags: InstFlags,
}

impl Parts {
    /// An instruction without flags.
    pub fn new(kind: InstKind, ty: Type) -> Self {
        Self::with_flags(kind, ty, InstFlags::empty())
    }

    pub fn with_flags(kind: InstKind, ty: Type, flags: InstFlags) -> Self {
        Self { kind, ty, flags }
    }
}

impl Parser<'_> {
    /// An instruction with its name and attachments, not yet in a block.
    pub(super) fn instruction(&mut self) -> Result<Inst> {
        let at = self.start;
        let mut name = None;
        if matches!(self.token, Token::Local(_) | Token::LocalNumber(_)) {
            self.check_definition(self.token, at as u32)?;
            name = Some(self.token);
            self.bump();
            self.expect(Token::Equal, "'=' after the name of the instruction")?;
        }
        let Token::Word(word) = self.token else {
            return Err(self.expected("an instruction"));
        };
        self.operands.clear();
        self.blocks.clear();
        self.extra_comma = false;
        let start = self.start;
        let parts = self.parts(word, start)?;
        let inst = self.body.function.create_inst(
            parts.kind,
            parts.ty,
            false,
            &self.operands,
            &self.blocks,
        );
        self.body.function.insts[inst].flags = parts.flags;
        if parts.ty != TypeTable::VOID {
            self.name_result(name, at as u32, inst, parts.ty)?;
        } else if name.is_some() {
            let message = "an instruction without result cannot have a name";
            return Err(self.error_token(at as u32, message));
        }
        if self.extra_comma || self.token == Token::Comma {
            self.attachments(inst)?;
        }
        Ok(inst)
    }

    /// `, !kind !node, …`
    fn attachments(&mut self, inst: Inst) -> Result<()> {
        if !self.extra_comma {
            self.bump();
        }
        loop {
            let Token::Metadata(name) = self.token else {
                return Err(self.expected("metadata after ','"));
            };
            let is_debug_loc = name.raw == b"dbg";
            let attachment = self.attachment()?;
            let function = &mut self.body.function;
            if is_debug_loc {
                function.insts[inst].debug_loc = attachment.1.into();
            } else {
                function.attachments.push((inst, attachment));
            }
            if !self.eat(Token::Comma) {
                return Ok(());
            }
        }
    }

    /// Consumes a comma after an operand and says whether something other than attachments follows.
    #[inline]
    pub(super) fn comma_and_more(&mut self) -> bool {
        if self.extra_comma || !self.eat(Token::Comma) {
            return false;
        }
        if let Token::Metadata(_) = self.token {
            self.extra_comma = true;
            return false;
        }
        true
    }

    /// The instruction that starts with `word`.
    fn parts(&mut self, word: Keyword, start: usize) -> Result<Parts> {
        use Keyword as K;
        if let Some(op) = binary_op(word) {
            self.bump();
            return self.binary(start, op);
        }
        if let Some(op) = cast_op(word) {
            self.bump();
            return self.cast(start, op);
        }
        let tail = match word {
            K::Call => Some(TailKind::None),
            K::Tail => Some(TailKind::Tail),
            K::Musttail => Some(TailKind::MustTail),
            K::Notail => Some(TailKind::NoTail),
            _ => None,
        };
        if let Some(tail) = tail {
            self.bump();
            if tail != TailKind::None {
                self.expect_word(K::Call, "'call'")?;
            }
            return self.call(start, tail);
        }
        match word {
            K::Unknown => Err(self.expected("an instruction")),
            _ => self.other_parts(word, start),
        }
    }

    fn other_parts(&mut self, word: Keyword, start: usize) -> Result<Parts> {
        use Keyword as K;
        let read: fn(&mut Self, usize) -> Result<Parts> = match word {
            K::Load => Self::load,
            K::Store => Self::store,
            K::GetElementPtr => Self::gep,
            K::Br => Self::br,
            K::Ret => Self::ret,
            K::ICmp => Self::icmp,
            K::Phi => Self::phi,
            K::Alloca => Self::alloca,
            K::Select => Self::select,
            K::Invoke => Self::invoke,
            K::Switch => Self::switch,
            K::Unreachable => Self::unreachable,
            K::FCmp => Self::fcmp,
            K::FNeg => Self::fneg,
            K::Freeze => Self::freeze,
            K::ExtractValue => Self::extract_value,
            K::InsertValue => Self::insert_value,
            K::ExtractElement => Self::extract_element,
            K::InsertElement => Self::insert_element,
            K::ShuffleVector => Self::shuffle_vector,
            K::VaArg => Self::va_arg,
            K::Fence => Self::fence,
            K::CmpXchg => Self::cmpxchg,
            K::AtomicRmw => Self::atomic_rmw,
            K::IndirectBr => Self::indirect_br,
            K::CallBr => Self::callbr,
            K::Resume => Self::resume,
            K::LandingPad => Self::landing_pad,
            K::CleanupRet => Self::cleanup_ret,
            K::CatchRet => Self::catch_ret,
            K::CatchSwitch => Self::catch_switch,
            K::CatchPad => Self::catch_pad,
            K::CleanupPad => Self::cleanup_pad,
            _ => return Err(self.expected("an instruction")),
        };
        self.bump();
        read(self, start)
    }

    /// A typed value as the next operand.
    #[inline]
    pub(super) fn operand(&mut self) -> Result<Value> {
        let value = self.typed_value()?;
        self.operands.push(value);
        Ok(value)
    }

    /// A value of type `ty` as the next operand.
    #[inline]
    pub(super) fn operand_of(&mut self, ty: Type) -> Result<Value> {
        let value = self.value(ty)?;
        self.operands.push(value);
        Ok(value)
    }

    /// A comma that must be there.
    #[inline]
    pub(super) fn comma(&mut self) -> Result<()> {
        self.expect(Token::Comma, "','")
    }

    /// The constant that a value is, or an error that `what` must be one.
    pub(super) fn need_const(&self, start: usize, value: Value, what: &str) -> Result<Const> {
        let constant = self.body.function.as_const(value);
        constant.ok_or_else(|| self.error_at(start, format!("{what} must be a constant")))
    }

    #[inline]
    fn binary(&mut self, start: usize, op: BinaryOp) -> Result<Parts> {
        use BinaryOp::*;
        let flags = match op {
            Add | Sub | Mul | Shl => self.wrap_flags(),
            UDiv | SDiv | LShr | AShr => self.one_flag(Keyword::Exact, InstFlags::EXACT),
            Or => self.one_flag(Keyword::Disjoint, InstFlags::DISJOINT),
            FAdd | FSub | FMul | FDiv | FRem => self.fast_flags(),
            URem | SRem | And | Xor => InstFlags::empty(),
        };
        let left = self.operand()?;
        let ty = self.value_type(left);
        self.comma()?;
        self.operand_of(ty)?;
        self.check_binary(start, op, ty)?;
        Ok(Parts::with_flags(InstKind::Binary(op), ty, flags))
    }

    fn cast(&mut self, start: usize, op: CastOp) -> Result<Parts> {
        let flags = match op {
            CastOp::ZExt | CastOp::UiToFp => self.one_flag(Keyword::Nneg, InstFlags::NNEG),
            CastOp::Trunc => self.wrap_flags(),
            CastOp::FpTrunc | CastOp::FpExt => self.fast_flags(),
            _ => InstFlags::empty(),
        };
        let value = self.operand()?;
        self.expect_word(Keyword::To, "'to' and the type to convert to")?;
        let to = self.ty()?;
        self.check_cast(start, op, self.value_type(value), to)?;
        Ok(Parts::with_flags(InstKind::Cast(op), to, flags))
    }

    /// The type of a comparison of values of type `ty`.
    fn comparison_type(&mut self, ty: Type) -> Type {
        typing::comparison_type(&mut self.module, ty)
    }

    fn icmp(&mut self, start: usize) -> Result<Parts> {
        let flags = self.one_flag(Keyword::Samesign, InstFlags::SAME_SIGN);
        let Some(predicate) = IntPredicate::from_keyword(self.token_str()) else {
            return Err(self.expected("an integer predicate such as 'eq' or 'slt'"));
        };
        self.bump();
        let left = self.operand()?;
        let ty = self.value_type(left);
        if !self.is_int_or_vector(ty) && !self.is_ptr_or_vector(ty) {
            let message = format!(
                "'icmp' compares integers or pointers, not {}",
                self.type_name(ty)
            );
            return Err(self.error_at(start, message));
        }
        self.comma()?;
        self.operand_of(ty)?;
        let ty = self.comparison_type(ty);
        Ok(Parts::with_flags(InstKind::ICmp(predicate), ty, flags))
    }

    fn fcmp(&mut self, start: usize) -> Result<Parts> {
        let flags = self.fast_flags();
        let Some(predicate) = FloatPredicate::from_keyword(self.token_str()) else {
            return Err(self.expected("a floating-point predicate such as 'oeq' or 'ult'"));
        };
        self.bump();
        let left = self.operand()?;
        let ty = self.value_type(left);
        if !self.is_float_or_vector(ty) {
            let message = format!(
                "'fcmp' compares floating-point numbers, not {}",
                self.type_name(ty)
            );
            return Err(self.error_at(start, message));
        }
        self.comma()?;
        self.operand_of(ty)?;
        let ty = self.comparison_type(ty);
        Ok(Parts::with_flags(InstKind::FCmp(predicate), ty, flags))
    }

    fn fneg(&mut self, start: usize) -> Result<Parts> {
        let flags = self.fast_flags();
        let value = self.operand()?;
        let ty = self.value_type(value);
        if !self.is_float_or_vector(ty) {
            let message = format!(
                "'fneg' takes a floating-point operand, not {}",
                self.type_name(ty)
            );
            return Err(self.error_at(start, message));
        }
        Ok(Parts::with_flags(InstKind::FNeg, ty, flags))
    }

    fn freeze(&mut self, start: usize) -> Result<Parts> {
        let value = self.operand()?;
        let ty = self.value_type(value);
        self.check_value_type(start, ty)?;
        Ok(Parts::new(InstKind::Freeze, ty))
    }

    /// Refuses types that a computed value cannot have.
    pub(super) fn check_value_type(&self, start: usize, ty: Type) -> Result<()> {
        self.follow(start, typing::check_value_type(&self.module, ty))
    }

    fn select(&mut self, start: usize) -> Result<Parts> {
        let flags = self.fast_flags();
        let condition = self.operand()?;
        let condition = self.value_type(condition);
        self.comma()?;
        let value = self.operand()?;
        let ty = self.value_type(value);
        self.comma()?;
        let wanted = self.ty()?;
        if wanted != ty {
            let message = "the two values of a 'select' must have the same type";
            return Err(self.error_at(start, message));
        }
        self.operand_of(ty)?;
        self.follow(start, typing::check_select(&self.module, condition, ty))?;
        if !flags.is_empty() && !self.carries_fast_flags(ty) {
            let message = "fast-math flags need a floating-point result";
            return Err(self.error_at(start, message));
        }
        Ok(Parts::with_flags(InstKind::Select, ty, flags))
    }

    /// Whether an instruction with this result may have fast-math flags.
    pub(super) fn carries_fast_flags(&self, ty: Type) -> bool {
        typing::carries_fast_flags(&self.module, ty)
    }

    fn phi(&mut self, start: usize) -> Result<Parts> {
        let flags = self.fast_flags();
        let ty = self.ty()?;
        self.check_value_type(start, ty)?;
        if !flags.is_empty() && !self.carries_fast_flags(ty) {
            let message = "fast-math flags need a floating-point result";
            return Err(self.error_at(start, message));
        }
        if self.token == Token::LSquare {
            loop {
                self.expect(Token::LSquare, "'[' and an incoming value")?;
                self.operand_of(ty)?;
                self.comma()?;
                let block = self.local_block()?;
                self.blocks.push(block);
                self.expect(Token::RSquare, "']' after the incoming block")?;
                if !self.comma_and_more() {
                    break;
                }
            }
        }
        Ok(Parts::with_flags(InstKind::Phi, ty, flags))
    }

    /// `, N, N, …` after an aggregate: the indices, and the type that they select in `ty`.
    fn indices(&mut self, start: usize, ty: Type) -> Result<(Box<[u32]>, Type)> {
        if !self.module.types.is_aggregate(ty) {
            let message = format!(
                "the operand must be an array or struct, not {}",
                self.type_name(ty)
            );
            return Err(self.error_at(start, message));
        }
        let mut indices = Vec::new();
        let mut at = ty;
        while self.comma_and_more() {
            let start = self.start;
            let index = self.u32("an index")?;
            at = self.follow(start, typing::check_member(&self.module, at, index))?;
            indices.push(index);
        }
        if indices.is_empty() {
            return Err(self.expected("',' and an index"));
        }
        Ok((indices.into(), at))
    }

    fn extract_value(&mut self, start: usize) -> Result<Parts> {
        let value = self.operand()?;
        let (indices, ty) = self.indices(start, self.value_type(value))?;
        Ok(Parts::new(InstKind::ExtractValue(indices), ty))
    }

    fn insert_value(&mut self, start: usize) -> Result<Parts> {
        let aggregate = self.operand()?;
        let ty = self.value_type(aggregate);
        self.comma()?;
        let element_start = self.start;
        let element = self.operand()?;
        let (indices, wanted) = self.indices(start, ty)?;
        let found = self.value_type(element);
        if found != wanted {
            let (found, wanted) = (self.type_name(found), self.type_name(wanted));
            let message = format!("the element to insert must have type {wanted}, not {found}");
            return Err(self.error_at(element_start, message));
        }
        Ok(Parts::new(InstKind::InsertValue(indices), ty))
    }

    fn extract_element(&mut self, start: usize) -> Result<Parts> {
        let vector = self.operand()?;
        self.comma()?;
        let index = self.operand()?;
        let (vector, index) = (self.value_type(vector), self.value_type(index));
        let rule = typing::check_extract_element(&self.module, vector, index);
        let ty = self.follow(start, rule)?;
        Ok(Parts::new(InstKind::ExtractElement, ty))
    }

    fn insert_element(&mut self, start: usize) -> Result<Parts> {
        let vector = self.operand()?;
        let ty = self.value_type(vector);
        self.comma()?;
        let element = self.operand()?;
        let element = self.value_type(element);
        self.comma()?;
        let index = self.operand()?;
        let index = self.value_type(index);
        let rule = typing::check_insert_element(&self.module, ty, element, index);
        self.follow(start, rule)?;
        Ok(Parts::new(InstKind::InsertElement, ty))
    }

    fn shuffle_vector(&mut self, start: usize) -> Result<Parts> {
        let first = self.operand()?;
        self.comma()?;
        let second = self.operand()?;
        self.comma()?;
        let mask = self.typed_constant()?;
        let (first, second) = (self.value_type(first), self.value_type(second));
        let ty = self.check_shuffle(start, first, second, mask)?;
        let scalable = matches!(self.shape(ty), Some((_, true)));
        let mask = self.shuffle_mask(mask)?;
        Ok(Parts::new(InstKind::ShuffleVector { mask, scalable }, ty))
    }
}

fn binary_op(word: Keyword) -> Option<BinaryOp> {
    use Keyword as K;
    Some(match word {
        K::Add => BinaryOp::Add,
        K::FAdd => BinaryOp::FAdd,
        K::Sub => BinaryOp::Sub,
        K::FSub => BinaryOp::FSub,
        K::Mul => BinaryOp::Mul,
        K::FMul => BinaryOp::FMul,
        K::UDiv => BinaryOp::UDiv,
        K::SDiv => BinaryOp::SDiv,
        K::FDiv => BinaryOp::FDiv,
        K::URem => BinaryOp::URem,
        K::SRem => BinaryOp::SRem,
        K::FRem => BinaryOp::FRem,
        K::Shl => BinaryOp::Shl,
        K::LShr => BinaryOp::LShr,
        K::AShr => BinaryOp::AShr,
        K::And => BinaryOp::And,
        K::Or => BinaryOp::Or,
        K::Xor => BinaryOp::Xor,
        _ => return None,
    })
}

fn cast_op(word: Keyword) -> Option<CastOp> {
    use Keyword as K;
    Some(match word {
        K::ZExt => CastOp::ZExt,
        K::SExt => CastOp::SExt,
        K::FpTrunc => CastOp::FpTrunc,
        K::FpExt => CastOp::FpExt,
        K::FpToUi => CastOp::FpToUi,
        K::FpToSi => CastOp::FpToSi,
        K::UiToFp => CastOp::UiToFp,
        K::SiToFp => CastOp::SiToFp,
        _ => return Parser::constant_cast(word),
    })
}
