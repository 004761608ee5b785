//! Metadata: strings, nodes, values, named lists.
//!
//! A record refers to what has a number, and 0 is often nothing, all else one more than the number. Nodes may refer to
//! later ones: the first mention makes the node, its record fills it in.

use avarice_ir::metadata::{LocationNode, MetadataData, SpecialNode};
use avarice_ir::{MetadataId, Type};

use crate::bits::Bits;
use crate::block;
use crate::error::Result;
use crate::reader::Reader;
use crate::stream::Entry;
use crate::tables::metadata::{Fields, Listed};
use crate::tables::values::Slot;

impl<'a> Reader<'a> {
    /// The block with the names of kinds of attachments.
    pub fn metadata_kinds(&mut self) -> Result<()> {
        self.stream.enter(block::METADATA_KINDS)?;
        loop {
            match self.stream.next()? {
                Entry::End => return Ok(()),
                Entry::Block(id) => self.stream.skip(id)?,
                Entry::Record(_) => {
                    let number = self.operand(0)?;
                    let name = String::from_utf8_lossy(&self.text(1)).into();
                    self.metadata.kind_names.insert(number, name);
                }
            }
        }
    }

    /// The kind of attachments with this number, as the module numbers those that it uses.
    pub fn attachment_kind(&mut self, number: u64) -> Result<u32> {
        if let Some(kind) = self.metadata.kind_ids.get(&number) {
            return Ok(*kind);
        }
        let Some(name) = self.metadata.kind_names.get(&number) else {
            return Err(self.error(format!("there is no kind {number} of attachments")));
        };
        let kinds = &mut self.module.metadata.kinds;
        let kind = kinds.len() as u32;
        kinds.push(name.clone());
        self.metadata.kind_ids.insert(number, kind);
        Ok(kind)
    }

    /// A block of metadata, of the module or of a function.
    pub fn metadata_block(&mut self) -> Result<()> {
        self.stream.enter(block::METADATA)?;
        loop {
            match self.stream.next()? {
                Entry::End => break,
                Entry::Block(id) => self.stream.skip(id)?,
                Entry::Record(code) => self.metadata_record(code)?,
            }
        }
        self.check_metadata()
    }

    /// All nodes that have been mentioned must be defined.
    pub fn check_metadata(&self) -> Result<()> {
        match self.metadata.forward.keys().min() {
            None => Ok(()),
            Some(number) => Err(self.error(format!("metadata {number} is used but not defined"))),
        }
    }

    fn metadata_record(&mut self, code: u32) -> Result<()> {
        match code {
            2 => self.metadata_of_value(),
            3 | 5 => {
                let operands = self.optional_nodes(0)?;
                let distinct = code == 5;
                self.define(MetadataData::Node { distinct, operands })
            }
            4 => {
                let name = self.text(0);
                self.metadata.name = Some(String::from_utf8_lossy(&name).into());
                Ok(())
            }
            10 => self.named_metadata(),
            35 => self.metadata_strings(),
            36 => self.global_attachments(),
            // Where nodes are in the file.
            38 | 39 => Ok(()),
            46 => {
                let numbers = self.stream.operands.as_slice().into();
                self.metadata.list.push(Listed::List(numbers));
                Ok(())
            }
            1 | 8 | 9 => Err(self.error("metadata of this form is no longer read")),
            code => self.special_node(code),
        }
    }

    /// The nodes in the operands from `start` on.
    fn optional_nodes(&mut self, start: usize) -> Result<Box<[Option<MetadataId>]>> {
        let count = self.stream.operands.len();
        (start..count).map(|at| self.optional_node(at)).collect()
    }

    /// Gives `data` the next number.
    pub fn define(&mut self, data: MetadataData) -> Result<()> {
        let number = self.metadata.list.len() as u64;
        let is_numbered = match &data {
            MetadataData::Node { .. } | MetadataData::Location(_) => true,
            MetadataData::Special(node) => &*node.name != "DIExpression",
            _ => false,
        };
        let forward = match self.metadata.forward.is_empty() {
            true => None,
            false => self.metadata.forward.remove(&number),
        };
        let metadata = &mut self.module.metadata;
        let id = match forward {
            Some(id) => {
                metadata.nodes[id] = data;
                id
            }
            None => metadata.nodes.push(data),
        };
        if is_numbered {
            self.give_number(id);
        }
        self.metadata.list.push(Listed::Node(id));
        Ok(())
    }

    /// Gives a node a number by which the text of a record can name it.
    fn give_number(&mut self, id: MetadataId) {
        let numbered = &mut self.module.metadata.numbered;
        let number = numbered.len() as u32;
        numbered.push((number, id));
        self.metadata.numbered[id] = number + 1;
    }

