//! Translates one function from LLVM IR to CLIF.
//!
//! ```text
//!   LLVM IR                          CLIF
//!   define i32 @f(i32 %x)            function u0:3(i64) -> i64      words, whatever the width
//!   %p = alloca i32                  ss0 = explicit_slot 4          its address is computed where it is used
//!   %y = phi i32 [ … ]               block2(v7: i32):               parameters of the block
//!   @g                               gv0 = symbol u0:5              by the number of the global
//! ```
//!
//! Blocks are translated in reverse postorder, so that a value is there before its uses. In a function that calls a
//! function that returns twice (`setjmp`), every value lives in a stack slot of its own: a register that Cranelift
//! spills may share its slot with another that is dead after the first return, and the second return would find that
//! one.

use avarice_ir::{Block, Cfg, Function, Global, Inst, InstKind, Intrinsic, Type, Value, ValueDef};
use avarice_lower::Unsupported;
use avarice_mir::Symbol;
use cranelift_codegen::ir::{
    self, ExternalName, InstBuilder, StackSlotData, StackSlotKind, UserExternalName, types,
};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use cranelift_frontend::FunctionBuilder;
use smallvec::SmallVec;

use crate::call::result_type;
use crate::convention::{CallShape, Convention, FunctionShape, Machine};
use crate::memory::plain;
use crate::parts::{Parts, parts_of};
use crate::variadic::body_signature;

/// A result of translation. The error is boxed: it is rare, and results are returned everywhere.
pub(crate) type Result<T> = std::result::Result<T, Box<Unsupported>>;

/// The parts of a value in CLIF.
pub(crate) type Values = SmallVec<[ir::Value; 4]>;

/// Namespaces of the external names of CLIF, whose indices are numbers of these.
pub(crate) mod namespace {
    /// Globals of the module.
    pub(crate) const GLOBAL: u32 = 0;
    /// Functions of the runtime, in [`super::Names::symbols`].
    pub(crate) const SYMBOL: u32 = 1;
    /// Code that calls variadic functions, in [`super::Names::variadic_calls`].
    pub(crate) const VARIADIC_CALL: u32 = 2;
}

/// What a function of CLIF refers to by number.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Functions of the runtime.
    pub(crate) symbols: PrimaryMap<Symbol, Box<str>>,
    /// Calls of variadic functions that go through code after the function.
    pub(crate) variadic_calls: Vec<VariadicCall>,
    /// Whether the pinned register is used.
    pub(crate) pins_register: bool,
    /// Whether the function gets the address of its saved arguments, instead of arguments.
    pub(crate) takes_saved_arguments: bool,
}

/// The callee of a variadic call on x86-64, and how many vector registers the call says it uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct VariadicCall {
    /// The function; `None` for the one in the pinned register.
    pub(crate) callee: Option<Global>,
    /// Vector registers with arguments.
    pub(crate) vectors: u8,
}

/// The signature of a function.
fn own_shape(
    convention: Convention<'_>,
    global: Global,
    function: &Function,
) -> std::result::Result<CallShape, String> {
    let module = convention.module;
    let data = &module.globals[global];
    let own = data.function().ok_or("a function that is none")?;
    let arguments = function.args.iter();
    let arguments: Vec<Type> = arguments.map(|arg| function.values[*arg].ty).collect();
    convention.shape(&FunctionShape {
        conv: own.conv,
        result: result_type(module, data.value_type),
        result_attrs: own.attrs.ret,
        arguments: &arguments,
        argument_attrs: &own.attrs.params,
        named: arguments.len(),
    })
}

/// What an error says that Cranelift or its translation does not know: the target of this name may.
fn by_cranelift(construct: String) -> String {
    format!("{construct} with Cranelift")
}

/// How a value is held.
#[derive(Clone, Copy, Default)]
enum Held {
    /// It is not translated yet.
    #[default]
    Nothing,
    /// As values of CLIF.
    Parts(ir::ValueList),
    /// It is the address of a stack slot, at a multiple of this.
    Address(ir::StackSlot, u32),
    /// In a stack slot, each part in 16 bytes.
    InMemory(ir::StackSlot),
}

/// Bytes for a part of a value that is in memory.
const PART_BYTES: i32 = 16;

