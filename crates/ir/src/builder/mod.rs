//! Builds modules: what a language uses in place of printing text.
//!
//! A [`ModuleBuilder`] has types, constants, variables and functions; a [`FunctionBuilder`] adds instructions at a position.
//! In builds with debug assertions each instruction is checked when it is made: a wrong type panics with the operation and
//! both types, at the line of the caller. [`ModuleBuilder::finish`] checks the rest of the rules.
//!
//! ```
//! use avarice_ir::builder::ModuleBuilder;
//! use avarice_ir::{IntPredicate, TypeTable};
//!
//! // int factorial(int n) { int product = 1; for (; n > 1; n--) product *= n; return product; }
//! let mut module = ModuleBuilder::new("factorial");
//! let factorial = module.function("factorial", TypeTable::I32, &[TypeTable::I32]);
//! let mut body = module.define(factorial);
//! let (entry, test, work, end) = (body.current(), body.block("test"), body.block("work"), body.block("end"));
//! body.br(test);
//!
//! body.switch_to(test);
//! let n = body.phi(TypeTable::I32);
//! let product = body.phi(TypeTable::I32);
//! let one = body.int(TypeTable::I32, 1);
//! let more = body.icmp(IntPredicate::Sgt, n, one);
//! body.cond_br(more, work, end);
//!
//! body.switch_to(work);
//! let next_product = body.mul(product, n);
//! let next = body.sub(n, one);
//! body.br(test);
//!
//! body.switch_to(end);
//! body.ret(product);
//!
//! let given = body.param(0);
//! body.add_incoming(n, given, entry);
//! body.add_incoming(n, next, work);
//! body.add_incoming(product, one, entry);
//! body.add_incoming(product, next_product, work);
//! body.finish();
//! let text = avarice_ir::printer::print_module(&module.finish());
//! assert!(text.contains("mul i32"));
//! ```

mod calls;
mod control;
mod debug;
mod function;
mod memory;
mod operations;
mod structured;

use crate::constant::ConstKind;
use crate::entities::{Const, Global, Type};
use crate::global::{GlobalData, GlobalKind, Linkage, UnnamedAddr, VariableData};
use crate::intrinsic_attributes::declare_function;
use crate::module::Module;
use crate::types::{StructData, TypeData, TypeTable};
use crate::verifier::verify_module;

use debug::DebugNodes;
pub use function::FunctionBuilder;
pub use structured::{Choice, Loop};

/// The type of a function as data, for languages that look functions up before they build a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The types of the parameters.
    pub params: Vec<Type>,
    /// The type of the result, or [`TypeTable::VOID`].
    pub result: Type,
    /// Whether more arguments may follow.
    pub is_variadic: bool,
}

/// A module that is being built.
#[derive(Clone, Debug, Default)]
pub struct ModuleBuilder {
    module: Module,
    /// Nodes of debug information, where there is some.
    debug: Option<DebugNodes>,
    /// Number of literals that were made into variables.
    literals: u32,
}

impl ModuleBuilder {
    /// An empty module of this name, for the host until [`Self::target`] says otherwise.
    pub fn new(name: &str) -> Self {
        let mut builder = Self::default();
        builder.module.id = name.as_bytes().into();
        builder.module.source_filename = Some(name.as_bytes().into());
        builder
    }

    /// Sets the target triple.
    pub fn target(&mut self, triple: &str) {
        self.module.triple = triple.into();
    }

    /// The module as it is so far.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The same, for what the builder has no word for.
    pub fn module_mut(&mut self) -> &mut Module {
        &mut self.module
    }

    /// The module. Functions without a body are declarations.
    ///
    /// # Panics
    /// In builds with debug assertions, where the module breaks a rule of the language.
    #[track_caller]
    pub fn finish(self) -> Module {
        if cfg!(debug_assertions)
            && let Err(errors) = verify_module(&self.module)
        {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            panic!("the built module is not valid:\n{}", errors.join("\n"));
        }
        self.module
    }

    // ---- Types ---------------------------------------------------------------------------------

    /// All types; those without parameters are constants of [`TypeTable`].
    pub fn types(&self) -> &TypeTable {
        &self.module.types
    }