    /// Gives a specialized node the next number.
    pub fn define_special(
        &mut self,
        distinct: bool,
        name: &'static str,
        fields: Fields,
    ) -> Result<()> {
        let node = self.special(distinct, name, fields);
        self.define(node)
    }

    /// Memory for the fields of a node, which [`Self::special`] takes back.
    pub fn no_fields(&mut self) -> Fields {
        std::mem::take(&mut self.metadata.fields)
    }

    fn special(&mut self, distinct: bool, name: &'static str, mut fields: Fields) -> MetadataData {
        let node = SpecialNode {
            distinct,
            name: name.into(),
            fields: fields.drain(..).collect(),
        };
        self.metadata.fields = fields;
        MetadataData::Special(Box::new(node))
    }

    /// `[number of strings, offset of their texts]`, and a blob with their lengths, then their texts.
    fn metadata_strings(&mut self) -> Result<()> {
        let (count, offset) = (self.operand(0)?, self.operand(1)?);
        let blob = self.stream.blob;
        let Some((lengths, mut texts)) = blob.split_at_checked(offset as usize) else {
            return Err(self.error("the strings of this metadata are not well-formed"));
        };
        let mut lengths = Bits::new(lengths);
        for _ in 0..count {
            let len = lengths.vbr(6).ok();
            let parts = len.and_then(|len| texts.split_at_checked(len as usize));
            let Some((text, rest)) = parts else {
                return Err(self.error("the strings of this metadata are not well-formed"));
            };
            self.metadata.list.push(Listed::Text(text));
            texts = rest;
        }
        Ok(())
    }

    /// `[type, number of the value]`
    fn metadata_of_value(&mut self) -> Result<()> {
        let ty = self.type_operand(0)?;
        let number = self.operand(1)? as u32;
        if ty == avarice_ir::TypeTable::METADATA {
            return Err(self.error("metadata cannot be wrapped in metadata"));
        }
        let forward = self.metadata.list.len() as u64;
        if let Some(id) = self.metadata.forward.remove(&forward) {
            let constant = self.constant_numbered(u64::from(number))?;
            self.module.metadata.nodes[id] = MetadataData::Const(constant);
            self.metadata.list.push(Listed::Node(id));
            return Ok(());
        }
        self.metadata.list.push(Listed::Value(ty, number));
        Ok(())
    }

    /// The metadata with the number in operand `index`.
    pub fn node_operand(&mut self, index: usize) -> Result<MetadataId> {
        self.metadata_operand(self.operand(index)?)
    }

    /// The metadata with the number before the one in operand `index`, which is 0 for none.
    pub fn optional_node(&mut self, index: usize) -> Result<Option<MetadataId>> {
        match self.operand_or_zero(index) {
            0 => Ok(None),
            number => self.metadata_operand(number - 1).map(Some),
        }
    }

    /// The metadata with this number.
    pub fn metadata_operand(&mut self, number: u64) -> Result<MetadataId> {
        let Some(listed) = self.metadata.list.get(number as usize) else {
            return self.forward_node(number);
        };
        match listed {
            Listed::Node(id) => Ok(*id),
            Listed::Text(text) => {
                let text = *text;
                let nodes = &mut self.module.metadata.nodes;
                let strings = &mut self.metadata.strings;
                let id = strings
                    .entry(text)
                    .or_insert_with(|| nodes.push(MetadataData::String(text.into())));
                Ok(*id)
            }
            Listed::Value(ty, value) => self.value_node(*ty, *value),
            Listed::List(numbers) => {
                let numbers = numbers.clone();
                let values: Result<Box<[MetadataId]>> = numbers
                    .iter()
                    .map(|number| self.list_element(*number))
                    .collect();
                let list = MetadataData::ArgList(values?);
                Ok(self.module.metadata.nodes.push(list))
            }
        }
    }

    /// A value in a list of arguments.
    fn list_element(&mut self, number: u64) -> Result<MetadataId> {
        match self.metadata.list.get(number as usize) {
            Some(Listed::Value(ty, value)) => self.value_node(*ty, *value),
            Some(Listed::Node(id)) => Ok(*id),
            _ => Err(self.error("a list of arguments holds values")),
        }
    }

    fn forward_node(&mut self, number: u64) -> Result<MetadataId> {
        if number > self.stream.bits_left() + self.metadata.list.len() as u64 {
            return Err(self.error(format!("there is no metadata with the number {number}")));
        }
        let nodes = &mut self.module.metadata.nodes;
        let empty = || MetadataData::Node {
            distinct: false,
            operands: Box::default(),
        };
        let forward = self.metadata.forward.entry(number);
        Ok(*forward.or_insert_with(|| nodes.push(empty())))
    }

