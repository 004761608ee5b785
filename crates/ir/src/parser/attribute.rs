//! Attributes: on functions, parameters, results and calls, and groups of them.
//!
//! A use of a group that is defined later, alone or together with other attributes, reserves an
//! attribute set, which is filled in at the end of the text.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::attribute::{AttrSet, AttributeKind, OldEffects};
use crate::attribute_names::{self, FN, Form, PARAM, RET, Row, STRINGS, order};
use crate::entities::{AttrGroup, Global};
use crate::global::GlobalKind;
use crate::inst::InstKind;
use crate::lexer::Token;

use super::keyword::Keyword;
use super::{Parser, Result};

/// A set under construction: attributes with their place in the order of printing.
pub(super) type Ordered = Vec<(u16, AttributeKind)>;

/// What a set consists of that refers to groups.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Combined {
    groups: Box<[u32]>,
    own: AttrSet,
}

/// A group's attributes, and the alignment that it gives to functions.
struct GroupData {
    attrs: Ordered,
    align: Option<u64>,
}

/// Groups, and sets that wait for them.
#[derive(Default)]
pub(super) struct AttributeState {
    groups: FxHashMap<u32, GroupData>,
    waiting: FxHashMap<Combined, AttrGroup>,
    /// Functions with groups, which may give them an alignment.
    users: Vec<(Global, AttrGroup)>,
    list: Ordered,
    set: AttrSet,
}

