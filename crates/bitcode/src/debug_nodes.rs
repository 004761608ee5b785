//! The specialized nodes of debug information: one row a field, in the order in which LLVM prints them.

use std::sync::Arc;

use avarice_ir::metadata::{LocationNode, MetadataData, MetadataField};
use avarice_ir::{ConstKind, MetadataId};

use crate::attributes::unrotated;
use crate::debug_words::{self, Space, dwarf_word};
use crate::error::Result;
use crate::reader::Reader;
use crate::tables::metadata::Fields;

/// How a field is written, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// A node, if there is one.
    Node,
    /// A node or `null`.
    NodeOrNull,
    /// A string that is not empty.
    Text,
    /// A string.
    AnyText,
    /// A number other than 0.
    Number,
    /// A number.
    AnyNumber,
    /// A number with its sign, other than 0.
    Signed,
    /// `true` or `false`.
    Flag,
    /// `true`, or nothing.
    IfTrue,
    /// `false`, or nothing.
    IfFalse,
    /// A word.
    Word(Space),
    /// A word for a number other than this one.
    WordUnless(Space, u64),
    /// Flags, if there are some.
    Flags,
    /// Flags of a function.
    FunctionFlags,
    /// A node; a constant in it is written as a number.
    Bound,
    /// Likewise; so is an expression that is a number.
    GenericBound,
    /// A number other than 0, or a [`Self::Bound`] if the first operand of the record has this bit.
    Size(u64),
    /// A number that is stored plus 1, if it is there.
    AddressSpace,
}