/// The state of the translation of a function.
pub(crate) struct Translator<'a, 'b> {
    /// The module, and how its functions call each other.
    pub(crate) convention: Convention<'a>,
    /// The function.
    pub(crate) global: Global,
    /// Its body.
    pub(crate) function: &'a Function,
    /// The function of CLIF.
    pub(crate) builder: FunctionBuilder<'b>,
    /// What it refers to.
    pub(crate) names: &'b mut Names,
    /// Its signature.
    pub(crate) shape: CallShape,
    values: SecondaryMap<Value, Held>,
    pool: ir::ValueListPool,
    /// The blocks that can be reached.
    pub(crate) blocks: SecondaryMap<Block, PackedOption<ir::Block>>,
    /// Symbols whose address was taken.
    pub(crate) symbols: SecondaryMap<Global, PackedOption<ir::GlobalValue>>,
    /// Edges whose code is still to come: the block of CLIF for it, and the edge.
    pub(crate) edges: Vec<(ir::Block, Block, Block)>,
    /// Whether values live in stack slots.
    in_memory: bool,
    /// Where the newest block of memory that `alloca` took at run time is noted.
    pub(crate) heap: Option<ir::StackSlot>,
    /// Where the address of the saved arguments of a variadic function is noted.
    pub(crate) saved_arguments: Option<ir::StackSlot>,
    /// The current instruction.
    at: Option<Inst>,
}

impl<'a, 'b> Translator<'a, 'b> {
    /// Begins with a function that has a body. `builder` is for an empty function, whose signature is set.
    ///
    /// # Errors
    /// If the function cannot be called by others as it is.
    pub(crate) fn new(
        convention: Convention<'a>,
        (global, function): (Global, &'a Function),
        builder: FunctionBuilder<'b>,
        names: &'b mut Names,
    ) -> Result<Self> {
        let shape = own_shape(convention, global, function).map_err(|construct| {
            Box::new(Unsupported {
                construct: by_cranelift(construct),
                function: convention.module.globals[global].name_str().into_owned(),
                global,
                inst: None,
            })
        })?;
        builder.func.signature = match names.takes_saved_arguments {
            true => body_signature(convention.machine, &shape),
            false => shape.signature.clone(),
        };
        Ok(Self {
            convention,
            global,
            function,
            builder,
            names,
            shape,
            values: SecondaryMap::new(),
            pool: ir::ValueListPool::new(),
            blocks: SecondaryMap::new(),
            symbols: SecondaryMap::new(),
            edges: Vec::new(),
            in_memory: false,
            heap: None,
            saved_arguments: None,
            at: None,
        })
    }

    /// Translates the function. Returns whether its values live in stack slots.
    ///
    /// # Errors
    /// The first construct that is not supported.
    pub(crate) fn run(mut self, config: TargetFrontendConfig) -> Result<bool> {
        self.check_function()?;
        let function = self.function;
        self.in_memory = self.calls_returning_twice();
        let cfg = Cfg::of(function);
        for block in cfg.reverse_postorder() {
            let own = self.builder.create_block();
            self.blocks[block] = own.into();
        }
        for block in cfg.reverse_postorder() {
            self.declare_phis(block)?;
        }
        let entry = self.block(function.entry());
        self.builder.switch_to_block(entry);
        self.receive_arguments(entry)?;
        self.prepare_allocas()?;
        for block in cfg.reverse_postorder() {
            if block != function.entry() {
                let own = self.block(block);
                self.builder.switch_to_block(own);
            }
            self.translate_block(block)?;
        }
        self.at = None;
        self.write_edges()?;
        self.builder.seal_all_blocks();
        self.builder.finalize(config);
        Ok(self.in_memory)
    }

    /// Refuses what a function as a whole may ask for.
    fn check_function(&self) -> Result<()> {
        let module = self.convention.module;
        let data = module.globals[self.global].function();
        let attrs = module.attrs(data.and_then(|data| data.attrs.function));
        for name in ["naked", "presplitcoroutine"] {
            if attrs.has(name) {
                return self.unsupported(format!("function attribute {name}"));
            }
        }
        if data.is_some_and(|data| data.gc.is_some()) {
            return self.unsupported("garbage collection");
        }
        Ok(())
    }

    fn calls_returning_twice(&self) -> bool {
        let module = self.convention.module;
        let mut insts = self.function.insts.iter();
        insts.any(|(inst, data)| {
            let Some(info) = data.kind.call_info().filter(|_| data.block.is_some()) else {
                return false;
            };
            let callee = avarice_ir::intrinsics::called_global(module, self.function, inst);
            let declared = callee.and_then(|callee| module.globals[callee].function());
            let declared = declared.and_then(|function| function.attrs.function);
            [info.attrs.function, declared]
                .into_iter()
                .any(|attrs| module.attrs(attrs).has("returns_twice"))
        })
    }

    fn translate_block(&mut self, block: Block) -> Result<()> {
        let module = self.convention.module;
        for inst in self.function.block_insts(block) {
            self.at = Some(inst);
            let result = self.function.insts[inst].result.expand();
            let is_unused = result.is_none_or(|result| self.function.is_unused(result));
            if is_unused && !avarice_lower::has_side_effects(module, self.function, inst) {
                continue;
            }
            match self.function.insts[inst].kind {
                InstKind::Phi => {}
                _ if self.function.insts[inst].kind.is_terminator() => {
                    self.translate_terminator(block, inst)?;
                }
                _ => self.translate_inst(inst)?,
            }
        }
        Ok(())
    }

    /// The block of CLIF for `block`, which can be reached.
    pub(crate) fn block(&self, block: Block) -> ir::Block {
        let own = self.blocks[block].expand();
        own.expect("reachable blocks have blocks of CLIF")
    }

    /// The phis of a block.
    pub(crate) fn phis(&self, block: Block) -> impl Iterator<Item = Inst> + use<'a> {
        let function = self.function;
        let insts = function.block_insts(block);
        insts.take_while(|inst| function.is_phi(*inst))
    }