    /// `[len x element]`
    pub fn array_type(&mut self, element: Type, len: u64) -> Type {
        self.module.types.intern(TypeData::Array { element, len })
    }

    /// `<len x element>`
    pub fn vector_type(&mut self, element: Type, len: u32) -> Type {
        let scalable = false;
        self.module.types.intern(TypeData::Vector {
            element,
            len,
            scalable,
        })
    }

    /// `{ fields… }`
    pub fn struct_type(&mut self, fields: &[Type]) -> Type {
        self.module.types.intern(TypeData::Struct {
            fields: fields.into(),
            packed: false,
        })
    }

    /// A struct of this name without fields yet, so that it can point to itself: [`Self::set_fields`] gives it some.
    pub fn named_struct(&mut self, name: &str) -> Type {
        let id = self.module.types.structs.push(StructData {
            name: Some(name.into()),
            body: None,
        });
        self.module.types.intern(TypeData::Named(id))
    }

    /// Gives a named struct its fields.
    ///
    /// # Panics
    /// If `ty` is no named struct.
    #[track_caller]
    pub fn set_fields(&mut self, ty: Type, fields: &[Type]) {
        let TypeData::Named(id) = self.module.types[ty] else {
            panic!("set_fields: not a named struct");
        };
        self.module.types.structs[id].body = Some((fields.into(), false));
    }

    /// The type of functions with this result and these parameters.
    pub fn function_type(&mut self, result: Type, params: &[Type]) -> Type {
        self.module.types.intern(TypeData::Function {
            ret: result,
            params: params.into(),
            var_arg: false,
        })
    }

    // ---- Constants -----------------------------------------------------------------------------

    /// An integer of at most 64 bits; bits above those of the type are dropped.
    pub fn int(&mut self, ty: Type, value: i64) -> Const {
        self.module.int_constant(ty, value as u64)
    }

    /// A `float` or `double`.
    ///
    /// # Panics
    /// If `ty` is another type.
    #[track_caller]
    pub fn float(&mut self, ty: Type, value: f64) -> Const {
        let bits = match ty {
            TypeTable::DOUBLE => value.to_bits(),
            TypeTable::FLOAT => u64::from((value as f32).to_bits()),
            _ => panic!("float: neither float nor double"),
        };
        self.module.constant(ty, ConstKind::Float(bits))
    }

    /// The null pointer.
    pub fn null(&mut self) -> Const {
        self.module.constant(TypeTable::PTR, ConstKind::Null)
    }

    /// All bits zero.
    pub fn zero(&mut self, ty: Type) -> Const {
        let types = &self.module.types;
        let kind = match types[ty] {
            TypeData::Integer(bits @ 65..) => {
                ConstKind::BigInt(vec![0; bits.div_ceil(64) as usize].into())
            }
            TypeData::Integer(_) => ConstKind::Int(0),
            TypeData::Pointer(_) => ConstKind::Null,
            TypeData::X86Fp80 | TypeData::Fp128 | TypeData::PpcFp128 => ConstKind::BigFloat([0; 2]),
            _ if types.is_float(ty) => ConstKind::Float(0),
            _ => ConstKind::Zero,
        };
        self.module.constant(ty, kind)
    }

    /// A value of `ty` that may be anything.
    pub fn undef(&mut self, ty: Type) -> Const {
        self.module.constant(ty, ConstKind::Undef)
    }

