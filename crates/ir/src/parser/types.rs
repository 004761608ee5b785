//! Types and definitions of types.

use crate::entities::Type;
use crate::lexer::Token;
use crate::types::{TypeData, TypeTable};
use crate::typing::{self, MAX_ADDRESS_SPACE, MAX_INT_BITS};

use super::keyword::Keyword;
use super::{Parser, Result, TypeName};

impl<'a> Parser<'a> {
    /// A type other than `void`.
    #[inline]
    pub(super) fn ty(&mut self) -> Result<Type> {
        let start = self.start;
        let ty = self.type_or_void()?;
        if ty == TypeTable::VOID {
            return Err(self.error_at(start, "'void' is only allowed as the result of a function"));
        }
        Ok(ty)
    }

    /// A type, also `void`.
    #[inline]
    pub(super) fn type_or_void(&mut self) -> Result<Type> {
        let ty = match self.token {
            Token::IntType(bits) => {
                let ty = self.int_type(bits)?;
                self.bump();
                ty
            }
            Token::Word(Keyword::Ptr) => {
                self.bump();
                let space = self.optional_address_space()?;
                if self.token == Token::Star {
                    return Err(self.error("'ptr' has no pointee type: remove the '*'"));
                }
                self.pointer_type(space)
            }
            _ => self.nested(Self::other_type)?,
        };
        if matches!(self.token, Token::LParen | Token::Star) || self.at_word(Keyword::Addrspace) {
            return self.type_suffixes(ty);
        }
        Ok(ty)
    }

    /// Whether the token is this keyword.
    pub(super) fn at_word(&self, word: Keyword) -> bool {
        matches!(self.token, Token::Word(w) if w == word)
    }

    /// Whether the token can only start a type.
    pub(super) fn at_type(&self) -> bool {
        use Keyword as K;
        match self.token {
            Token::IntType(_) | Token::LSquare | Token::LBrace | Token::Less => true,
            Token::Local(_) | Token::LocalNumber(_) => true,
            Token::Word(word) => matches!(
                word,
                K::Ptr
                    | K::Half
                    | K::BFloat
                    | K::Float
                    | K::Double
                    | K::X86Fp80
                    | K::Fp128
                    | K::PpcFp128
                    | K::X86Mmx
                    | K::X86Amx
                    | K::Void
                    | K::Token
                    | K::Label
                    | K::Target
                    | K::Metadata
            ),
            _ => false,
        }
    }

    fn int_type(&mut self, bits: u32) -> Result<Type> {
        match bits {
            1 => Ok(TypeTable::I1),
            8 => Ok(TypeTable::I8),
            16 => Ok(TypeTable::I16),
            32 => Ok(TypeTable::I32),
            64 => Ok(TypeTable::I64),
            2..=MAX_INT_BITS => Ok(self.module.types.int(bits)),
            _ => Err(self.error("the width of an integer type must be between 1 and 8388608 bits")),
        }
    }

    /// `addrspace(N)`, 0 if it is not there. Symbolic spaces take their number from the data layout.
    pub(super) fn optional_address_space(&mut self) -> Result<u32> {
        if !self.eat_word(Keyword::Addrspace) {
            return Ok(0);
        }
        self.expect(Token::LParen, "'(' after 'addrspace'")?;
        let start = self.start;
        let space = if let Token::Str(text) = self.token {
            self.bump();
            match text.raw {
                b"A" => self.alloca_space,
                b"G" => self.layout_space('G'),
                b"P" => self.layout_space('P'),
                _ => {
                    return Err(
                        self.error_at(start, "an address space is a number, \"A\", \"G\" or \"P\"")
                    );
                }
            }
        } else {
            self.u32("an address space")?
        };
        if space > MAX_ADDRESS_SPACE {
            return Err(self.error_at(start, "an address space must be less than 2^24"));
        }
        self.expect(Token::RParen, "')' after the address space")?;
        Ok(space)
    }

    /// The address space that the data layout gives after `letter`.
    pub(super) fn layout_space(&self, letter: char) -> u32 {
        let specs = self.module.data_layout.split('-');
        let mut numbers = specs.filter_map(|spec| spec.strip_prefix(letter)?.parse().ok());
        numbers.next().unwrap_or(0)
    }

