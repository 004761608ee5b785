//! Groups of attributes, each for one place, and lists of groups, one for each function or call.

use std::sync::Arc;

use avarice_ir::attribute::{AttributeKind, AttributeList, OldEffects};
use avarice_ir::typing::MAX_INT_BITS;
use avarice_ir::{AttrGroup, reading};

use crate::attribute_kinds::keyword;
use crate::block;
use crate::error::Result;
use crate::reader::Reader;
use crate::stream::Entry;
use crate::tables::attributes::Place;

/// Kinds of floating-point numbers that `nofpclass` names, each with its bits; kinds that others make up come first.
const FLOAT_CLASSES: &[(u64, &str)] = &[
    (0x3ff, "all"),
    (0x003, "nan"),
    (0x001, "snan"),
    (0x002, "qnan"),
    (0x204, "inf"),
    (0x004, "ninf"),
    (0x200, "pinf"),
    (0x060, "zero"),
    (0x020, "nzero"),
    (0x040, "pzero"),
    (0x090, "sub"),
    (0x010, "nsub"),
    (0x080, "psub"),
    (0x108, "norm"),
    (0x008, "nnorm"),
    (0x100, "pnorm"),
];

/// What `allockind` names, by bit.
const ALLOC_KINDS: &[&str] = &[
    "alloc",
    "realloc",
    "free",
    "uninitialized",
    "zeroed",
    "aligned",
];

