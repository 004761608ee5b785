//! The body of a function that is being built: where instructions go, and what they work on.

use crate::constant::ConstKind;
use crate::entities::{Block, Const, Global, Inst, MetadataId, Type, Value};
use crate::function::Function;
use crate::global::GlobalKind;
use crate::inst::{InstFlags, InstKind};
use crate::types::{TypeData, TypeTable};

use super::ModuleBuilder;

/// Where the next instruction goes.
#[derive(Clone, Copy, Debug)]
enum Position {
    End(Block),
    Before(Inst),
}

/// Adds the instructions of one function.
#[derive(Debug)]
pub struct FunctionBuilder<'m> {
    pub(super) module: &'m mut ModuleBuilder,
    pub(super) global: Global,
    pub(super) body: Function,
    pub(super) result: Type,
    position: Position,
    /// The `DISubprogram`, where the function has debug information.
    pub(super) scope: Option<MetadataId>,
    /// The `DILocation` of the next instructions.
    pub(super) location: Option<MetadataId>,
}

impl<'m> FunctionBuilder<'m> {
    #[track_caller]
    pub(super) fn new(module: &'m mut ModuleBuilder, global: Global) -> Self {
        let data = &module.module.globals[global];
        let TypeData::Function { ret, params, .. } = &module.module.types[data.value_type] else {
            panic!("define: '{}' is not a function", data.name_str());
        };
        assert!(
            data.body().is_none(),
            "define: function '{}' has a body",
            data.name_str()
        );
        let mut body = Function::new();
        for param in params {
            body.add_arg(*param, b"");
        }
        let result = *ret;
        let entry = body.append_block(b"entry");
        Self {
            module,
            global,
            body,
            result,
            position: Position::End(entry),
            scope: None,
            location: None,
        }
    }

    /// Puts the body into the module.
    ///
    /// # Panics
    /// In builds with debug assertions, if a block does not end with a branch, a return or the like.
    #[track_caller]
    pub fn finish(self) {
        if cfg!(debug_assertions) {
            for block in &self.body.layout {
                let name = String::from_utf8_lossy(self.body.name(self.body.blocks[*block].name));
                let is_ended = self.body.terminator(*block).is_some();
                assert!(is_ended, "finish: block '{name}' has no end");
            }
        }
        if let GlobalKind::Function(data) = &mut self.module.module.globals[self.global].kind {
            data.body = Some(Box::new(self.body));
        }
    }

    /// The builder of the module, for types, constants and other functions.
    pub fn module(&mut self) -> &mut ModuleBuilder {
        self.module
    }

    /// The body as it is so far.
    pub fn body(&self) -> &Function {
        &self.body
    }

    // ---- Positions -----------------------------------------------------------------------------

    /// Adds a block, after those that there are. The position stays.
    pub fn block(&mut self, name: &str) -> Block {
        self.body.append_block(name.as_bytes())
    }

    /// Instructions go to the end of `block` from here on.
    pub fn switch_to(&mut self, block: Block) {
        self.position = Position::End(block);
    }

    /// Instructions go before the one that makes `value` from here on.
    ///
    /// # Panics
    /// If `value` is no result of an instruction.
    #[track_caller]
    pub fn switch_before(&mut self, value: Value) {
        match self.body.def_inst(value) {
            Some(inst) => self.position = Position::Before(inst),
            None => panic!("switch_before: not the result of an instruction"),
        }
    }

    /// The block to which instructions go.
    pub fn current(&self) -> Block {
        match self.position {
            Position::End(block) => block,
            Position::Before(inst) => match self.body.insts[inst].block.expand() {
                Some(block) => block,
                None => self.body.entry(),
            },
        }
    }

    /// Whether the current block has its end, so that nothing can follow.
    pub fn is_ended(&self) -> bool {
        match self.position {
            Position::End(block) => self.body.terminator(block).is_some(),
            Position::Before(_) => false,
        }
    }

    // ---- Values --------------------------------------------------------------------------------

    /// A parameter, from 0.
    ///
    /// # Panics
    /// If there are not so many.
    #[track_caller]
    pub fn param(&self, index: usize) -> Value {
        match self.body.args.get(index) {
            Some(value) => *value,
            None => panic!("param: there is no parameter {index}"),
        }
    }

