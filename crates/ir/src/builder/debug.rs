//! Debug information: the file, the functions, and the line and column of each instruction.

use crate::entities::MetadataId;
use crate::metadata::{LocationNode, MetadataData, MetadataField, SpecialNode};
use crate::types::TypeTable;

use super::{FunctionBuilder, ModuleBuilder};

/// The nodes that all functions share.
#[derive(Clone, Copy, Debug)]
pub(super) struct DebugNodes {
    file: MetadataId,
    unit: MetadataId,
    /// The type of functions whose types are not described.
    ty: MetadataId,
}

/// A field of a node.
enum Field {
    Text(String),
    Node(MetadataId),
}

fn word(text: impl ToString) -> Field {
    Field::Text(text.to_string())
}

/// A text in quotes, with all but letters, digits and the like as escapes.
fn quoted(text: &str) -> Field {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b' '..=b'~' if byte != b'"' && byte != b'\\' => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\{byte:02X}")),
        }
    }
    out.push('"');
    Field::Text(out)
}

impl ModuleBuilder {
    /// Says which file the module is made of, and gives it debug information: then functions can [have a
    /// line](FunctionBuilder::debug_function) and instructions [a place](FunctionBuilder::at).
    ///
    /// ```
    /// use avarice_ir::TypeTable;
    /// use avarice_ir::builder::ModuleBuilder;
    ///
    /// let mut module = ModuleBuilder::new("hello.toy");
    /// module.debug_file("hello.toy", "/src", "toy 1.0");
    /// let main = module.function("main", TypeTable::I32, &[]);
    /// let mut body = module.define(main);
    /// body.debug_function("main", 1);
    /// body.at(2, 3);
    /// let zero = body.int(TypeTable::I32, 0);
    /// body.ret(zero);
    /// body.finish();
    /// let text = avarice_ir::printer::print_module(&module.finish());
    /// assert!(text.contains("!DILocation(line: 2, column: 3"));
    /// ```
    pub fn debug_file(&mut self, file: &str, directory: &str, producer: &str) {
        let fields = [("filename", quoted(file)), ("directory", quoted(directory))];
        let file = self.special("DIFile", false, fields);
        let unit = self.special(
            "DICompileUnit",
            true,
            [
                ("language", word("DW_LANG_C11")),
                ("file", Field::Node(file)),
                ("producer", quoted(producer)),
                ("isOptimized", word(false)),
                ("runtimeVersion", word(0)),
                ("emissionKind", word("FullDebug")),
            ],
        );
        let types = self.node(vec![None]);
        let ty = self.special("DISubroutineType", false, [("types", Field::Node(types))]);
        self.debug = Some(DebugNodes { file, unit, ty });
        let version = self.module_flag(2, "Debug Info Version", 3);
        let dwarf = self.module_flag(7, "Dwarf Version", 5);
        let named = &mut self.module.metadata.named;
        named.push(("llvm.dbg.cu".into(), vec![unit]));
        match named
            .iter_mut()
            .find(|(name, _)| **name == *"llvm.module.flags")
        {
            Some((_, flags)) => flags.extend([dwarf, version]),
            None => named.push(("llvm.module.flags".into(), vec![dwarf, version])),
        }
    }

    fn module_flag(&mut self, behavior: i64, key: &str, value: i64) -> MetadataId {
        let behavior = self.int(TypeTable::I32, behavior);
        let value = self.int(TypeTable::I32, value);
        let nodes = &mut self.module.metadata.nodes;
        let operands = [
            MetadataData::Const(behavior),
            MetadataData::String(key.as_bytes().into()),
            MetadataData::Const(value),
        ];
        let operands = operands.map(|data| Some(nodes.push(data)));
        self.node(operands.to_vec())
    }

    /// The id of the kind of attachments of this name.
    fn metadata_kind(&mut self, name: &str) -> u32 {
        let kinds = &mut self.module.metadata.kinds;
        let at = match kinds.iter().position(|kind| **kind == *name) {
            Some(at) => at,
            None => {
                kinds.push(name.into());
                kinds.len() - 1
            }
        };
        at as u32
    }

    fn node(&mut self, operands: Vec<Option<MetadataId>>) -> MetadataId {
        self.numbered(MetadataData::Node {
            distinct: false,
            operands: operands.into(),
        })
    }

    fn special<const N: usize>(
        &mut self,
        name: &'static str,
        distinct: bool,
        fields: [(&'static str, Field); N],
    ) -> MetadataId {
        let fields = fields.map(|(key, field)| {
            let field = match field {
                Field::Text(text) => MetadataField::Text(text.into()),
                Field::Node(id) => MetadataField::Node(id),
            };
            (key.into(), field)
        });
        self.numbered(MetadataData::Special(Box::new(SpecialNode {
            distinct,
            name: name.into(),
            fields: fields.into(),
        })))
    }

    fn numbered(&mut self, data: MetadataData) -> MetadataId {
        let metadata = &mut self.module.metadata;
        let id = metadata.nodes.push(data);
        let number = metadata.numbered.len() as u32;
        metadata.numbered.push((number, id));
        id
    }
}

impl FunctionBuilder<'_> {
    /// Gives the function debug information: its name and line in the file of [`ModuleBuilder::debug_file`].
    ///
    /// # Panics
    /// If the module has no file.
    #[track_caller]
    pub fn debug_function(&mut self, name: &str, line: u32) {
        let Some(DebugNodes { file, unit, ty }) = self.module.debug else {
            panic!("debug_function: the module has no debug_file");
        };
        let scope = self.module.special(
            "DISubprogram",
            true,
            [
                ("name", quoted(name)),
                ("scope", Field::Node(file)),
                ("file", Field::Node(file)),
                ("line", word(line)),
                ("type", Field::Node(ty)),
                ("scopeLine", word(line)),
                ("spFlags", word("DISPFlagDefinition")),
                ("unit", Field::Node(unit)),
            ],
        );
        self.scope = Some(scope);
        let kind = self.module.metadata_kind("dbg");
        let data = &mut self.module.module.globals[self.global];
        data.metadata.push((kind, scope));
        self.at(line, 0);
    }

    /// The next instructions come from this line and column; those of functions without debug information from nowhere.
    pub fn at(&mut self, line: u32, column: u32) {
        let Some(scope) = self.scope else {
            return;
        };
        // LLVM has no columns above those.
        let column = u16::try_from(column).unwrap_or(0);
        let node = LocationNode::new(line, column, scope);
        self.location = Some(self.module.numbered(MetadataData::Location(node)));
    }

    /// A variable of the program that lives in the stack slot `address`, for debuggers: an integer or pointer of `bits`
    /// bits.
    pub fn declare_variable(&mut self, name: &str, address: crate::Value, bits: u32, line: u32) {
        let (Some(scope), Some(location), Some(nodes)) =
            (self.scope, self.location, self.module.debug)
        else {
            return;
        };
        let ty = self.module.special(
            "DIBasicType",
            false,
            [
                ("name", quoted(&format!("i{bits}"))),
                ("size", word(bits)),
                ("encoding", word("DW_ATE_signed")),
            ],
        );
        let variable = self.module.special(
            "DILocalVariable",
            false,
            [
                ("name", quoted(name)),
                ("scope", Field::Node(scope)),
                ("file", Field::Node(nodes.file)),
                ("line", word(line)),
                ("type", Field::Node(ty)),
            ],
        );
        let expression = self.module.special("DIExpression", false, []);
        self.body
            .debug_declares
            .push(crate::function::DebugDeclare {
                address,
                variable,
                expression,
                location,
            });
    }
}
