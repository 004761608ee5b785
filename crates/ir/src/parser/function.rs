//! Functions: headers, bodies, blocks.

use crate::attribute::AttributeList;
use crate::entities::{AttrGroup, Global, Type};
use crate::global::{FunctionData, GlobalKind, Linkage};
use crate::inst::{CallingConv, InstKind};
use crate::lexer::Token;
use crate::types::{TypeData, TypeTable};
use crate::typing;

use super::keyword::Keyword;
use super::{Parser, Result};

/// A parameter: type, name if one is written, and where it stands.
type Param<'a> = (Type, Option<Token<'a>>, usize);

/// The parameters of a function header.
struct Params<'a> {
    list: Vec<Param<'a>>,
    attrs: Vec<Option<AttrGroup>>,
    var_arg: bool,
}

impl<'a> Parser<'a> {
    /// `declare …`
    pub(super) fn declare(&mut self) -> Result<()> {
        self.bump();
        let mut attachments = Vec::new();
        while let Token::Metadata(_) = self.token {
            attachments.push(self.attachment()?);
        }
        let start = self.start;
        let (id, _, linkage) = self.header()?;
        let allowed = [None, Some(Linkage::External), Some(Linkage::ExternWeak)];
        if !allowed.contains(&linkage) {
            return Err(self.error_at(start, "a declaration is 'external' or 'extern_weak'"));
        }
        self.module.globals[id].metadata.append(&mut attachments);
        Ok(())
    }

    /// `define … { … }`
    pub(super) fn define(&mut self) -> Result<()> {
        self.bump();
        let start = self.start;
        let (id, params, linkage) = self.header()?;
        if matches!(
            linkage,
            Some(Linkage::ExternWeak | Linkage::Common | Linkage::Appending)
        ) {
            return Err(self.error_at(start, "a function with a body cannot have this linkage"));
        }
        while let Token::Metadata(_) = self.token {
            let attachment = self.attachment()?;
            self.module.globals[id].metadata.push(attachment);
        }
        self.expect(Token::LBrace, "'{' before the function's body")?;
        let (ret, var_arg) = match self.module.types[self.module.globals[id].value_type] {
            TypeData::Function { ret, var_arg, .. } => (ret, var_arg),
            _ => (TypeTable::VOID, false),
        };
        self.start_body(id, ret, var_arg);
        for (ty, name, at) in params.list {
            self.define_param(ty, name, at)?;
        }
        self.function_body()?;
        let body = self.finish_body()?;
        if let GlobalKind::Function(data) = &mut self.module.globals[id].kind {
            data.body = Some(Box::new(body));
        }
        Ok(())
    }

    fn define_param(&mut self, ty: Type, name: Option<Token<'a>>, at: usize) -> Result<()> {
        if let Some(name) = name {
            self.check_definition(name, at as u32)?;
        }
        self.define_arg(name.unwrap_or(Token::Eof), ty)
    }

    /// Everything up to the body.
    fn header(&mut self) -> Result<(Global, Params<'a>, Option<Linkage>)> {
        let prefix = self.prefix()?;
        let conv = self.calling_conv()?;
        let ret_attrs = self.result_attrs()?;
        let start = self.start;
        let ret = self.type_or_void()?;
        self.check_result_type(start, ret)?;
        let at = self.start;
        let id = self.define_global("function")?;
        let params = self.params()?;
        let fn_type = self.module.types.intern(TypeData::Function {
            ret,
            params: params.list.iter().map(|(ty, ..)| *ty).collect(),
            var_arg: params.var_arg,
        });
        let unnamed_addr = self.unnamed_addr();
        let address_space = if self.at_word(Keyword::Addrspace) {
            self.optional_address_space()?
        } else {
            self.code_space
        };
        self.set_address_space(at, id, address_space)?;
        let (function_attrs, align) = self.function_attrs(Some(id))?;
        let data = &mut self.module.globals[id];
        data.value_type = fn_type;
        data.linkage = prefix.linkage.unwrap_or_default();
        data.visibility = prefix.visibility;
        data.dll_storage = prefix.dll_storage;
        data.dso_local = prefix.dso_local;
        data.unnamed_addr = unnamed_addr;
        data.align = align;
        let mut function = FunctionData {
            conv,
            attrs: AttributeList {
                function: function_attrs,
                ret: ret_attrs,
                params: params.attrs.as_slice().into(),
            },
            ..FunctionData::default()
        };
        self.header_options(id, &mut function)?;
        self.module.globals[id].kind = GlobalKind::Function(function);
        Ok((id, params, prefix.linkage))
    }

    fn check_result_type(&self, start: usize, ret: Type) -> Result<()> {
        self.follow(start, typing::check_result_type(&self.module, ret))
    }