impl Reader<'_> {
    /// The block of groups.
    pub fn attribute_groups(&mut self) -> Result<()> {
        self.stream.enter(block::ATTRIBUTE_GROUPS)?;
        loop {
            match self.stream.next()? {
                Entry::End => return Ok(()),
                Entry::Block(id) => self.stream.skip(id)?,
                Entry::Record(3) => self.attribute_group()?,
                Entry::Record(_) => {}
            }
        }
    }

    /// `[number, place, attributes…]`
    fn attribute_group(&mut self) -> Result<()> {
        let number = self.operand(0)?;
        let place = match self.operand(1)? as u32 {
            u32::MAX => Place::Function,
            0 => Place::Result,
            index => Place::Param(index - 1),
        };
        let mut attrs = Vec::new();
        let mut old = OldEffects::default();
        let mut at = 2;
        while at < self.stream.operands.len() {
            let attr = self.attribute(&mut at)?;
            let is_old = place == Place::Function && matches!(attr, AttributeKind::Enum(_));
            if !is_old || !old.note(attr.name()) {
                attrs.push(attr);
            }
        }
        if let Some(text) = old.text() {
            attrs.push(AttributeKind::Text(self.word("memory"), text.into()));
        }
        let set = self.module.intern_attrs(reading::sorted_attributes(attrs));
        self.attributes.groups.insert(number, (place, set));
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Arc<str> {
        let words = &mut self.attributes.words;
        words.entry(word).or_insert_with(|| word.into()).clone()
    }

    /// The attribute that starts at operand `at`.
    fn attribute(&mut self, at: &mut usize) -> Result<AttributeKind> {
        let form = self.operand(*at)?;
        *at += 1;
        if let 3 | 4 = form {
            let key = self.terminated(at)?;
            let value = match form {
                3 => "".into(),
                _ => self.terminated(at)?,
            };
            return Ok(AttributeKind::String(key, value));
        }
        let number = self.operand(*at)?;
        *at += 1;
        let Some(name) = keyword(number) else {
            return Err(self.error(format!("there is no attribute with the number {number}")));
        };
        match form {
            0 => Ok(AttributeKind::Enum(self.word(name))),
            1 => {
                let value = self.operand(*at)?;
                *at += 1;
                self.number_attribute(name, value)
            }
            6 => {
                let ty = self.type_operand(*at)?;
                *at += 1;
                Ok(AttributeKind::Type(self.word(name), ty))
            }
            7 => {
                let bits = self.operand(*at)?;
                *at += 1;
                let (low, high) = self.range_bounds(bits, at)?;
                let text = format!("i{bits} {low}, {high}");
                Ok(AttributeKind::Text(self.word(name), text.into()))
            }
            8 => {
                let count = self.operand(*at)?;
                let bits = self.operand(*at + 1)?;
                *at += 2;
                let mut ranges = Vec::new();
                for _ in 0..count {
                    let (low, high) = self.range_bounds(bits, at)?;
                    ranges.push(format!("({low}, {high})"));
                }
                let text = ranges.join(", ");
                Ok(AttributeKind::Text(self.word(name), text.into()))
            }
            5 => Err(self.error(format!("'{name}' must name a type"))),
            _ => Err(self.error("there is no attribute of this form")),
        }
    }

    /// A text up to a zero.
    fn terminated(&self, at: &mut usize) -> Result<Box<str>> {
        let rest = self.stream.operands.get(*at..).unwrap_or_default();
        let Some(len) = rest.iter().position(|operand| *operand == 0) else {
            return Err(self.error("the text of this attribute does not end"));
        };
        let bytes: Vec<u8> = rest[..len].iter().map(|operand| *operand as u8).collect();
        *at += len + 1;
        Ok(String::from_utf8_lossy(&bytes).into())
    }

    /// The two ends of a range of numbers of this width, in decimal. Those of more than 64 bits are stored as words,
    /// after the numbers of words of both.
    fn range_bounds(&self, bits: u64, at: &mut usize) -> Result<(String, String)> {
        if bits > u64::from(MAX_INT_BITS) {
            return Err(
                self.error("the width of an integer type must be between 1 and 8388608 bits")
            );
        }
        if bits <= 64 {
            let (low, high) = (self.operand(*at)?, self.operand(*at + 1)?);
            *at += 2;
            return Ok((unrotated(low).to_string(), unrotated(high).to_string()));
        }
        let counts = self.operand(*at)?;
        *at += 1;
        let low = self.wide_bound(bits, counts as u32, at)?;
        let high = self.wide_bound(bits, (counts >> 32) as u32, at)?;
        Ok((low, high))
    }

    /// A number of `bits` bits in `count` words, without the higher words that are 0.
    fn wide_bound(&self, bits: u64, count: u32, at: &mut usize) -> Result<String> {
        let len = bits.div_ceil(64) as usize;
        let words = self.stream.operands.get(*at..*at + count as usize);
        let Some(words) = words.filter(|words| words.len() <= len) else {
            return Err(self.error("a number has more words than its type"));
        };
        *at += count as usize;
        let words = words.iter().map(|word| unrotated(*word) as u64);
        let mut words: Vec<u64> = words.collect();
        let is_negative = words.len() == len && words[len - 1] >> ((bits - 1) % 64) & 1 == 1;
        if is_negative {
            words[len - 1] |= u64::MAX << ((bits - 1) % 64);
            negate(&mut words);
        }
        let sign = if is_negative { "-" } else { "" };
        Ok(format!("{sign}{}", decimal(words)))
    }

    fn number_attribute(&mut self, name: &'static str, value: u64) -> Result<AttributeKind> {
        let text = match name {
            "uwtable" if value == 1 => "sync".to_owned(),
            "uwtable" => return Ok(AttributeKind::Enum(self.word(name))),
            "memory" => effects(value),
            "allockind" => {
                let kinds = ALLOC_KINDS.iter().enumerate();
                let set = kinds.filter(|(bit, _)| value >> bit & 1 == 1);
                let set: Vec<&str> = set.map(|(_, kind)| *kind).collect();
                format!("\"{}\"", set.join(","))
            }
            "vscale_range" => format!("{},{}", value >> 32, value as u32),
            "nofpclass" => float_classes(value),
            "captures" => captures(value),
            "denormal_fpenv" => {
                return Err(self.error("'denormal_fpenv' of LLVM 22 is not read from bitcode"));
            }
            _ => {
                let needs_value = name != "allocsize" && name != "dead_on_return";
                if needs_value && value == 0 {
                    return Err(self.error(format!("the number of '{name}' must not be 0")));
                }
                if matches!(name, "align" | "alignstack")
                    && (!value.is_power_of_two() || value > 1 << 32)
                {
                    return Err(self.error("an alignment is a power of two of at most 2^32"));
                }
                return Ok(AttributeKind::Int(self.word(name), value));
            }
        };
        Ok(AttributeKind::Text(self.word(name), text.into()))
    }

    /// The block of lists.
    pub fn attribute_lists(&mut self) -> Result<()> {
        self.stream.enter(block::ATTRIBUTES)?;
        loop {
            match self.stream.next()? {
                Entry::End => return Ok(()),
                Entry::Block(id) => self.stream.skip(id)?,
                Entry::Record(2) => {
                    let list = self.attribute_list_record()?;
                    self.attributes.lists.push(list);
                }
                Entry::Record(_) => return Err(self.error("attributes of this form are not read")),
            }
        }
    }

    /// `[groups…]`
    fn attribute_list_record(&mut self) -> Result<AttributeList> {
        let mut attrs = AttributeList::default();
        let mut of_params = Vec::new();
        for at in 0..self.stream.operands.len() {
            let number = self.stream.operands[at];
            let (place, set) = match self.attributes.groups.get(&number) {
                Some((place, Some(set))) => (*place, *set),
                Some((_, None)) => continue,
                None => return Err(self.error("there is no such attribute group")),
            };
            match place {
                Place::Function => attrs.function = Some(set),
                Place::Result => attrs.ret = Some(set),
                Place::Param(index) => {
                    let len = index as usize + 1;
                    if of_params.len() < len {
                        let more = len - of_params.len();
                        self.charge(more * size_of::<Option<AttrGroup>>())?;
                        of_params.resize(len, None);
                    }
                    of_params[index as usize] = Some(set);
                }
            }
        }
        attrs.params = of_params.into();
        Ok(attrs)
    }

    /// The attributes with a number from 1 (0 is none) of what has `params` parameters or arguments.
    pub fn attribute_list(&self, number: u64, params: usize) -> Result<AttributeList> {
        if number == 0 {
            return Ok(AttributeList::default());
        }
        match self.attributes.lists.get(number as usize - 1) {
            Some(list) if list.params.len() <= params => Ok(list.clone()),
            Some(_) => Err(self.error("there is no parameter for an attribute")),
            None => Err(self.error("there is no such list of attributes")),
        }
    }

    /// The set of attributes of a variable.
    pub fn variable_attributes(&self, number: u64) -> Result<Option<AttrGroup>> {
        Ok(self.attribute_list(number, 0)?.function)
    }
}