/// A field: key, form, operand.
type Row = (&'static str, Form, usize);

/// The kind of a node and its fields.
struct Class {
    name: &'static str,
    /// Number of operands that a record has at least.
    least: usize,
    rows: &'static [Row],
}

use Form::*;

/// `DW_TAG_base_type` and the like, which are not written.
const BASE_TYPE: u64 = 0x24;
const STRING_TYPE: u64 = 0x12;
const TEMPLATE_VALUE: u64 = 0x30;

#[rustfmt::skip]
fn class(code: u32) -> Option<Class> {
    let (name, least, rows): (&'static str, usize, &'static [Row]) = match code {
        15 => ("DIBasicType", 6, &[
            ("tag", WordUnless(Space::Tag, BASE_TYPE), 1), ("name", Text, 2), ("size", Size(2), 3), ("align", Number, 4),
            ("encoding", WordUnless(Space::Encoding, 0), 5), ("num_extra_inhabitants", Number, 7), ("flags", Flags, 6)]),
        16 => ("DIFile", 3, &[
            ("filename", AnyText, 1), ("directory", AnyText, 2), ("checksumkind", WordUnless(Space::Checksum, 0), 3),
            ("checksum", Text, 4), ("source", Text, 5)]),
        18 => ("DICompositeType", 16, &[
            ("tag", Word(Space::Tag), 1), ("name", Text, 2), ("scope", Node, 5), ("file", Node, 3), ("line", Number, 4),
            ("baseType", Node, 6), ("size", Size(4), 7), ("align", Number, 8), ("offset", Size(4), 9),
            ("num_extra_inhabitants", Number, 22), ("flags", Flags, 10), ("elements", Node, 11),
            ("runtimeLang", WordUnless(Space::Language, 0), 12), ("vtableHolder", Node, 13), ("templateParams", Node, 14),
            ("identifier", Text, 15), ("discriminator", Node, 16), ("dataLocation", Node, 17), ("associated", Node, 18),
            ("allocated", Node, 19), ("rank", Bound, 20), ("annotations", Node, 21), ("specification", Node, 23)]),
        19 => ("DISubroutineType", 3, &[
            ("flags", Flags, 1), ("cc", WordUnless(Space::Convention, 0), 3), ("types", NodeOrNull, 2)]),
        22 => ("DILexicalBlock", 5, &[
            ("scope", NodeOrNull, 1), ("file", Node, 2), ("line", Number, 3), ("column", Number, 4)]),
        23 => ("DILexicalBlockFile", 4, &[
            ("scope", NodeOrNull, 1), ("file", Node, 2), ("discriminator", AnyNumber, 3)]),
        25 => ("DITemplateTypeParameter", 3, &[
            ("name", Text, 1), ("type", NodeOrNull, 2), ("defaulted", IfTrue, 3)]),
        28 => ("DILocalVariable", 8, &[
            ("name", Text, 2), ("arg", Number, 6), ("scope", NodeOrNull, 1), ("file", Node, 3), ("line", Number, 4),
            ("type", Node, 5), ("flags", Flags, 7), ("align", Number, 8), ("annotations", Node, 9)]),
        30 => ("DIObjCProperty", 8, &[
            ("name", Text, 1), ("file", Node, 2), ("line", Number, 3), ("setter", Text, 5), ("getter", Text, 4),
            ("attributes", Number, 6), ("type", Node, 7)]),
        31 => ("DIImportedEntity", 6, &[
            ("tag", Word(Space::Tag), 1), ("name", Text, 5), ("scope", NodeOrNull, 2), ("entity", Node, 3),
            ("file", Node, 6), ("line", Number, 4), ("elements", Node, 7)]),
        32 => ("DIModule", 9, &[
            ("scope", NodeOrNull, 2), ("name", Text, 3), ("configMacros", Text, 4), ("includePath", Text, 5),
            ("apinotes", Text, 6), ("file", Node, 1), ("line", Number, 7), ("isDecl", IfTrue, 8)]),
        33 => ("DIMacro", 5, &[
            ("type", Word(Space::Macro), 1), ("line", Number, 2), ("name", Text, 3), ("value", Text, 4)]),
        34 => ("DIMacroFile", 5, &[
            ("line", Number, 2), ("file", NodeOrNull, 3), ("nodes", Node, 4)]),
        37 => ("DIGlobalVariableExpression", 3, &[("var", Node, 1), ("expr", Node, 2)]),
        40 => ("DILabel", 5, &[
            ("scope", NodeOrNull, 1), ("name", Text, 2), ("file", Node, 3), ("line", Number, 4)]),
        41 => ("DIStringType", 9, &[
            ("tag", WordUnless(Space::Tag, STRING_TYPE), 1), ("name", Text, 2), ("stringLength", Node, 3),
            ("stringLengthExpression", Node, 4), ("stringLocationExpression", Node, 5), ("size", Size(2), 6),
            ("align", Number, 7), ("encoding", WordUnless(Space::Encoding, 0), 8)]),
        44 => ("DICommonBlock", 6, &[
            ("scope", NodeOrNull, 1), ("declaration", NodeOrNull, 2), ("name", Text, 3), ("file", Node, 4),
            ("line", Number, 5)]),
        45 => ("DIGenericSubrange", 5, &[
            ("count", GenericBound, 1), ("lowerBound", GenericBound, 2), ("upperBound", GenericBound, 3),
            ("stride", GenericBound, 4)]),
        47 => ("DIAssignID", 1, &[]),
        _ => return None,
    };
    Some(Class { name, least, rows })
}

#[rustfmt::skip]
const SUBRANGE: &[Row] = &[
    ("count", Bound, 1), ("lowerBound", Bound, 2), ("upperBound", Bound, 3), ("stride", Bound, 4),
];

#[rustfmt::skip]
const DERIVED_TYPE: &[Row] = &[
    ("tag", Word(Space::Tag), 1), ("name", Text, 2), ("scope", Node, 5), ("file", Node, 3), ("line", Number, 4),
    ("baseType", NodeOrNull, 6), ("size", Size(2), 7), ("align", Number, 8), ("offset", Size(2), 9), ("flags", Flags, 10),
    ("extraData", Node, 11), ("dwarfAddressSpace", AddressSpace, 12), ("annotations", Node, 13),
];

#[rustfmt::skip]
const COMPILE_UNIT: &[Row] = &[
    ("language", Word(Space::Language), 1), ("file", NodeOrNull, 2), ("producer", Text, 3), ("isOptimized", Flag, 4),
    ("flags", Text, 5), ("runtimeVersion", AnyNumber, 6), ("splitDebugFilename", Text, 7),
    ("emissionKind", Word(Space::Emission), 8), ("enums", Node, 9), ("retainedTypes", Node, 10), ("globals", Node, 12),
    ("imports", Node, 13), ("macros", Node, 15), ("dwoId", Number, 14), ("splitDebugInlining", IfFalse, 16),
    ("debugInfoForProfiling", IfTrue, 17), ("nameTableKind", WordUnless(Space::NameTable, 0), 18),
    ("rangesBaseAddress", IfTrue, 19), ("sysroot", Text, 20), ("sdk", Text, 21),
];

#[rustfmt::skip]
const SUBPROGRAM: &[Row] = &[
    ("name", Text, 2), ("linkageName", Text, 3), ("scope", NodeOrNull, 1), ("file", Node, 4), ("line", Number, 5),
    ("type", Node, 6), ("scopeLine", Number, 7), ("containingType", Node, 8),
];

#[rustfmt::skip]
const SUBPROGRAM_REST: &[Row] = &[
    ("thisAdjustment", Signed, 16), ("flags", Flags, 11), ("spFlags", FunctionFlags, 9), ("unit", Node, 12),
    ("templateParams", Node, 13), ("declaration", Node, 14), ("retainedNodes", Node, 15), ("thrownTypes", Node, 17),
    ("annotations", Node, 18), ("targetFuncName", Text, 19),
];

#[rustfmt::skip]
const GLOBAL_VARIABLE: &[Row] = &[
    ("name", Text, 2), ("linkageName", Text, 3), ("scope", NodeOrNull, 1), ("file", Node, 4), ("line", Number, 5),
    ("type", Node, 6), ("isLocal", Flag, 7), ("isDefinition", Flag, 8), ("declaration", Node, 9),
    ("templateParams", Node, 10), ("align", Number, 11), ("annotations", Node, 12),
];

impl Reader<'_> {
    /// A record of a specialized node.
    pub fn special_node(&mut self, code: u32) -> Result<()> {
        match code {
            7 => {
                self.needs(5)?;
                let distinct = self.is_distinct();
                let scope = self.node_operand(3)?;
                let node = self.location(1, scope)?;
                self.define_location(LocationNode { distinct, ..node })
            }
            12 => Err(self.error("'GenericDINode' is not read from bitcode")),
            13 => self.subrange(),
            14 => self.enumerator(),
            17 => self.derived_type(),
            20 => {
                self.needs(15)?;
                let fields = self.fields(COMPILE_UNIT)?;
                self.define_special(true, "DICompileUnit", fields)
            }
            21 => self.subprogram(),
            24 => self.namespace(),
            26 => self.template_value(),
            27 => {
                self.needs(12)?;
                if self.operand(0)? >> 1 < 2 {
                    return Err(self.error("a 'DIGlobalVariable' of LLVM before 8 is not read"));
                }
                let fields = self.fields(GLOBAL_VARIABLE)?;
                self.define_special(self.is_distinct(), "DIGlobalVariable", fields)
            }
            29 => self.expression(),
            code => match class(code) {
                Some(class) => {
                    self.needs(class.least)?;
                    let fields = self.fields(class.rows)?;
                    let distinct = self.is_distinct() || class.name == "DIAssignID";
                    self.define_special(distinct, class.name, fields)
                }
                None => Err(self.error(format!("metadata of kind {code} is not read"))),
            },
        }
    }

    fn is_distinct(&self) -> bool {
        self.operand_or_zero(0) & 1 != 0
    }

    fn needs(&self, count: usize) -> Result<()> {
        match self.stream.operands.len() < count {
            true => Err(self.error("this record is too short")),
            false => Ok(()),
        }
    }

    fn fields(&mut self, rows: &'static [Row]) -> Result<Fields> {
        let mut fields = self.no_fields();
        self.add_fields(&mut fields, rows)?;
        Ok(fields)
    }

    fn add_fields(&mut self, fields: &mut Fields, rows: &'static [Row]) -> Result<()> {
        for (key, form, index) in rows {
            if let Some(value) = self.field(*form, *index)? {
                fields.push(((*key).into(), value));
            }
        }
        Ok(())
    }

    fn text_field(&self, fields: &mut Fields, key: &'static str, text: impl Into<Arc<str>>) {
        fields.push((key.into(), MetadataField::Text(text.into())));
    }

    /// The field with the value in operand `index`, `None` if it is not written.
    fn field(&mut self, form: Form, index: usize) -> Result<Option<MetadataField>> {
        let value = self.operand_or_zero(index);
        let text = match form {
            Node => return Ok(self.optional_node(index)?.map(MetadataField::Node)),
            NodeOrNull => {
                let node = self.optional_node(index)?;
                return Ok(Some(node.map_or(MetadataField::Null, MetadataField::Node)));
            }
            Text | AnyText => {
                let text = self.text_operand(index)?.unwrap_or_default();
                if text.is_empty() && form == Text {
                    return Ok(None);
                }
                quoted(text).into()
            }
            Number | Signed if value == 0 => return Ok(None),
            Number | AnyNumber => self.metadata.number(value),
            Signed => (value as u32 as i32).to_string().into(),
            Flag => self
                .metadata
                .word(if value != 0 { "true" } else { "false" }),
            IfTrue if value != 0 => self.metadata.word("true"),
            IfFalse if value == 0 && index < self.stream.operands.len() => {
                self.metadata.word("false")
            }
            IfTrue | IfFalse => return Ok(None),
            WordUnless(_, usual) if value == usual => return Ok(None),
            Word(space) | WordUnless(space, _) => match dwarf_word(space, value) {
                Some(word) => self.metadata.word(word),
                None => self.metadata.number(value),
            },
            Flags if value == 0 => return Ok(None),
            Flags => debug_words::flags(value).into(),
            FunctionFlags => debug_words::function_flags(value).into(),
            Bound | GenericBound => return self.bound(form, index),
            Size(bit) if self.operand_or_zero(0) & bit != 0 => {
                let bound = self.bound(Bound, index)?;
                let zero = MetadataField::Text(self.metadata.number(0));
                return Ok(bound.filter(|bound| *bound != zero));
            }
            Size(_) => return self.field(Number, index),
            AddressSpace => match value.checked_sub(1) {
                Some(space) => self.metadata.number(space),
                None => return Ok(None),
            },
        };
        Ok(Some(MetadataField::Text(text)))
    }

    /// A node, or the number that it is.
    fn bound(&mut self, form: Form, index: usize) -> Result<Option<MetadataField>> {
        let Some(node) = self.optional_node(index)? else {
            return Ok(None);
        };
        let number = match form {
            GenericBound => self.expression_number(node),
            _ => self.constant_number(node),
        };
        Ok(Some(match number {
            Some(number) => self.signed_field(number),
            None => MetadataField::Node(node),
        }))
    }

    fn signed_field(&mut self, number: i64) -> MetadataField {
        MetadataField::Text(match u64::try_from(number) {
            Ok(number) => self.metadata.number(number),
            Err(_) => number.to_string().into(),
        })
    }

    /// The integer that a node is.
    fn constant_number(&self, node: MetadataId) -> Option<i64> {
        let MetadataData::Const(id) = self.module.metadata.nodes[node] else {
            return None;
        };
        let data = &self.module.consts[id];
        let bits = self.module.types.int_bits(data.ty)?;
        match data.kind {
            ConstKind::Int(value) => Some((value as i64) << (64 - bits) >> (64 - bits)),
            _ => None,
        }
    }

    /// The number that an expression of nothing else is.
    fn expression_number(&self, node: MetadataId) -> Option<i64> {
        let MetadataData::Special(node) = &self.module.metadata.nodes[node] else {
            return None;
        };
        match &*node.fields {
            [
                (_, MetadataField::Text(operation)),
                (_, MetadataField::Text(number)),
            ] if **operation == *"DW_OP_consts" => {
                number.parse().ok().map(|number: u64| number as i64)
            }
            _ => None,
        }
    }

    fn subrange(&mut self) -> Result<()> {
        if self.operand(0)? >> 1 < 2 {
            return Err(self.error("a 'DISubrange' of LLVM before 11 is not read"));
        }
        self.needs(5)?;
        let fields = self.fields(SUBRANGE)?;
        self.define_special(self.is_distinct(), "DISubrange", fields)
    }

    /// `[flags, width, name, value]`, the value as words if a flag says so.
    fn enumerator(&mut self) -> Result<()> {
        self.needs(3)?;
        let flags = self.operand(0)?;
        let (is_big, is_unsigned) = (flags & 4 != 0, flags & 2 != 0);
        let mut fields = self.fields(&[("name", Text, 2)])?;
        let value = match is_big {
            false => {
                let value = unrotated(self.operand(1)?);
                match is_unsigned {
                    true => (value as u64).to_string(),
                    false => value.to_string(),
                }
            }
            true => {
                let words = self.stream.operands[3..].iter();
                let words: Vec<u64> = words.map(|word| unrotated(*word) as u64).collect();
                self.wide_number(&words, is_unsigned)?
            }
        };
        self.text_field(&mut fields, "value", value);
        if is_unsigned {
            let yes = self.metadata.word("true");
            self.text_field(&mut fields, "isUnsigned", yes);
        }
        self.define_special(self.is_distinct(), "DIEnumerator", fields)
    }

    /// The number of at most 128 bits that consists of `words`, as wide as operand 1 says.
    fn wide_number(&self, words: &[u64], is_unsigned: bool) -> Result<String> {
        let bits = self.operand(1)?;
        let (low, high) = match words {
            [low] => (*low, if (*low as i64) < 0 { u64::MAX } else { 0 }),
            [low, high] => (*low, *high),
            _ => return Err(self.error("an enumerator has at most 128 bits here")),
        };
        if !(1..=128).contains(&bits) {
            return Err(self.error("an enumerator has at most 128 bits here"));
        }
        let value = u128::from(high) << 64 | u128::from(low);
        let shift = 128 - bits as u32;
        Ok(match is_unsigned {
            true => (value << shift >> shift).to_string(),
            false => ((value << shift) as i128 >> shift).to_string(),
        })
    }

    fn derived_type(&mut self) -> Result<()> {
        self.needs(12)?;
        let mut fields = self.fields(DERIVED_TYPE)?;
        // Key in 4 bits, a flag, 16 bits of discriminator, two flags.
        let auth = self.operand_or_zero(14);
        if auth != 0 {
            let word = |bit: u64| {
                if auth >> bit & 1 == 1 {
                    "true"
                } else {
                    "false"
                }
            };
            self.text_field(&mut fields, "ptrAuthKey", (auth & 0xf).to_string());
            if auth >> 4 & 1 == 1 {
                self.text_field(&mut fields, "ptrAuthIsAddressDiscriminated", word(4));
            }
            if auth >> 5 & 0xffff != 0 {
                let extra = (auth >> 5 & 0xffff).to_string();
                self.text_field(&mut fields, "ptrAuthExtraDiscriminator", extra);
            }
            for (bit, key) in [
                (21, "ptrAuthIsaPointer"),
                (22, "ptrAuthAuthenticatesNullValues"),
            ] {
                if auth >> bit & 1 == 1 {
                    self.text_field(&mut fields, key, word(bit));
                }
            }
        }
        self.define_special(self.is_distinct(), "DIDerivedType", fields)
    }

    fn subprogram(&mut self) -> Result<()> {
        self.needs(17)?;
        // Whether there are a unit and flags of functions.
        if self.operand(0)? & 6 != 6 {
            return Err(self.error("a 'DISubprogram' of LLVM before 8 is not read"));
        }
        let function_flags = self.operand(9)?;
        let mut fields = self.fields(SUBPROGRAM)?;
        let index = self.operand(10)?;
        if function_flags & 3 != 0 || index != 0 {
            let index = self.metadata.number(index);
            self.text_field(&mut fields, "virtualIndex", index);
        }
        self.add_fields(&mut fields, SUBPROGRAM_REST)?;
        let is_definition = function_flags & 8 != 0;
        self.define_special(self.is_distinct() || is_definition, "DISubprogram", fields)
    }

    /// `[flags, scope, name]`, in old files with a file before the name.
    fn namespace(&mut self) -> Result<()> {
        self.needs(3)?;
        let mut fields = match self.stream.operands.len() {
            3 => self.fields(&[("name", Text, 2), ("scope", NodeOrNull, 1)])?,
            _ => self.fields(&[("name", Text, 3), ("scope", NodeOrNull, 1)])?,
        };
        if self.operand(0)? & 2 != 0 {
            let yes = self.metadata.word("true");
            self.text_field(&mut fields, "exportSymbols", yes);
        }
        self.define_special(self.is_distinct(), "DINamespace", fields)
    }

    /// `[is distinct, tag, name, type, is default, value]`, in old files without the fifth.
    fn template_value(&mut self) -> Result<()> {
        self.needs(5)?;
        const START: &[Row] = &[
            ("tag", WordUnless(Space::Tag, TEMPLATE_VALUE), 1),
            ("name", Text, 2),
            ("type", Node, 3),
        ];
        let mut fields = self.fields(START)?;
        match self.stream.operands.len() {
            5 => self.add_fields(&mut fields, &[("value", NodeOrNull, 4)])?,
            _ => {
                let rest: &[Row] = &[("defaulted", IfTrue, 4), ("value", NodeOrNull, 5)];
                self.add_fields(&mut fields, rest)?;
            }
        }
        self.define_special(self.is_distinct(), "DITemplateValueParameter", fields)
    }
}

/// A text in quotes, with all but printable ASCII as escapes.
fn quoted(text: &[u8]) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    avarice_ir::printer::write_escaped(&mut out, text);
    out.push('"');
    out
}
