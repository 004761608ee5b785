//! Calls: `call`, `invoke`, `callbr`.

use crate::attribute::AttributeList;
use crate::constant::ConstKind;
use crate::entities::{AttrGroup, Type, Value};
use crate::inst::{CallInfo, CallingConv, InstKind, TailKind};
use crate::lexer::Token;
use crate::module::InlineAsmData;
use crate::types::{TypeData, TypeTable};
use crate::typing;

use super::instruction::Parts;
use super::keyword::Keyword;
use super::{Parser, Result};

/// What is called.
enum Callee {
    Value(Value),
    /// Inline assembly; its function type is known after the arguments.
    Asm(InlineAsmData),
}

/// What comes before the arguments of a call.
struct Head {
    conv: CallingConv,
    ret_attrs: Option<AttrGroup>,
    address_space: u32,
    /// The function type, or the result's if only that is written.
    ty: Type,
    type_start: usize,
    callee: Callee,
}

impl Parser<'_> {
    /// From after `call`.
    pub(super) fn call(&mut self, start: usize, tail: TailKind) -> Result<Parts> {
        let flags = self.fast_flags();
        let (info, ty) = self.call_info(tail)?;
        if !flags.is_empty() && !self.carries_fast_flags(ty) {
            let message = "fast-math flags need a floating-point result";
            return Err(self.error_at(start, message));
        }
        Ok(Parts::with_flags(InstKind::Call(info), ty, flags))
    }

    /// From after `invoke`; then `to label %a unwind label %b`.
    pub(super) fn invoke(&mut self, _start: usize) -> Result<Parts> {
        let (info, ty) = self.call_info(TailKind::None)?;
        self.expect_word(Keyword::To, "'to' and the label of the normal successor")?;
        self.label()?;
        self.expect_word(
            Keyword::Unwind,
            "'unwind' and the label of the unwind successor",
        )?;
        self.label()?;
        Ok(Parts::new(InstKind::Invoke(info), ty))
    }

    /// From after `callbr`; then `to label %a [label %b, …]`.
    pub(super) fn callbr(&mut self, _start: usize) -> Result<Parts> {
        let (info, ty) = self.call_info(TailKind::None)?;
        self.expect_word(
            Keyword::To,
            "'to' and the label of the fallthrough successor",
        )?;
        self.label()?;
        self.expect(Token::LSquare, "'[' before the indirect successors")?;
        self.label_list()?;
        Ok(Parts::new(InstKind::CallBr(info), ty))
    }

    /// Convention, attributes, type, callee, arguments, attributes, bundles. Gives the call and the
    /// type of its result; pushes its operands.
    fn call_info(&mut self, tail: TailKind) -> Result<(Box<CallInfo>, Type)> {
        let head = self.call_head()?;
        let arguments_start = self.start;
        self.arguments(tail)?;
        let num_args = self.operands.len();
        let fn_type = self.call_type(&head, arguments_start)?;
        let (function_attrs, _) = self.function_attrs(None)?;
        let bundles = self.bundles()?;
        let callee = match head.callee {
            Callee::Value(value) => value,
            Callee::Asm(data) => {
                self.inline_asm(InlineAsmData { fn_type, ..data }, head.address_space)
            }
        };
        self.note_call(callee, fn_type);
        self.operands.push(callee);
        let ret = match self.module.types[fn_type] {
            TypeData::Function { ret, .. } => ret,
            _ => TypeTable::VOID,
        };
        let info = CallInfo {
            fn_type,
            conv: head.conv,
            tail,
            attrs: AttributeList {
                function: function_attrs,
                ret: head.ret_attrs,
                params: self.arg_attrs.as_slice().into(),
            },
            num_args: num_args as u32,
            bundles,
            address_space: head.address_space,
        };
        Ok((Box::new(info), ret))
    }

    fn call_head(&mut self) -> Result<Head> {
        let conv = self.calling_conv()?;
        let ret_attrs = self.result_attrs()?;
        let address_space = if self.at_word(Keyword::Addrspace) {
            self.optional_address_space()?
        } else {
            self.code_space
        };
        let type_start = self.start;
        let ty = self.type_or_void()?;
        let callee = if self.eat_word(Keyword::Asm) {
            Callee::Asm(self.asm_text()?)
        } else {
            let pointer = self.pointer_type(address_space);
            Callee::Value(self.callee_value(pointer)?)
        };
        Ok(Head {
            conv,
            ret_attrs,
            address_space,
            ty,
            type_start,
            callee,
        })
    }

    /// The callee. A call alone does not count as a use of an undeclared intrinsic.
    fn callee_value(&mut self, pointer: Type) -> Result<Value> {
        let is_global = matches!(self.token, Token::Global(_));
        if !is_global {
            return self.value(pointer);
        }
        let known = self.find_global();
        let used = known.is_some_and(|global| self.globals.state[global].used);
        let global = self.global_reference(pointer)?;
        self.globals.state[global].used = used;
        let id = self.intern(pointer, ConstKind::Global(global));
        Ok(self.body.function.const_value(&self.module.consts, id))
    }

    /// Remembers the type with which a function that is not defined yet is called.
    fn note_call(&mut self, callee: Value, fn_type: Type) {
        let Some(id) = self.body.function.as_const(callee) else {
            return;
        };
        if let ConstKind::Global(global) = self.module.consts[id].kind {
            let state = &mut self.globals.state[global];
            if !state.defined {
                let first = *state.called_as.get_or_insert(fn_type);
                state.called_differently |= first != fn_type;
            }
        }
    }

    /// `(T attrs V, …)`
    fn arguments(&mut self, tail: TailKind) -> Result<()> {
        self.arg_attrs.clear();
        self.expect(Token::LParen, "'(' before the arguments")?;
        while self.token != Token::RParen {
            if self.token == Token::DotDotDot {
                if tail != TailKind::MustTail || !self.may_forward_arguments() {
                    let message = "'...' forwards arguments: only in a 'musttail' call of a variadic function";
                    return Err(self.error(message));
                }
                self.bump();
                break;
            }
            let start = self.start;
            let ty = self.ty()?;
            self.check_param_type(start, ty)?;
            let attrs = self.param_attrs()?;
            self.operand_of(ty)?;
            if attrs.is_some() {
                self.arg_attrs.resize(self.operands.len() - 1, None);
                self.arg_attrs.push(attrs);
            }
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RParen, "',' or ')' in the arguments")
    }

    /// The function type of a call, checked against its arguments.
    fn call_type(&mut self, head: &Head, start: usize) -> Result<Type> {
        let values = &self.body.function.values;
        let found = self.operands.iter().map(|value| values[*value].ty);
        if matches!(self.module.types[head.ty], TypeData::Function { .. }) {
            let rule = typing::check_arguments(&self.module, head.ty, found);
            self.follow(start, rule)?;
            return Ok(head.ty);
        }
        let rule = typing::check_result_type(&self.module, head.ty);
        self.follow(head.type_start, rule)?;
        let data = TypeData::Function {
            ret: head.ty,
            params: found.collect(),
            var_arg: false,
        };
        Ok(self.module.types.intern(data))
    }

    /// `[ "tag"(T V, …), … ]`; the inputs are pushed as operands.
    fn bundles(&mut self) -> Result<Vec<(Box<str>, u32)>> {
        let mut bundles = Vec::new();
        if !self.eat(Token::LSquare) {
            return Ok(bundles);
        }
        loop {
            let tag = self.utf8_string("the tag of an operand bundle")?;
            self.expect(Token::LParen, "'(' before the inputs of the bundle")?;
            let before = self.operands.len();
            while self.token != Token::RParen {
                self.operand()?;
                if !self.eat(Token::Comma) {
                    break;
                }
            }
            self.expect(Token::RParen, "',' or ')' in the inputs of the bundle")?;
            bundles.push((tag, (self.operands.len() - before) as u32));
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RSquare, "',' or ']' after the operand bundle")?;
        Ok(bundles)
    }

    /// From after `asm`: flags, text, constraints. The function type is to be filled in.
    fn asm_text(&mut self) -> Result<InlineAsmData> {
        let side_effect = self.eat_word(Keyword::Sideeffect);
        let align_stack = self.eat_word(Keyword::Alignstack);
        let intel = self.eat_word(Keyword::Inteldialect);
        let unwind = self.eat_word(Keyword::Unwind);
        let text = self.string("the text of the inline assembly")?;
        self.expect(Token::Comma, "',' and the constraints")?;
        let constraints = self.string("the constraints of the inline assembly")?;
        Ok(InlineAsmData {
            fn_type: TypeTable::VOID,
            text: text.bytes().into(),
            constraints: constraints.bytes().into(),
            side_effect,
            align_stack,
            intel,
            unwind,
        })
    }

    fn inline_asm(&mut self, data: InlineAsmData, address_space: u32) -> Value {
        let id = match self.asm_ids.get(&data) {
            Some(id) => *id,
            None => {
                let id = self.module.inline_asms.push(data.clone());
                self.asm_ids.insert(data, id);
                id
            }
        };
        let ty = self.pointer_type(address_space);
        let id = self.intern(ty, ConstKind::InlineAsm(id));
        self.body.function.const_value(&self.module.consts, id)
    }
}