    /// A value as metadata.
    fn value_node(&mut self, ty: Type, number: u32) -> Result<MetadataId> {
        let is_const = matches!(
            self.values.get(number),
            Some(Slot::Const(_) | Slot::Global(_))
        );
        if !is_const {
            if self.current_function().is_none() {
                return Err(self.error("a value of a function is used outside of it"));
            }
            let value = self.value(number, Some(ty))?;
            let local = MetadataData::Local(value);
            return Ok(self.module.metadata.nodes.push(local));
        }
        let constant = self.constant_numbered(u64::from(number))?;
        if self.module.consts[constant].ty != ty {
            return Err(self.error("a constant in metadata does not have its type"));
        }
        let nodes = &mut self.module.metadata.nodes;
        let consts = &mut self.metadata.consts;
        let id = consts
            .entry(constant)
            .or_insert_with(|| nodes.push(MetadataData::Const(constant)));
        Ok(*id)
    }

    /// The value that the metadata with this number is, if it is one: type and number.
    pub fn value_of_metadata(&self, number: u64) -> Option<(Type, u32)> {
        match self.metadata.list.get(number as usize) {
            Some(Listed::Value(ty, value)) => Some((*ty, *value)),
            _ => None,
        }
    }

    /// The values of the list with this number, if it is one: types and numbers.
    pub fn list_of_metadata(&self, number: u64) -> Option<Vec<(Type, u32)>> {
        let Some(Listed::List(numbers)) = self.metadata.list.get(number as usize) else {
            return None;
        };
        let mut numbers = numbers.iter();
        numbers.try_fold(Vec::new(), |mut all, number| {
            all.push(self.value_of_metadata(*number)?);
            Some(all)
        })
    }

    /// The text in operand `index`, which is the number of a string plus 1; `None` for 0.
    pub fn text_operand(&self, index: usize) -> Result<Option<&'a [u8]>> {
        let number = self.operand_or_zero(index);
        if number == 0 {
            return Ok(None);
        }
        match self.metadata.list.get(number as usize - 1) {
            Some(Listed::Text(text)) => Ok(Some(text)),
            _ => Err(self.error("a string is expected here")),
        }
    }

    /// `[nodes…]`, after the record with the name.
    fn named_metadata(&mut self) -> Result<()> {
        let Some(name) = self.metadata.name.take() else {
            return Err(self.error("this list of metadata has no name"));
        };
        let count = self.stream.operands.len();
        let nodes: Result<Vec<MetadataId>> = (0..count).map(|at| self.node_operand(at)).collect();
        let mut nodes = nodes?;
        let named = &mut self.module.metadata.named;
        match named.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => known.append(&mut nodes),
            None => named.push((name, nodes)),
        }
        Ok(())
    }

    /// A place in `scope`, from the operands from `start` on: line, column, scope, where it was inlined, whether it is implicit
    /// code. How the scope is numbered depends on the record.
    pub fn location(&mut self, start: usize, scope: MetadataId) -> Result<LocationNode> {
        Ok(LocationNode {
            distinct: false,
            is_implicit: self.operand_or_zero(start + 4) != 0,
            // LLVM forgets columns that are too large.
            column: u16::try_from(self.operand(start + 1)?).unwrap_or(0),
            line: self.operand(start)? as u32,
            scope,
            inlined_at: self.optional_node(start + 3)?.into(),
        })
    }

    /// The node for a place in the source, the same for equal places.
    pub fn location_node(&mut self, node: LocationNode) -> MetadataId {
        if let Some(id) = self.metadata.places.get(&node) {
            return *id;
        }
        let id = self
            .module
            .metadata
            .nodes
            .push(MetadataData::Location(node));
        self.give_number(id);
        self.metadata.places.insert(node, id);
        id
    }

    /// Gives a place in the source the next number.
    pub fn define_location(&mut self, node: LocationNode) -> Result<()> {
        let number = self.metadata.list.len() as u64;
        if !node.distinct
            && !self.metadata.forward.contains_key(&number)
            && let Some(id) = self.metadata.places.get(&node)
        {
            self.metadata.list.push(Listed::Node(*id));
            return Ok(());
        }
        self.define(MetadataData::Location(node))?;
        if !node.distinct
            && let Some(Listed::Node(id)) = self.metadata.list.last()
        {
            self.metadata.places.entry(node).or_insert(*id);
        }
        Ok(())
    }

    /// Gives nodes the numbers that they have in the text of the module.
    pub fn number_metadata(&mut self) {
        avarice_ir::printer::number_metadata(&mut self.module, self.bodies.nodes);
    }
}