impl Parser<'_> {
    /// Attributes of a parameter or argument.
    #[inline]
    pub(super) fn param_attrs(&mut self) -> Result<Option<AttrGroup>> {
        self.place_attrs(PARAM, "a parameter")
    }

    /// Attributes of a result.
    #[inline]
    pub(super) fn result_attrs(&mut self) -> Result<Option<AttrGroup>> {
        self.place_attrs(RET, "a result")
    }

    #[inline]
    fn place_attrs(&mut self, place: u8, what: &str) -> Result<Option<AttrGroup>> {
        if !matches!(self.token, Token::Word(_) | Token::Str(_)) {
            return Ok(None);
        }
        let mut list = std::mem::take(&mut self.attrs.list);
        list.clear();
        while self.one_attribute(&mut list, place, what, false)? {}
        let set = self.intern_list(&mut list);
        self.attrs.list = list;
        Ok(set)
    }

    /// Attributes of a function, a call or a variable. `users` is the function whose alignment they
    /// may give; the alignment written inline is returned.
    pub(super) fn function_attrs(
        &mut self,
        user: Option<Global>,
    ) -> Result<(Option<AttrGroup>, Option<u64>)> {
        if !matches!(
            self.token,
            Token::Word(_) | Token::Str(_) | Token::AttrGroup(_)
        ) {
            return Ok((None, None));
        }
        let mut list = std::mem::take(&mut self.attrs.list);
        list.clear();
        let mut groups = Vec::new();
        let mut old = OldEffects::default();
        loop {
            if let Token::AttrGroup(number) = self.token {
                groups.push(number);
                self.bump();
            } else if self.old_effect(&mut old) {
                self.bump();
            } else if user.is_none() && self.at_word(Keyword::Align)
                || !self.one_attribute(&mut list, FN, "a function", false)?
            {
                break;
            }
        }
        add_old_effects(&mut list, old);
        let align = take_align(&mut list);
        let set = if groups.is_empty() {
            self.intern_list(&mut list)
        } else {
            let set = self.waiting_set(groups, &mut list);
            self.attrs.users.extend(user.map(|user| (user, set)));
            Some(set)
        };
        self.attrs.list = list;
        Ok((set, align))
    }

    fn old_effect(&self, old: &mut OldEffects) -> bool {
        matches!(self.token, Token::Word(_)) && old.note(self.token_str())
    }

    /// The id of a set that refers to groups.
    fn waiting_set(&mut self, groups: Vec<u32>, list: &mut Ordered) -> AttrGroup {
        let combined = Combined {
            groups: groups.into(),
            own: sorted_set(list),
        };
        let sets = &mut self.module.attr_sets;
        let entry = self.attrs.waiting.entry(combined);
        *entry.or_insert_with(|| sets.push(AttrSet::default()))
    }

    /// The id of the set of the attributes in `list`.
    fn intern_list(&mut self, list: &mut Ordered) -> Option<AttrGroup> {
        if list.is_empty() {
            return None;
        }
        sort(list);
        let mut set = std::mem::take(&mut self.attrs.set);
        set.attrs.clear();
        set.attrs.extend(list.drain(..).map(|(_, attr)| attr));
        let id = self.module.intern_attrs_ref(&set);
        self.attrs.set = set;
        id
    }

    /// Reads one attribute into `list`; says whether there was one.
    fn one_attribute(
        &mut self,
        list: &mut Ordered,
        place: u8,
        what: &str,
        group: bool,
    ) -> Result<bool> {
        match self.token {
            Token::Str(_) => {
                let key = self.utf8_string("an attribute")?;
                let value = if self.eat(Token::Equal) {
                    self.utf8_string("the value of the attribute")?
                } else {
                    "".into()
                };
                list.push((STRINGS, AttributeKind::String(key, value)));
                Ok(true)
            }
            Token::Word(_) => {
                let Some(row) = attribute_names::lookup(self.token_str()) else {
                    return Ok(false);
                };
                // LLVM reads `align` on functions and in groups as the alignment of the function.
                if row.places & place == 0 && !(row.form == Form::Align && place == FN) {
                    let message = format!("'{}' is not an attribute of {what}", row.name);
                    return Err(self.error(message));
                }
                let kind = self.keyword_attribute(row, group)?;
                list.push((row.index, kind));
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The attribute of which `row` is the keyword, which is the token.
    fn keyword_attribute(&mut self, row: &Row, group: bool) -> Result<AttributeKind> {
        self.bump();
        let name = row.name.clone();
        Ok(match row.form {
            Form::Enum => AttributeKind::Enum(name),
            Form::Type => {
                self.expect(Token::LParen, "'(' and a type")?;
                let ty = self.ty()?;
                self.expect(Token::RParen, "')' after the type")?;
                AttributeKind::Type(name, ty)
            }
            Form::Int => {
                self.expect(Token::LParen, "'(' and a number")?;
                let start = self.start;
                let value = self.u64("a number of bytes")?;
                if value == 0 {
                    return Err(self.error_at(start, "this number must not be 0"));
                }
                self.expect(Token::RParen, "')' after the number")?;
                AttributeKind::Int(name, value)
            }
            Form::Align | Form::StackAlign => {
                let parens = !(group && self.eat(Token::Equal))
                    && (row.form == Form::StackAlign || self.token == Token::LParen);
                if parens {
                    self.expect(Token::LParen, "'(' and a number")?;
                }
                let value = self.alignment()?;
                if parens {
                    self.expect(Token::RParen, "')' after the number")?;
                }
                AttributeKind::Int(name, value)
            }
            Form::AllocSize => AttributeKind::Int(name, self.alloc_size()?),
            Form::UwTable => {
                if self.token != Token::LParen {
                    return Ok(AttributeKind::Enum(name));
                }
                let start = self.start;
                match &*self.balanced_text()? {
                    "async" => AttributeKind::Enum(name),
                    "sync" => AttributeKind::Text(name, "sync".into()),
                    _ => return Err(self.error_at(start, "'uwtable' is 'sync' or 'async'")),
                }
            }
            Form::OptionalText if self.token != Token::LParen => AttributeKind::Enum(name),
            Form::Text | Form::OptionalText => AttributeKind::Text(name, self.balanced_text()?),
            Form::Memory => AttributeKind::Text(name, self.memory_text()?),
        })
    }

    /// A power of two of at most 32 bits.
    pub(super) fn alignment(&mut self) -> Result<u64> {
        let start = self.start;
        let value = self.u64("an alignment")?;
        if !value.is_power_of_two() || value > 1 << 32 {
            return Err(self.error_at(start, "an alignment is a power of two of at most 2^32"));
        }
        Ok(value)
    }

    /// `(a)` or `(a, b)`, packed: the first number in the high half, all ones for a missing second.
    fn alloc_size(&mut self) -> Result<u64> {
        self.expect(Token::LParen, "'(' and an argument number")?;
        let size = self.u32("an argument number")?;
        let start = self.start;
        let count = if self.eat(Token::Comma) {
            self.u32("an argument number")?
        } else {
            u32::MAX
        };
        if size == count {
            return Err(self.error_at(start, "the two argument numbers must be different"));
        }
        self.expect(Token::RParen, "')' after the argument numbers")?;
        Ok(u64::from(size) << 32 | u64::from(count))
    }

    /// The text between `(` and the `)` that belongs to it, with single spaces.
    fn balanced_text(&mut self) -> Result<Box<str>> {
        self.expect(Token::LParen, "'('")?;
        let start = self.start;
        let mut depth = 0u32;
        loop {
            match self.token {
                Token::LParen => depth += 1,
                Token::RParen if depth == 0 => break,
                Token::RParen => depth -= 1,
                Token::Eof | Token::Invalid(_) => return Err(self.expected("')'")),
                _ => {}
            }
            self.bump();
        }
        let end = self.last_end.max(start);
        let text = String::from_utf8_lossy(&self.lexer.text()[start..end]);
        self.bump();
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        if text.contains('"') || words.is_empty() {
            return Ok(text.into());
        }
        Ok(words.join(" ").into())
    }

    /// The text of `memory(…)`: accesses, and accesses of named kinds of memory.
    fn memory_text(&mut self) -> Result<Box<str>> {
        self.expect(Token::LParen, "'(' after 'memory'")?;
        let mut text = String::new();
        loop {
            if !text.is_empty() {
                text.push_str(", ");
            }
            if let Token::Label(place) = self.token {
                text.push_str(&String::from_utf8_lossy(place.raw));
                text.push_str(": ");
                self.bump();
            }
            let access = self.token_str();
            if !matches!(access, "none" | "read" | "write" | "readwrite") {
                return Err(self.expected("'none', 'read', 'write' or 'readwrite'"));
            }
            text.push_str(access);
            self.bump();
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RParen, "',' or ')' in 'memory'")?;
        Ok(text.into())
    }

    /// `attributes #N = { … }`
    pub(super) fn attribute_group(&mut self) -> Result<()> {
        self.bump();
        let Token::AttrGroup(number) = self.token else {
            return Err(self.expected("the number of an attribute group"));
        };
        self.bump();
        self.expect(Token::Equal, "'=' after the attribute group")?;
        self.expect(Token::LBrace, "'{' before the attributes")?;
        let mut list = Ordered::new();
        let mut old = OldEffects::default();
        loop {
            if self.old_effect(&mut old) {
                self.bump();
            } else if !self.one_attribute(&mut list, FN, "a function", true)? {
                break;
            }
        }
        self.expect(Token::RBrace, "an attribute or '}'")?;
        add_old_effects(&mut list, old);
        let align = take_align(&mut list);
        // A group that is written in several pieces has the attributes of all.
        let group = self.attrs.groups.entry(number).or_insert(GroupData {
            attrs: Ordered::new(),
            align: None,
        });
        group.attrs.append(&mut list);
        group.align = align.or(group.align);
        Ok(())
    }

    /// Fills the sets that waited for groups.
    pub(super) fn resolve_attributes(&mut self) -> Result<()> {
        let mut aligns: FxHashMap<AttrGroup, u64> = FxHashMap::default();
        for (combined, id) in std::mem::take(&mut self.attrs.waiting) {
            let mut list = Ordered::new();
            for number in &combined.groups {
                // A group that is defined nowhere is empty, as in LLVM.
                let Some(group) = self.attrs.groups.get(number) else {
                    continue;
                };
                list.extend_from_slice(&group.attrs);
                aligns.extend(group.align.map(|align| (id, align)));
            }
            self.charge(list.len() * size_of::<AttributeKind>())?;
            list.extend(
                combined
                    .own
                    .attrs
                    .into_iter()
                    .map(|attr| (order(&attr), attr)),
            );
            self.module.attr_sets[id] = sorted_set(&mut list);
        }
        let mut sets = self.module.attr_sets.values();
        if sets.any(|set| set.attrs.is_empty()) {
            self.drop_empty_sets();
        }
        for (global, set) in std::mem::take(&mut self.attrs.users) {
            if let Some(align) = aligns.get(&set) {
                self.module.globals[global].align.get_or_insert(*align);
            }
        }
        Ok(())
    }

    /// Replaces references to empty sets, which groups without attributes leave, by `None`.
    fn drop_empty_sets(&mut self) {
        let sets = &self.module.attr_sets;
        let fix = |set: &mut Option<AttrGroup>| {
            if set.is_some_and(|id| sets[id].attrs.is_empty()) {
                *set = None;
            }
        };
        for global in self.module.globals.values_mut() {
            match &mut global.kind {
                GlobalKind::Variable(data) => fix(&mut data.attrs),
                GlobalKind::Function(data) => {
                    fix(&mut data.attrs.function);
                    let body = data.body.as_mut();
                    for inst in body.into_iter().flat_map(|body| body.insts.values_mut()) {
                        if let InstKind::Call(info)
                        | InstKind::Invoke(info)
                        | InstKind::CallBr(info) = &mut inst.kind
                        {
                            fix(&mut info.attrs.function);
                        }
                    }
                }
                GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => {}
            }
        }
    }
}

/// Sorts attributes in the order of printing; of several with one name the last stays.
fn sort(list: &mut Ordered) {
    if list.len() < 2 {
        return;
    }
    let key = |entry: &(u16, AttributeKind)| entry.0;
    list.sort_by(|a, b| match (&a.1, &b.1) {
        (AttributeKind::String(a, _), AttributeKind::String(b, _)) => a.cmp(b),
        _ => key(a).cmp(&key(b)),
    });
    list.dedup_by(|later, earlier| {
        let same = later.1.name() == earlier.1.name();
        if same {
            std::mem::swap(later, earlier);
        }
        same
    });
}

fn sorted_set(list: &mut Ordered) -> AttrSet {
    sort(list);
    AttrSet {
        attrs: list.drain(..).map(|(_, attr)| attr).collect(),
    }
}

/// Adds `memory(…)` for the attributes that it has replaced.
fn add_old_effects(list: &mut Ordered, old: OldEffects) {
    if let Some(text) = old.text() {
        let name: Arc<str> = Arc::from("memory");
        let attr = AttributeKind::Text(name, text.into());
        list.push((order(&attr), attr));
    }
}

/// Takes the alignment out of the attributes of a function.
fn take_align(list: &mut Ordered) -> Option<u64> {
    let at = list.iter().position(|(_, attr)| attr.name() == "align")?;
    match list.remove(at).1 {
        AttributeKind::Int(_, value) => Some(value),
        _ => None,
    }
}