    /// Gives a block parameters for its phis; or the phis stack slots.
    fn declare_phis(&mut self, block: Block) -> Result<()> {
        for phi in self.phis(block) {
            self.at = Some(phi);
            let Some(result) = self.function.insts[phi].result.expand() else {
                continue;
            };
            let parts = self.parts_of(self.ty(result))?;
            if self.in_memory {
                let slot = self.part_slot(parts.len());
                self.values[result] = Held::InMemory(slot);
                continue;
            }
            let own = self.block(block);
            let params: Values = parts
                .iter()
                .map(|part| self.builder.append_block_param(own, part.kind.clif()))
                .collect();
            self.define(result, &params);
        }
        Ok(())
    }

    /// Whether the values of phis are passed in memory.
    pub(crate) fn passes_phis_in_memory(&self) -> bool {
        self.in_memory
    }

    // ---- Values -------------------------------------------------------------------------------

    /// The type of a value.
    pub(crate) fn ty(&self, value: Value) -> Type {
        self.function.values[value].ty
    }

    /// The parts of a type.
    ///
    /// # Errors
    /// If it has none in CLIF.
    pub(crate) fn parts_of(&self, ty: Type) -> Result<Parts> {
        let Convention {
            module,
            layout,
            machine,
        } = self.convention;
        let parts = parts_of(&module.types, layout, ty);
        // Functions of the runtime get them by their addresses there.
        let is_known = |parts: &Parts| {
            machine != Machine::S390x || parts.iter().all(|part| part.kind.bits() <= 64)
        };
        let parts = parts.and_then(|parts| if is_known(&parts) { Ok(parts) } else { Err(ty) });
        parts.or_else(|ty| {
            let ty = avarice_ir::printer::print_type(module, ty);
            self.unsupported(format!("type {ty}"))
        })
    }

    fn part_slot(&mut self, parts: usize) -> ir::StackSlot {
        let size = parts.max(1) as u32 * PART_BYTES as u32;
        self.stack_slot(size, 16)
    }