    /// Types that are not an integer or `ptr`, without suffixes.
    fn other_type(&mut self) -> Result<Type> {
        use Keyword as K;
        let ty = match self.token {
            Token::Word(K::Void) => TypeTable::VOID,
            Token::Word(K::Half) => TypeTable::HALF,
            Token::Word(K::BFloat) => TypeTable::BFLOAT,
            Token::Word(K::Float) => TypeTable::FLOAT,
            Token::Word(K::Double) => TypeTable::DOUBLE,
            Token::Word(K::X86Fp80) => TypeTable::X86_FP80,
            Token::Word(K::Fp128) => TypeTable::FP128,
            Token::Word(K::PpcFp128) => TypeTable::PPC_FP128,
            Token::Word(K::X86Mmx) => TypeTable::X86_MMX,
            Token::Word(K::X86Amx) => TypeTable::X86_AMX,
            Token::Word(K::Label) => TypeTable::LABEL,
            Token::Word(K::Metadata) => TypeTable::METADATA,
            Token::Word(K::Token) => TypeTable::TOKEN,
            Token::Word(K::Target) => return self.target_type(),
            Token::LBrace => return self.literal_struct(false),
            Token::LSquare => return self.array_type(),
            Token::Less => {
                self.bump();
                if self.token != Token::LBrace {
                    return self.vector_type();
                }
                let ty = self.literal_struct(true)?;
                self.expect(Token::Greater, "'>' after the packed struct")?;
                return Ok(ty);
            }
            Token::Local(_) | Token::LocalNumber(_) => return self.named_type(),
            _ => return Err(self.expected("type")),
        };
        self.bump();
        Ok(ty)
    }

    /// A use of `%name` or `%7` as a type.
    fn named_type(&mut self) -> Result<Type> {
        let at = self.start as u32;
        let known = match self.token {
            Token::Local(name) if name.escaped => self.named_types.get(&name.bytes()),
            Token::Local(name) => self.named_types.get(name.raw),
            Token::LocalNumber(number) => self.numbered_types.get(&number),
            _ => None,
        };
        if let Some(known) = known {
            let ty = known.ty;
            self.bump();
            return Ok(ty);
        }
        let entry = |ty| TypeName {
            ty,
            undefined_at: Some(at),
        };
        let ty = match self.token {
            Token::Local(name) => {
                let bytes = name.bytes();
                let (_, ty) = self.new_struct(Some(String::from_utf8_lossy(&bytes).into()));
                self.named_types.insert(bytes, entry(ty));
                ty
            }
            Token::LocalNumber(number) => {
                let (_, ty) = self.new_struct(None);
                self.numbered_types.insert(number, entry(ty));
                ty
            }
            _ => return Err(self.expected("type")),
        };
        self.bump();
        Ok(ty)
    }

    /// What may follow a type: `(params)`, and `*` of the time when pointers had pointees.
    fn type_suffixes(&mut self, mut ty: Type) -> Result<Type> {
        loop {
            let start = self.start;
            if self.token == Token::LParen {
                ty = self.nested(|parser| parser.function_type(ty))?;
                continue;
            }
            let mut space = 0;
            if self.at_word(Keyword::Addrspace) {
                space = self.optional_address_space()?;
                if self.token != Token::Star {
                    return Err(self.expected("'*' after the address space of a pointee type"));
                }
            }
            if self.token != Token::Star {
                return Ok(ty);
            }
            let pointee = &self.module.types[ty];
            if matches!(
                pointee,
                TypeData::Void
                    | TypeData::Label
                    | TypeData::Metadata
                    | TypeData::Token
                    | TypeData::X86Amx
            ) {
                let message = format!("there is no pointer to {}: use 'ptr'", self.type_name(ty));
                return Err(self.error_range(start, self.lexer.end(), message));
            }
            // LLVM 19 still reads typed pointers, as `ptr`.
            self.bump();
            ty = self.pointer_type(space);
        }
    }

    fn function_type(&mut self, ret: Type) -> Result<Type> {
        if let Err(message) = typing::check_result_type(&self.module, ret) {
            return Err(self.error(message));
        }
        self.bump();
        let base = self.members.len();
        let mut var_arg = false;
        while self.token != Token::RParen {
            if self.eat(Token::DotDotDot) {
                var_arg = true;
                break;
            }
            let start = self.start;
            let ty = self.ty()?;
            self.check_param_type(start, ty)?;
            if matches!(self.token, Token::Local(_) | Token::LocalNumber(_)) {
                return Err(self.error("a parameter of a function type has no name"));
            }
            self.members.push(ty);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RParen, "',' or ')' in the parameter list")?;
        let params = self.members[base..].into();
        self.members.truncate(base);
        Ok(self.module.types.intern(TypeData::Function {
            ret,
            params,
            var_arg,
        }))
    }

    /// Refuses types that no parameter can have.
    pub(super) fn check_param_type(&self, start: usize, ty: Type) -> Result<()> {
        self.follow(start, typing::check_param_type(&self.module, ty))
    }

    /// Refuses types that no array or struct can hold.
    fn check_member_type(&self, start: usize, ty: Type) -> Result<()> {
        self.follow(start, typing::check_member_type(&self.module, ty))
    }

    /// From `{` to `}`; the fields are pushed on `members`.
    fn struct_body(&mut self) -> Result<Box<[Type]>> {
        self.expect(Token::LBrace, "'{'")?;
        let base = self.members.len();
        if self.token != Token::RBrace {
            loop {
                let start = self.start;
                let ty = self.ty()?;
                self.check_member_type(start, ty)?;
                self.members.push(ty);
                if !self.eat(Token::Comma) {
                    break;
                }
            }
        }
        self.expect(Token::RBrace, "',' or '}' in the struct type")?;
        let fields = self.members[base..].into();
        self.members.truncate(base);
        Ok(fields)
    }

