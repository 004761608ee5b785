//! Top-level entities of a module: target, types, variables, aliases, ifuncs, COMDAT groups.

use crate::code_model::CodeModel;
use crate::entities::{AttrGroup, Comdat, Global};
use crate::global::Visibility;
use crate::global::{DllStorage, GlobalKind, Linkage, ThreadLocal, UnnamedAddr, VariableData};
use crate::lexer::Token;
use crate::module::{ComdatData, ComdatKind};
use crate::types::TypeData;
use crate::typing;

use super::keyword::Keyword;
use super::{Parser, Result};

/// What comes before the kind of a global.
#[derive(Default)]
pub(super) struct Prefix {
    pub linkage: Option<Linkage>,
    pub dso_local: bool,
    pub visibility: Visibility,
    pub dll_storage: DllStorage,
}

impl<'a> Parser<'a> {
    /// The whole text.
    pub(super) fn module(&mut self) -> Result<()> {
        self.module_id();
        loop {
            match self.token {
                Token::Eof => break,
                Token::Word(word) => self.top_level_word(word)?,
                Token::Local(_) | Token::LocalNumber(_) => self.type_definition()?,
                Token::Global(_) | Token::GlobalNumber(_) => self.global_definition()?,
                Token::Comdat(_) => self.comdat_definition()?,
                Token::Exclaim => self.numbered_metadata()?,
                Token::Metadata(_) => self.named_metadata()?,
                Token::Summary(_) => self.summary_entry()?,
                _ => return Err(self.expected("a definition")),
            }
        }
        self.resolve()
    }

    /// Takes the module's name from the comment in which LLVM writes it.
    fn module_id(&mut self) {
        let Some(rest) = self.lexer.text().strip_prefix(b"; ModuleID = '") else {
            return;
        };
        let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Some(name) = line.strip_suffix(b"'") {
            self.module.id = name.into();
        }
    }

    fn top_level_word(&mut self, word: Keyword) -> Result<()> {
        match word {
            Keyword::Define => self.define(),
            Keyword::Declare => self.declare(),
            Keyword::Attributes => self.attribute_group(),
            Keyword::Module => {
                self.bump();
                self.expect_word(Keyword::Asm, "'asm' after 'module'")?;
                let text = self.string("the text of the module's assembly")?;
                self.module.module_asm.push(text.bytes().into());
                Ok(())
            }
            Keyword::Target => self.target(),
            Keyword::SourceFilename => {
                self.bump();
                self.expect(Token::Equal, "'=' after 'source_filename'")?;
                let text = self.string("the name of the source file")?;
                self.module.source_filename = Some(text.bytes().into());
                Ok(())
            }
            Keyword::Uselistorder | Keyword::UselistorderBb => self.use_list_order(),
            _ => Err(self.expected("a definition")),
        }
    }

    /// `target triple = "…"`, `target datalayout = "…"`
    fn target(&mut self) -> Result<()> {
        self.bump();
        let word = self.token;
        if !self.eat_word(Keyword::Triple) && !self.eat_word(Keyword::DataLayout) {
            return Err(self.expected("'triple' or 'datalayout'"));
        }
        self.expect(Token::Equal, "'='")?;
        let start = self.start;
        let text = self.utf8_string("a string")?;
        if word == Token::Word(Keyword::Triple) {
            self.module.triple = text;
            return Ok(());
        }
        if let Err(error) = crate::DataLayout::parse(&text) {
            return Err(self.error_at(start, format!("invalid data layout: {error}")));
        }
        self.module.data_layout = text;
        self.alloca_space = self.layout_space('A');
        self.code_space = self.layout_space('P');
        Ok(())
    }

    /// `uselistorder …`: the order of uses, which has no meaning here.
    pub(super) fn use_list_order(&mut self) -> Result<()> {
        let blocks = self.at_word(Keyword::UselistorderBb);
        self.bump();
        let in_body = self.body.global.is_some();
        if blocks {
            let ty = crate::TypeTable::PTR;
            self.global_reference(ty)?;
            self.expect(Token::Comma, "',' after the function")?;
            if !matches!(self.token, Token::Local(_) | Token::LocalNumber(_)) {
                return Err(self.expected("the name of a block"));
            }
            self.bump();
        } else {
            let ty = self.ty()?;
            match self.token {
                Token::Local(_) | Token::LocalNumber(_) if in_body => {
                    if ty == crate::TypeTable::LABEL {
                        self.local_block()?;
                    } else {
                        self.local_value(ty)?;
                    }
                }
                _ => {
                    self.constant(ty)?;
                }
            }
        }
        self.expect(Token::Comma, "',' before the indexes")?;
        self.expect(Token::LBrace, "'{' before the indexes")?;
        loop {
            self.u32("an index")?;
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RBrace, "',' or '}' after the index")
    }