    /// A new stack slot.
    pub(crate) fn stack_slot(&mut self, size: u32, align: u32) -> ir::StackSlot {
        let shift = align.trailing_zeros() as u8;
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, size, shift);
        self.builder.create_sized_stack_slot(data)
    }

    /// The address of a stack slot.
    pub(crate) fn slot_address(&mut self, slot: ir::StackSlot) -> ir::Value {
        self.builder.ins().stack_addr(types::I64, slot, 0)
    }

    /// Says that `value` is the address of `slot`, rounded up to a multiple of `align`.
    pub(crate) fn define_address(&mut self, value: Value, slot: ir::StackSlot, align: u32) {
        self.values[value] = Held::Address(slot, align);
    }

    /// Whether a value has a definition already, which can be repeated anywhere.
    pub(crate) fn is_slot(&self, value: Value) -> bool {
        matches!(self.values[value], Held::Address(..))
    }

    /// Says what the parts of `value` are.
    pub(crate) fn define(&mut self, value: Value, parts: &[ir::Value]) {
        if !self.in_memory {
            let list = ir::ValueList::from_slice(parts, &mut self.pool);
            self.values[value] = Held::Parts(list);
            return;
        }
        let slot = match self.values[value] {
            Held::InMemory(slot) => slot,
            _ => self.part_slot(parts.len()),
        };
        self.values[value] = Held::InMemory(slot);
        for (index, part) in parts.iter().enumerate() {
            let offset = index as i32 * PART_BYTES;
            let address = self.builder.ins().stack_addr(types::I64, slot, offset);
            self.builder.ins().store(plain(), *part, address, 0);
        }
    }

    /// Says what the only part of the result of `inst` is, if it has a result.
    pub(crate) fn define_result(&mut self, inst: Inst, parts: &[ir::Value]) {
        if let Some(result) = self.function.insts[inst].result.expand() {
            self.define(result, parts);
        }
    }

    /// The parts of a value.
    ///
    /// # Errors
    /// If it is a constant that is not supported.
    pub(crate) fn values(&mut self, value: Value) -> Result<Values> {
        if let ValueDef::Const(id) = self.function.values[value].def {
            return self.constant(id);
        }
        match self.values[value] {
            Held::Parts(list) => Ok(list.as_slice(&self.pool).into()),
            Held::Address(slot, align) => {
                let address = self.slot_address(slot);
                let address = self.align_up(address, align);
                Ok([address].into_iter().collect())
            }
            Held::InMemory(slot) => {
                let parts = self.parts_of(self.ty(value))?;
                let mut values = Values::new();
                for (index, part) in parts.iter().enumerate() {
                    let offset = index as i32 * PART_BYTES;
                    let address = self.builder.ins().stack_addr(types::I64, slot, offset);
                    let ty = part.kind.clif();
                    values.push(self.builder.ins().load(ty, plain(), address, 0));
                }
                Ok(values)
            }
            Held::Nothing => self.unsupported("a value that is used before it is there"),
        }
    }

    /// The only part of a value.
    ///
    /// # Errors
    /// If it has another number of parts, or same as [`Self::values`].
    pub(crate) fn value(&mut self, value: Value) -> Result<ir::Value> {
        match self.values(value)?[..] {
            [one] => Ok(one),
            _ => {
                let ty = avarice_ir::printer::print_type(self.convention.module, self.ty(value));
                self.unsupported(format!("operation on type {ty}"))
            }
        }
    }

    /// Operand `index` of `inst`, which has one part.
    pub(crate) fn operand(&mut self, inst: Inst, index: usize) -> Result<ir::Value> {
        self.value(self.function.operand(inst, index))
    }

    /// An address rounded up to a multiple of `align`; stack slots are multiples of 16 anyway.
    pub(crate) fn align_up(&mut self, address: ir::Value, align: u32) -> ir::Value {
        if align <= 16 {
            return address;
        }
        let up = self.add_offset(address, i64::from(align) - 1);
        let mask = self.builder.ins().iconst(types::I64, -i64::from(align));
        self.builder.ins().band(up, mask)
    }

    /// An address plus a number of bytes.
    pub(crate) fn add_offset(&mut self, address: ir::Value, offset: i64) -> ir::Value {
        if offset == 0 {
            return address;
        }
        let offset = self.builder.ins().iconst(types::I64, offset);
        self.builder.ins().iadd(address, offset)
    }

    // ---- Names --------------------------------------------------------------------------------

    /// The name in CLIF of number `index` of a namespace.
    pub(crate) fn external_name(&mut self, namespace: u32, index: usize) -> ExternalName {
        let name = UserExternalName::new(namespace, index as u32);
        let func = &mut self.builder.func;
        ExternalName::user(func.declare_imported_user_function(name))
    }

    /// The number of a function of the runtime.
    pub(crate) fn symbol(&mut self, name: &str) -> usize {
        let known = self
            .names
            .symbols
            .iter()
            .find(|(_, known)| ***known == *name);
        match known {
            Some((symbol, _)) => symbol.index(),
            None => self.names.symbols.push(name.into()).index(),
        }
    }

    // ---- Errors -------------------------------------------------------------------------------

    /// An error about the current instruction.
    pub(crate) fn unsupported<T>(&self, construct: impl Into<String>) -> Result<T> {
        Err(Box::new(Unsupported {
            construct: by_cranelift(construct.into()),
            function: self.convention.module.globals[self.global]
                .name_str()
                .into_owned(),
            global: self.global,
            inst: self.at.map(|inst| self.function.origin(inst)),
        }))
    }

    /// The intrinsic that `inst` calls.
    pub(crate) fn called_intrinsic(&self, inst: Inst) -> Option<Intrinsic> {
        Intrinsic::of_call(self.convention.module, self.function, inst)
    }
}
