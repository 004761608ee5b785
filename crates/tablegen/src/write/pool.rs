//! Lists that rows share: each different one becomes one static array.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Lists of one element type.
pub(crate) struct Pool {
    prefix: &'static str,
    element: &'static str,
    /// Elements as written, with the list's number.
    lists: BTreeMap<String, usize>,
    text: String,
}

impl Pool {
    fn new(prefix: &'static str, element: &'static str) -> Self {
        Self {
            prefix,
            element,
            lists: BTreeMap::new(),
            text: String::new(),
        }
    }

    /// An expression for the list of `elements`.
    pub(crate) fn list(&mut self, elements: impl IntoIterator<Item = String>) -> String {
        let elements: Vec<_> = elements.into_iter().collect();
        if elements.is_empty() {
            return "&[]".to_owned();
        }
        let (length, elements) = (elements.len(), elements.join(","));
        let next = self.lists.len();
        let number = *self.lists.entry(elements).or_insert_with_key(|elements| {
            let Self {
                prefix, element, ..
            } = self;
            let _ = writeln!(
                self.text,
                "static {prefix}{next}: [{element}; {length}] = [{elements}];"
            );
            next
        });
        format!("&{}{number}", self.prefix)
    }
}

/// All pools.
pub(crate) struct Pools {
    pub(crate) registers: Pool,
    pub(crate) units: Pool,
    pub(crate) lanes: Pool,
    pub(crate) parts: Pool,
    pub(crate) classes: Pool,
    pub(crate) bits: Pool,
    pub(crate) supers: Pool,
    pub(crate) indices: Pool,
    pub(crate) opcodes: Pool,
    pub(crate) operands: Pool,
    pub(crate) names: Pool,
    pub(crate) fields: Pool,
    pub(crate) strings: Pool,
}

impl Default for Pools {
    fn default() -> Self {
        Self {
            registers: Pool::new("R", "PhysReg"),
            units: Pool::new("U", "RegUnit"),
            lanes: Pool::new("L", "LaneMask"),
            parts: Pool::new("P", "(SubRegIdx, PhysReg)"),
            classes: Pool::new("C", "RegClass"),
            bits: Pool::new("B", "u32"),
            supers: Pool::new("M", "(SubRegIdx, &[u32])"),
            indices: Pool::new("I", "SubRegIdx"),
            opcodes: Pool::new("O", "Opcode"),
            operands: Pool::new("D", "OperandDesc"),
            names: Pool::new("N", "(&str, u8)"),
            fields: Pool::new("F", "EncodingField"),
            strings: Pool::new("S", "&str"),
        }
    }
}

impl Pools {
    /// The definitions of all lists.
    pub(crate) fn finish(self) -> String {
        let pools = [
            self.registers,
            self.units,
            self.lanes,
            self.parts,
            self.classes,
            self.bits,
            self.supers,
            self.indices,
            self.opcodes,
            self.operands,
            self.names,
            self.fields,
            self.strings,
        ];
        let mut out: String = pools.into_iter().map(|pool| pool.text).collect();
        out.push('\n');
        out
    }
}