    /// `^N = kind: (…)`, `^N = flags: 8`: skipped.
    fn summary_entry(&mut self) -> Result<()> {
        self.bump();
        self.expect(Token::Equal, "'=' after the summary entry")?;
        let Token::Label(_) = self.token else {
            return Err(self.expected("the kind of the summary entry and ':'"));
        };
        self.bump();
        if let Token::Integer(_) = self.token {
            self.bump();
            return Ok(());
        }
        self.expect(Token::LParen, "'(' or a number")?;
        let mut depth = 1u64;
        while depth > 0 {
            match self.token {
                Token::LParen => depth += 1,
                Token::RParen => depth -= 1,
                Token::Eof | Token::Invalid(_) => return Err(self.expected("')'")),
                _ => {}
            }
            self.bump();
        }
        Ok(())
    }

    /// `$name = comdat kind`
    fn comdat_definition(&mut self) -> Result<()> {
        let Token::Comdat(name) = self.token else {
            return Err(self.expected("a COMDAT group"));
        };
        let at = self.start;
        self.bump();
        self.expect(Token::Equal, "'=' after the COMDAT group")?;
        self.expect_word(Keyword::Comdat, "'comdat'")?;
        let kind = match self.token {
            Token::Word(Keyword::Any) => ComdatKind::Any,
            Token::Word(Keyword::Exactmatch) => ComdatKind::ExactMatch,
            Token::Word(Keyword::Largest) => ComdatKind::Largest,
            Token::Word(Keyword::Nodeduplicate) => ComdatKind::NoDeduplicate,
            Token::Word(Keyword::Samesize) => ComdatKind::SameSize,
            _ => return Err(self.expected("how the linker selects the group")),
        };
        self.bump();
        let (id, undefined) = self.comdat_named(name.bytes(), at);
        if undefined.is_none() {
            let text = String::from_utf8_lossy(name.raw).into_owned();
            let message = format!("redefinition of COMDAT group '${text}'");
            return Err(self.error_token(at as u32, message));
        }
        self.module.comdats[id].kind = kind;
        self.comdats.insert(name.bytes(), (id, None));
        Ok(())
    }

    /// The group with this name, and where it was used first if it is not defined yet.
    fn comdat_named(
        &mut self,
        name: std::borrow::Cow<'a, [u8]>,
        at: usize,
    ) -> (Comdat, Option<u32>) {
        if let Some(known) = self.comdats.get(&name) {
            return *known;
        }
        let id = self.module.comdats.push(ComdatData {
            name: name.as_ref().into(),
            kind: ComdatKind::Any,
        });
        let entry = (id, Some(at as u32));
        self.comdats.insert(name, entry);
        entry
    }

    /// `comdat` or `comdat($name)` after its keyword, which is the token.
    pub(super) fn comdat_use(&mut self, global: Global) -> Result<Comdat> {
        let at = self.start;
        self.bump();
        if self.eat(Token::LParen) {
            let Token::Comdat(name) = self.token else {
                return Err(self.expected("the name of a COMDAT group"));
            };
            let at = self.start;
            self.bump();
            self.expect(Token::RParen, "')' after the COMDAT group")?;
            return Ok(self.comdat_named(name.bytes(), at).0);
        }
        let name = self.module.globals[global].name.to_vec();
        if name.is_empty() {
            return Err(self.error_at(at, "a global without name needs 'comdat($name)'"));
        }
        Ok(self.comdat_named(name.into(), at).0)
    }

    /// Linkage, preemption, visibility and DLL storage.
    pub(super) fn prefix(&mut self) -> Result<Prefix> {
        let start = self.start;
        let linkage = self.linkage();
        let mut prefix = Prefix {
            linkage,
            ..Prefix::default()
        };
        if self.eat_word(Keyword::DsoLocal) {
            prefix.dso_local = true;
        } else {
            self.eat_word(Keyword::DsoPreemptable);
        }
        prefix.visibility = match self.token {
            Token::Word(Keyword::Hidden) => Visibility::Hidden,
            Token::Word(Keyword::Protected) => Visibility::Protected,
            _ => Visibility::Default,
        };
        if prefix.visibility != Visibility::Default || self.at_word(Keyword::Default) {
            self.bump();
        }
        prefix.dll_storage = match self.token {
            Token::Word(Keyword::DllImport) => DllStorage::Import,
            Token::Word(Keyword::DllExport) => DllStorage::Export,
            _ => DllStorage::Default,
        };
        if prefix.dll_storage != DllStorage::Default {
            self.bump();
        }
        let local = linkage.is_some_and(Linkage::is_local);
        if local && (prefix.visibility, prefix.dll_storage) != Default::default() {
            let message =
                "a symbol with local linkage has default visibility and no DLL storage class";
            return Err(self.error_at(start, message));
        }
        if prefix.dso_local && prefix.dll_storage == DllStorage::Import {
            return Err(self.error_at(start, "what is 'dllimport' cannot be 'dso_local'"));
        }
        // What cannot be preempted is local to the object without being marked.
        prefix.dso_local |= local
            || prefix.visibility != Visibility::Default && linkage != Some(Linkage::ExternWeak);
        Ok(prefix)
    }