    /// `(T attrs %name, …)`
    fn params(&mut self) -> Result<Params<'a>> {
        self.expect(Token::LParen, "'(' before the parameters")?;
        let mut params = Params {
            list: Vec::new(),
            attrs: Vec::new(),
            var_arg: false,
        };
        while self.token != Token::RParen {
            if self.eat(Token::DotDotDot) {
                params.var_arg = true;
                break;
            }
            let start = self.start;
            let ty = self.ty()?;
            self.check_param_type(start, ty)?;
            let attrs = self.param_attrs()?;
            let at = self.start;
            let name = match self.token {
                Token::Local(_) | Token::LocalNumber(_) => {
                    let name = self.token;
                    self.bump();
                    Some(name)
                }
                _ => None,
            };
            params.list.push((ty, name, at));
            if attrs.is_some() {
                params.attrs.resize(params.list.len() - 1, None);
                params.attrs.push(attrs);
            }
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RParen, "',' or ')' in the parameter list")?;
        Ok(params)
    }

    /// What comes after the attributes of a header, each at most once and in this order.
    fn header_options(&mut self, id: Global, function: &mut FunctionData) -> Result<()> {
        for word in [
            Keyword::Section,
            Keyword::Partition,
            Keyword::Comdat,
            Keyword::Align,
        ] {
            if self.at_word(word) {
                self.object_option(id)?;
            }
        }
        if self.eat_word(Keyword::Gc) {
            function.gc = Some(self.utf8_string("the name of the collector")?);
        }
        if self.eat_word(Keyword::Prefix) {
            function.prefix = Some(self.typed_constant()?);
        }
        if self.eat_word(Keyword::Prologue) {
            function.prologue = Some(self.typed_constant()?);
        }
        if self.eat_word(Keyword::Personality) {
            function.personality = Some(self.typed_constant()?);
        }
        Ok(())
    }

    /// A calling convention; C if none is written.
    #[inline]
    pub(super) fn calling_conv(&mut self) -> Result<CallingConv> {
        if !matches!(self.token, Token::Word(Keyword::Unknown)) {
            return Ok(CallingConv::C);
        }
        let text = self.token_str();
        if let Some(number) = text.strip_prefix("cc") {
            if number.is_empty() {
                self.bump();
                let start = self.start;
                let number = self.u32("the number of a calling convention")?;
                return self.numbered_conv(start, number);
            }
            if let Ok(number) = number.parse() {
                let start = self.start;
                self.bump();
                return self.numbered_conv(start, number);
            }
        }
        match CallingConv::from_keyword(text) {
            Some(conv) => {
                self.bump();
                Ok(conv)
            }
            None => Ok(CallingConv::C),
        }
    }

    fn numbered_conv(&self, start: usize, number: u32) -> Result<CallingConv> {
        if number > 1023 {
            return Err(self.error_at(start, "the number of a calling convention is at most 1023"));
        }
        Ok(CallingConv(number))
    }

    /// From after `{` to `}`.
    fn function_body(&mut self) -> Result<()> {
        if self.token == Token::RBrace {
            return Err(self.error("a function's body has at least one block"));
        }
        while self.token != Token::RBrace
            && !self.at_word(Keyword::Uselistorder)
            && !self.at_word(Keyword::UselistorderBb)
        {
            self.block()?;
        }
        while self.token != Token::RBrace {
            if !self.at_word(Keyword::Uselistorder) && !self.at_word(Keyword::UselistorderBb) {
                return Err(self.expected("'}' after the function's body"));
            }
            self.use_list_order()?;
        }
        self.bump();
        Ok(())
    }

    /// A block: its label, if it is written, and instructions up to a terminator.
    fn block(&mut self) -> Result<()> {
        let block = self.define_block()?;
        let mut first_record = self.body.function.debug_records.len();
        let mut first_said = self.body.function.debug.len();
        loop {
            while self.token == Token::Hash {
                self.debug_record()?;
            }
            if self.token == Token::RBrace {
                return Err(self.error("this block does not end with a terminator"));
            }
            if matches!(self.token, Token::Label(_) | Token::LabelNumber(_)) {
                return Err(
                    self.error("the block before this label does not end with a terminator")
                );
            }
            let start = self.start;
            let inst = self.instruction()?;
            if self.take_debug_call(inst, start) {
                continue;
            }
            for record in &mut self.body.function.debug_records[first_record..] {
                record.0 = inst;
            }
            first_record = self.body.function.debug_records.len();
            self.body.function.debug.place_from(first_said, inst);
            first_said = self.body.function.debug.len();
            self.body.function.append_inst(block, inst);
            if self.body.function.insts[inst].kind.is_terminator() {
                return Ok(());
            }
        }
    }

    /// Whether the body's last instruction of this kind may forward variadic arguments.
    pub(super) fn may_forward_arguments(&self) -> bool {
        self.body.var_arg
    }

    /// Checks the operand of a `ret`, `None` for `ret void`.
    pub(super) fn check_return(&self, start: usize, ty: Type) -> Result<InstKind> {
        let ret = self.body.ret.unwrap_or(TypeTable::VOID);
        if ret == ty {
            return Ok(InstKind::Ret);
        }
        let (ret, ty) = (self.type_name(ret), self.type_name(ty));
        Err(self.error_at(
            start,
            format!("this returns {ty}, but the function's result is {ret}"),
        ))
    }
}