    fn literal_struct(&mut self, packed: bool) -> Result<Type> {
        let fields = self.struct_body()?;
        Ok(self
            .module
            .types
            .intern(TypeData::Struct { fields, packed }))
    }

    /// `[N x T]`
    fn array_type(&mut self) -> Result<Type> {
        self.bump();
        let len = self.u64("the length of an array")?;
        self.expect_word(Keyword::X, "'x' after the length of the array")?;
        let start = self.start;
        let element = self.ty()?;
        self.check_member_type(start, element)?;
        self.expect(Token::RSquare, "']' after the array type")?;
        Ok(self.module.types.intern(TypeData::Array { element, len }))
    }

    /// From after `<`: `N x T>` or `vscale x N x T>`
    fn vector_type(&mut self) -> Result<Type> {
        let scalable = self.eat_word(Keyword::Vscale);
        if scalable {
            self.expect_word(Keyword::X, "'x' after 'vscale'")?;
        }
        let start = self.start;
        let len = self.u32("the length of a vector")?;
        if len == 0 {
            return Err(self.error_at(start, "a vector has at least one element"));
        }
        self.expect_word(Keyword::X, "'x' after the length of the vector")?;
        let start = self.start;
        let element = self.ty()?;
        self.follow(start, typing::check_lane_type(&self.module, element))?;
        self.expect(Token::Greater, "'>' after the vector type")?;
        let data = TypeData::Vector {
            element,
            len,
            scalable,
        };
        Ok(self.module.types.intern(data))
    }

    /// `target("name", types…, numbers…)`
    fn target_type(&mut self) -> Result<Type> {
        self.bump();
        self.expect(Token::LParen, "'(' after 'target'")?;
        let name = self.utf8_string("the name of the target type")?;
        let base = self.members.len();
        let mut ints = Vec::new();
        while self.eat(Token::Comma) {
            if let Token::Integer(_) = self.token {
                ints.push(self.u32("a parameter of a target type")?);
            } else if ints.is_empty() {
                let ty = self.type_or_void()?;
                self.members.push(ty);
            } else {
                return Err(self.expected("a number, since numbers come after types"));
            }
        }
        self.expect(Token::RParen, "',' or ')' in the target type")?;
        let types = self.members[base..].into();
        self.members.truncate(base);
        let ints = ints.into();
        Ok(self
            .module
            .types
            .intern(TypeData::TargetExt { name, types, ints }))
    }

    /// `%name = type …`
    pub(super) fn type_definition(&mut self) -> Result<()> {
        let at = self.start;
        let name = self.token;
        self.bump();
        self.expect(Token::Equal, "'=' after the name of the type")?;
        self.expect_word(Keyword::Type, "'type'")?;
        let old = match name {
            Token::Local(text) => self.named_types.get(&text.bytes()).copied(),
            Token::LocalNumber(number) => self.numbered_types.get(&number).copied(),
            _ => None,
        };
        if old.is_some_and(|old| old.undefined_at.is_none()) {
            let text = String::from_utf8_lossy(self.source_token(at as u32)).into_owned();
            return Err(self.error_token(at as u32, format!("redefinition of type '{text}'")));
        }
        let packed = self.token == Token::Less && self.packed_struct_follows();
        if !packed && self.token != Token::LBrace && !self.at_word(Keyword::Opaque) {
            if old.is_some() {
                let message = "a type that is used before its definition must be a struct";
                return Err(self.error_token(at as u32, message));
            }
            let ty = self.ty()?;
            self.set_type_name(name, ty);
            return Ok(());
        }
        let ty = match (old, name) {
            (Some(old), _) => old.ty,
            (None, Token::Local(text)) => {
                let name = String::from_utf8_lossy(&text.bytes()).into();
                self.new_struct(Some(name)).1
            }
            (None, _) => self.new_struct(None).1,
        };
        self.set_type_name(name, ty);
        if self.eat_word(Keyword::Opaque) {
            return Ok(());
        }
        if packed {
            self.bump();
        }
        let fields = self.nested(Self::struct_body)?;
        if packed {
            self.expect(Token::Greater, "'>' after the packed struct")?;
        }
        if let TypeData::Named(id) = self.module.types[ty] {
            self.module.types.structs[id].body = Some((fields, packed));
        }
        Ok(())
    }

    /// Whether `{` comes after the token.
    fn packed_struct_follows(&self) -> bool {
        self.lexer.clone().next() == Token::LBrace
    }

    fn set_type_name(&mut self, name: Token<'a>, ty: Type) {
        let entry = TypeName {
            ty,
            undefined_at: None,
        };
        match name {
            Token::Local(text) => {
                self.named_types.insert(text.bytes(), entry);
            }
            Token::LocalNumber(number) => {
                self.numbered_types.insert(number, entry);
            }
            _ => {}
        }
    }
}