    fn linkage(&mut self) -> Option<Linkage> {
        let linkage = match self.token {
            Token::Word(word) => match word {
                Keyword::Private => Linkage::Private,
                Keyword::Internal => Linkage::Internal,
                Keyword::AvailableExternally => Linkage::AvailableExternally,
                Keyword::Linkonce => Linkage::LinkOnce,
                Keyword::LinkonceOdr => Linkage::LinkOnceOdr,
                Keyword::Weak => Linkage::Weak,
                Keyword::WeakOdr => Linkage::WeakOdr,
                Keyword::Common => Linkage::Common,
                Keyword::Appending => Linkage::Appending,
                Keyword::ExternWeak => Linkage::ExternWeak,
                Keyword::External => Linkage::External,
                _ => return None,
            },
            _ => return None,
        };
        self.bump();
        Some(linkage)
    }

    pub(super) fn unnamed_addr(&mut self) -> UnnamedAddr {
        if self.eat_word(Keyword::UnnamedAddr) {
            UnnamedAddr::Global
        } else if self.eat_word(Keyword::LocalUnnamedAddr) {
            UnnamedAddr::Local
        } else {
            UnnamedAddr::None
        }
    }

    fn thread_local(&mut self) -> Result<ThreadLocal> {
        if !self.eat_word(Keyword::ThreadLocal) {
            return Ok(ThreadLocal::None);
        }
        if !self.eat(Token::LParen) {
            return Ok(ThreadLocal::GeneralDynamic);
        }
        let model = match self.token {
            Token::Word(Keyword::Localdynamic) => ThreadLocal::LocalDynamic,
            Token::Word(Keyword::Initialexec) => ThreadLocal::InitialExec,
            Token::Word(Keyword::Localexec) => ThreadLocal::LocalExec,
            _ => return Err(self.expected("'localdynamic', 'initialexec' or 'localexec'")),
        };
        self.bump();
        self.expect(Token::RParen, "')' after the thread-local model")?;
        Ok(model)
    }

    /// `@name = …`
    fn global_definition(&mut self) -> Result<()> {
        let at = self.start;
        let id = self.define_global("global")?;
        self.expect(Token::Equal, "'=' after the name of the global")?;
        let prefix = self.prefix()?;
        let thread_local = self.thread_local()?;
        let unnamed_addr = self.unnamed_addr();
        let data = &mut self.module.globals[id];
        data.linkage = prefix.linkage.unwrap_or_default();
        data.dso_local = prefix.dso_local;
        data.visibility = prefix.visibility;
        data.dll_storage = prefix.dll_storage;
        data.thread_local = thread_local;
        data.unnamed_addr = unnamed_addr;
        if self.at_word(Keyword::Alias) || self.at_word(Keyword::IFunc) {
            self.alias(at, id)
        } else {
            self.variable(at, id, prefix.linkage)
        }
    }

    /// `alias T, ptr A` or `ifunc T, ptr R`
    fn alias(&mut self, at: usize, id: Global) -> Result<()> {
        let is_alias = self.eat_word(Keyword::Alias);
        if !is_alias {
            self.bump();
        }
        let start = self.start;
        let value_type = self.ty()?;
        self.expect(Token::Comma, "',' after the type")?;
        let target_start = self.start;
        let target = match self.token {
            Token::Word(
                word @ (Keyword::BitCast
                | Keyword::GetElementPtr
                | Keyword::AddrSpaceCast
                | Keyword::IntToPtr),
            ) => self.untyped_const_expr(word)?,
            _ => self.typed_constant()?,
        };
        let target_type = self.module.consts[target].ty;
        let TypeData::Pointer(space) = self.module.types[target_type] else {
            return Err(self.error_at(target_start, "an alias or ifunc stands for a pointer"));
        };
        if !is_alias && !matches!(self.module.types[value_type], TypeData::Function { .. }) {
            return Err(self.error_at(start, "an ifunc has a function type"));
        }
        self.check_alias_linkage(at, id, is_alias)?;
        self.set_address_space(at, id, space)?;
        let data = &mut self.module.globals[id];
        data.value_type = value_type;
        data.kind = if is_alias {
            GlobalKind::Alias { aliasee: target }
        } else {
            GlobalKind::IFunc { resolver: target }
        };
        while self.eat(Token::Comma) {
            if self.eat_word(Keyword::Partition) {
                let text = self.string("the name of the partition")?;
                self.module.globals[id].partition = Some(text.bytes().into());
            } else if let Token::Metadata(_) = self.token {
                let attachment = self.attachment()?;
                self.module.globals[id].metadata.push(attachment);
            } else {
                return Err(self.expected("'partition' or metadata"));
            }
        }
        Ok(())
    }