/// A signed number whose sign is the lowest bit.
pub(crate) fn unrotated(value: u64) -> i64 {
    match (value & 1, value >> 1) {
        (0, value) => value as i64,
        (_, 0) => i64::MIN,
        (_, value) => (value as i64).wrapping_neg(),
    }
}

/// Makes a number in words, least significant first, its negative.
fn negate(words: &mut [u64]) {
    let mut carry = true;
    for word in words {
        (*word, carry) = (!*word).overflowing_add(u64::from(carry));
    }
}

/// The digits of a number in words, least significant first.
fn decimal(mut words: Vec<u64>) -> String {
    /// The largest power of ten in a word, and its digits.
    const STEP: (u128, usize) = (10_000_000_000_000_000_000, 19);
    let mut parts = Vec::new();
    while words.iter().any(|word| *word != 0) {
        let mut rest = 0;
        for word in words.iter_mut().rev() {
            let value = rest << 64 | u128::from(*word);
            (*word, rest) = ((value / STEP.0) as u64, value % STEP.0);
        }
        parts.push(rest);
    }
    let mut text = parts.pop().unwrap_or(0).to_string();
    for part in parts.iter().rev() {
        text.push_str(&format!("{part:0width$}", width = STEP.1));
    }
    text
}

/// The text of `memory(…)`: two bits for each kind of memory. Version 1 has `errnomem`.
fn effects(value: u64) -> String {
    let access = |bits: u64| ["none", "read", "write", "readwrite"][(bits & 3) as usize];
    let new = value >> 56 != 0;
    let places: &[(u64, &str)] = match new {
        false => &[(0, "argmem"), (2, "inaccessiblemem")],
        true => &[(0, "argmem"), (2, "inaccessiblemem"), (4, "errnomem")],
    };
    let other = value >> if new { 6 } else { 4 } & 3;
    let mut all = other;
    let mut parts = Vec::new();
    for (shift, place) in places {
        let bits = value >> shift & 3;
        all |= bits;
        if bits != other {
            parts.push(format!("{place}: {}", access(bits)));
        }
    }
    if other != 0 || all == other {
        parts.insert(0, access(other).to_owned());
    }
    parts.join(", ")
}

fn float_classes(mut value: u64) -> String {
    let mut words = Vec::new();
    for (bits, word) in FLOAT_CLASSES {
        if value & bits == *bits {
            words.push(*word);
            value &= !bits;
        }
    }
    words.join(" ")
}

/// The text of `captures(…)`: four bits for the result, four for all else.
fn captures(value: u64) -> String {
    let parts = |bits: u64| {
        let mut words = Vec::new();
        match bits & 3 {
            0 => {}
            1 => words.push("address_is_null"),
            _ => words.push("address"),
        }
        match bits >> 2 & 3 {
            0 => {}
            1 => words.push("read_provenance"),
            _ => words.push("provenance"),
        }
        match words.is_empty() {
            true => "none".to_owned(),
            false => words.join(", "),
        }
    };
    let (result, other) = (value & 0xf, value >> 4 & 0xf);
    match (other == result, other) {
        (true, _) => parts(other),
        (false, 0) => format!("ret: {}", parts(result)),
        (false, _) => format!("{}, ret: {}", parts(other), parts(result)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_text() {
        assert_eq!(effects(0), "none");
        assert_eq!(effects(0b11), "argmem: readwrite");
        assert_eq!(effects(0b010101), "read");
        assert_eq!(effects(0b011101), "read, inaccessiblemem: readwrite");
        assert_eq!(float_classes(3), "nan");
        assert_eq!(float_classes(0x207), "nan inf");
        assert_eq!(captures(0), "none");
        assert_eq!(captures(0x1f), "address_is_null, ret: address, provenance");
    }

    #[test]
    fn wide_numbers_become_decimal() {
        assert_eq!(decimal(vec![]), "0");
        assert_eq!(decimal(vec![0, 1]), "18446744073709551616");
        assert_eq!(
            decimal(vec![0, 0, 1]),
            "340282366920938463463374607431768211456"
        );
        let mut words = vec![0, u64::MAX];
        negate(&mut words);
        assert_eq!(words, [0, 1]);
    }

    #[test]
    fn signs_are_in_the_lowest_bit() {
        assert_eq!(unrotated(4), 2);
        assert_eq!(unrotated(5), -2);
        assert_eq!(unrotated(1), i64::MIN);
    }
}