    /// An array of bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> Const {
        let ty = self.array_type(TypeTable::I8, bytes.len() as u64);
        let kind = match bytes.iter().all(|byte| *byte == 0) {
            true => ConstKind::Zero,
            false => ConstKind::Bytes(bytes.into()),
        };
        self.module.constant(ty, kind)
    }

    /// An array, struct or vector of these elements.
    pub fn aggregate(&mut self, ty: Type, elements: &[Const]) -> Const {
        self.module
            .constant(ty, ConstKind::Aggregate(elements.into()))
    }

    /// The address of a function or variable.
    pub fn address(&mut self, global: Global) -> Const {
        self.module
            .constant(TypeTable::PTR, ConstKind::Global(global))
    }

    // ---- Globals -------------------------------------------------------------------------------

    /// A function that other modules see, or that another module has: it is a declaration until it is
    /// [defined](Self::define). What is there under that name already is the same function.
    pub fn function(&mut self, name: &str, result: Type, params: &[Type]) -> Global {
        let ty = self.function_type(result, params);
        declare_function(&mut self.module, name, ty)
    }

    /// Likewise with more arguments after these, as `printf` has.
    pub fn variadic_function(&mut self, name: &str, result: Type, params: &[Type]) -> Global {
        let ty = self.module.types.intern(TypeData::Function {
            ret: result,
            params: params.into(),
            var_arg: true,
        });
        declare_function(&mut self.module, name, ty)
    }

    /// The function of this name, with a signature as data: same as [`Self::function`] or [`Self::variadic_function`].
    ///
    /// ```
    /// use avarice_ir::TypeTable;
    /// use avarice_ir::builder::{ModuleBuilder, Signature};
    ///
    /// let (params, result) = (vec![TypeTable::PTR], TypeTable::I32);
    /// let mut module = ModuleBuilder::new("m");
    /// let printf = module.declare("printf", &Signature { params, result, is_variadic: true });
    /// assert_eq!(module.function_named("printf"), Some(printf));
    /// ```
    pub fn declare(&mut self, name: &str, signature: &Signature) -> Global {
        let Signature { params, result, .. } = signature;
        match signature.is_variadic {
            true => self.variadic_function(name, *result, params),
            false => self.function(name, *result, params),
        }
    }

    /// The function that the module has under a name.
    pub fn function_named(&self, name: &str) -> Option<Global> {
        let global = *self.module.globals_by_name.get(name.as_bytes())?;
        let is_function = self.module.globals[global].function().is_some();
        is_function.then_some(global)
    }

    /// A variable with its initial value.
    ///
    /// # Panics
    /// In builds with debug assertions, if the name is taken.
    #[track_caller]
    pub fn variable(&mut self, name: &str, init: Const) -> Global {
        let ty = self.module.consts[init].ty;
        let variable = VariableData {
            init: Some(init),
            ..VariableData::default()
        };
        self.add_variable(name, ty, variable)
    }

    /// A variable that another module has.
    ///
    /// # Panics
    /// Same as [`Self::variable`].
    #[track_caller]
    pub fn external_variable(&mut self, name: &str, ty: Type) -> Global {
        self.add_variable(name, ty, VariableData::default())
    }

    /// A variable of this module alone that holds these bytes, a zero after them, and never changes.
    pub fn string(&mut self, text: &str) -> Global {
        let init = self.bytes(&[text.as_bytes(), b"\0"].concat());
        let name = match self.literals {
            0 => ".str".to_owned(),
            number => format!(".str.{number}"),
        };
        self.literals += 1;
        let global = self.variable(&name, init);
        let data = &mut self.module.globals[global];
        data.linkage = Linkage::Private;
        data.unnamed_addr = UnnamedAddr::Global;
        data.align = Some(1);
        if let GlobalKind::Variable(variable) = &mut data.kind {
            variable.constant = true;
        }
        global
    }

    #[track_caller]
    fn add_variable(&mut self, name: &str, ty: Type, variable: VariableData) -> Global {
        let names = &mut self.module.globals_by_name;
        debug_assert!(
            !names.contains_key(name.as_bytes()),
            "variable: the name '{name}' is taken"
        );
        let id = self.module.globals.push(GlobalData::new(
            name.as_bytes(),
            ty,
            GlobalKind::Variable(variable),
        ));
        names.insert(name.as_bytes().into(), id);
        id
    }

    /// Linkage, visibility, alignment and all else of a function or variable, to be changed.
    pub fn global_mut(&mut self, global: Global) -> &mut GlobalData {
        &mut self.module.globals[global]
    }

    /// Begins the body of a function, at the end of its first block. [`FunctionBuilder::finish`] puts it into the module.
    ///
    /// # Panics
    /// If it is no function or has a body.
    #[track_caller]
    pub fn define(&mut self, function: Global) -> FunctionBuilder<'_> {
        FunctionBuilder::new(self, function)
    }
}

#[cfg(test)]
mod tests;