    fn check_alias_linkage(&self, at: usize, id: Global, is_alias: bool) -> Result<()> {
        use Linkage::{Appending, Common};
        let linkage = self.module.globals[id].linkage;
        if is_alias && matches!(linkage, Common | Appending | Linkage::ExternWeak) {
            let message = "an alias cannot have this linkage";
            return Err(self.error_token(at as u32, message));
        }
        Ok(())
    }

    /// `global T init, …`
    fn variable(&mut self, at: usize, id: Global, linkage: Option<Linkage>) -> Result<()> {
        let address_space = self.optional_address_space()?;
        self.set_address_space(at, id, address_space)?;
        let mut data = VariableData {
            externally_initialized: self.eat_word(Keyword::ExternallyInitialized),
            constant: self.eat_word(Keyword::Constant),
            ..VariableData::default()
        };
        if !data.constant {
            self.expect_word(Keyword::Global, "'global', 'constant', 'alias' or 'ifunc'")?;
        }
        let start = self.start;
        let ty = self.ty()?;
        self.follow(start, typing::check_variable_type(&self.module, ty))?;
        self.module.globals[id].value_type = ty;
        if !matches!(linkage, Some(Linkage::External | Linkage::ExternWeak)) {
            data.init = Some(self.constant(ty)?);
        }
        while self.eat(Token::Comma) {
            self.variable_option(id, &mut data)?;
        }
        data.attrs = self.variable_attrs()?;
        self.module.globals[id].kind = GlobalKind::Variable(data);
        Ok(())
    }

    fn variable_attrs(&mut self) -> Result<Option<AttrGroup>> {
        match self.token {
            Token::AttrGroup(_) | Token::Str(_) | Token::Word(Keyword::Unknown) => {
                Ok(self.function_attrs(None)?.0)
            }
            _ => Ok(None),
        }
    }

    /// One of the options after a variable's initial value.
    fn variable_option(&mut self, id: Global, data: &mut VariableData) -> Result<()> {
        match self.token {
            Token::Metadata(_) => {
                let attachment = self.attachment()?;
                self.module.globals[id].metadata.push(attachment);
            }
            Token::Word(Keyword::CodeModel) => {
                self.bump();
                let start = self.start;
                let model = self.utf8_string("a code model")?;
                let Some(model) = CodeModel::by_name(&model) else {
                    return Err(self.error_at(start, "there is no such code model"));
                };
                data.code_model = Some(model);
            }
            Token::Word(
                Keyword::NoSanitizeAddress
                | Keyword::NoSanitizeHwaddress
                | Keyword::SanitizeMemtag
                | Keyword::SanitizeAddressDyninit,
            ) => {
                data.sanitizer.push(self.token_str().into());
                self.bump();
            }
            _ => {
                if !self.object_option(id)? {
                    return Err(
                        self.expected("'section', 'align' or another property of a variable")
                    );
                }
            }
        }
        Ok(())
    }

    /// `section`, `partition`, `comdat`, `align`: what functions and variables have. Says whether one
    /// was there.
    pub(super) fn object_option(&mut self, id: Global) -> Result<bool> {
        match self.token {
            Token::Word(Keyword::Section) => {
                self.bump();
                let text = self.string("the name of the section")?;
                self.module.globals[id].section = Some(text.bytes().into());
            }
            Token::Word(Keyword::Partition) => {
                self.bump();
                let text = self.string("the name of the partition")?;
                self.module.globals[id].partition = Some(text.bytes().into());
            }
            Token::Word(Keyword::Comdat) => {
                let comdat = self.comdat_use(id)?;
                self.module.globals[id].comdat = Some(comdat);
            }
            Token::Word(Keyword::Align) => {
                self.bump();
                let parens = self.eat(Token::LParen);
                let align = self.alignment()?;
                if parens {
                    self.expect(Token::RParen, "')' after the alignment")?;
                }
                self.module.globals[id].align = Some(align);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