    /// The type of a value.
    pub fn type_of(&self, value: Value) -> Type {
        self.body.values[value].ty
    }

    /// Gives a value the name that text shows.
    pub fn set_name(&mut self, value: Value, name: &str) {
        self.body.values[value].name = self.body.intern_name(name.as_bytes());
    }

    /// Adds flags, such as `nsw` or those of fast floating point, to the instruction that makes `value`.
    ///
    /// # Panics
    /// If `value` is no result of an instruction.
    #[track_caller]
    pub fn add_flags(&mut self, value: Value, flags: InstFlags) {
        match self.body.def_inst(value) {
            Some(inst) => self.body.insts[inst].flags |= flags,
            None => panic!("add_flags: not the result of an instruction"),
        }
    }

    /// A constant as an operand.
    pub fn constant(&mut self, id: Const) -> Value {
        self.body.const_value(&self.module.module.consts, id)
    }

    /// An integer; see [`ModuleBuilder::int`].
    pub fn int(&mut self, ty: Type, value: i64) -> Value {
        let id = self.module.int(ty, value);
        self.constant(id)
    }

    /// A `float` or `double`.
    ///
    /// # Panics
    /// Same as [`ModuleBuilder::float`].
    #[track_caller]
    pub fn float(&mut self, ty: Type, value: f64) -> Value {
        let id = self.module.float(ty, value);
        self.constant(id)
    }

    /// The address of a function or variable.
    pub fn address(&mut self, global: Global) -> Value {
        let id = self.module.address(global);
        self.constant(id)
    }

    /// The address of a string literal; see [`ModuleBuilder::string`].
    pub fn string(&mut self, text: &str) -> Value {
        let global = self.module.string(text);
        self.address(global)
    }

    // ---- For the operations --------------------------------------------------------------------

    /// Adds an instruction with a result at the position.
    pub(super) fn value(&mut self, kind: InstKind, ty: Type, operands: &[Value]) -> Value {
        let inst = self.insert(kind, ty, operands, &[]);
        match self.body.insts[inst].result.expand() {
            Some(value) => value,
            // No operation with a value has the type `void`.
            None => self.body.add_result(inst, ty),
        }
    }

    /// Adds an instruction at the position.
    pub(super) fn insert(
        &mut self,
        kind: InstKind,
        ty: Type,
        operands: &[Value],
        blocks: &[Block],
    ) -> Inst {
        let has_result = ty != TypeTable::VOID;
        let inst = self
            .body
            .create_inst(kind, ty, has_result, operands, blocks);
        self.body.insts[inst].debug_loc = self.location.into();
        match self.position {
            Position::End(block) => {
                debug_assert!(
                    self.body.terminator(block).is_none(),
                    "an instruction after the end of its block"
                );
                self.body.append_inst(block, inst);
            }
            Position::Before(other) => self.body.insert_before(other, inst),
        }
        inst
    }

    /// Panics, in builds with debug assertions, where `ty` is not `expected`.
    #[track_caller]
    pub(super) fn expect_type(&self, what: &str, ty: Type, expected: Type) {
        debug_assert!(
            ty == expected,
            "{what}: a value of type {} where {} is expected",
            self.type_text(ty),
            self.type_text(expected)
        );
    }

    /// Panics, in builds with debug assertions, where a type is not of the kind that is expected.
    #[track_caller]
    pub(super) fn expect_kind(&self, what: &str, ty: Type, holds: bool) {
        debug_assert!(
            holds,
            "{what} does not take a value of type {}",
            self.type_text(ty)
        );
    }

    /// A type as text, for messages.
    fn type_text(&self, ty: Type) -> String {
        crate::printer::print_type(&self.module.module, ty)
    }

    /// The constant integer that a value is.
    pub(super) fn known_int(&self, value: Value) -> Option<u64> {
        let id = self.body.as_const(value)?;
        match self.module.module.consts[id].kind {
            ConstKind::Int(value) => Some(value),
            _ => None,
        }
    }
}
