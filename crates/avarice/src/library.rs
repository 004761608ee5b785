//! The compiler as a library: a module in, the bytes of an object or of assembly out.

use std::path::Path;
use std::sync::LazyLock;

use avarice_opt::manager::{Event, Manager, Watch};
use avarice_opt::pass::PassInfo;
use avarice_opt::pipeline::Pipeline;
use avarice_trace::events::FunctionRecord;
use clap::{Args, Command, FromArgMatches};

use crate::compile as pipeline;
use crate::diagnostics::Diagnostic;
use crate::in_process;
use crate::input::Input;
use crate::options::{CodegenOptions, CompileOptions, FileType, RelocationModel};
use crate::record::Selection;
use crate::source::Source;

/// A module to compile: LLVM IR or machine IR.
///
/// ```
/// let module = avarice::Module::parse("define i32 @two() {\n  ret i32 2\n}\n")?;
/// assert!(module.ir().globals_by_name.contains_key(&b"two"[..]));
/// # Ok::<(), avarice::Diagnostic>(())
/// ```
#[derive(Clone)]
pub struct Module(Source);

impl Module {
    /// Reads LLVM IR, as text or bitcode, or the text of machine IR, which begins with `---`.
    ///
    /// # Errors
    /// The first place at which it is neither. What breaks rules of the language beyond its grammar is an error of
    /// [`Module::verify`] and of [`compile()`].
    pub fn parse(text: impl Into<Vec<u8>>) -> Result<Self, Diagnostic> {
        Self::parse_named("<module>", text)
    }

    /// Likewise; messages call the text `name`.
    ///
    /// # Errors
    /// Same as [`Module::parse`].
    pub fn parse_named(name: &str, text: impl Into<Vec<u8>>) -> Result<Self, Diagnostic> {
        let text = text.into();
        let input = Input {
            name: name.to_owned(),
            is_mir: text.starts_with(b"---"),
            text,
        };
        Source::parse(input, &DEFAULTS).map(Self)
    }

    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// The file cannot be read; else same as [`Module::parse`].
    pub fn read(path: &Path) -> Result<Self, Diagnostic> {
        Self::read_for(path, &DEFAULTS)
    }

    /// Likewise, for a command with these options.
    ///
    /// # Errors
    /// Same as [`Module::read`].
    pub(crate) fn read_for(path: &Path, options: &CodegenOptions) -> Result<Self, Diagnostic> {
        Source::parse(Input::read(path, None)?, options).map(Self)
    }

    /// The module that a program has built, as with [`avarice_ir::builder`]. Messages about it have no places.
    ///
    /// ```
    /// use avarice::ir::{Module, TypeTable, builder::ModuleBuilder};
    ///
    /// let mut builder = ModuleBuilder::new("two");
    /// let two = builder.function("two", TypeTable::I32, &[]);
    /// let mut body = builder.define(two);
    /// let result = body.int(TypeTable::I32, 2);
    /// body.ret(result);
    /// body.finish();
    /// let module = avarice::Module::from_ir("two", builder.finish());
    /// assert!(module.verify().is_ok());
    /// ```
    pub fn from_ir(name: &str, ir: avarice_ir::Module) -> Self {
        Self(Source {
            input: Input {
                name: name.to_owned(),
                text: Vec::new(),
                is_mir: false,
            },
            module: ir,
            machine: None,
        })
    }

    /// Its types, constants, functions and variables.
    pub fn ir(&self) -> &avarice_ir::Module {
        &self.0.module
    }

    /// The same, to be changed. Messages about what has changed have the place of what stood there.
    pub fn ir_mut(&mut self) -> &mut avarice_ir::Module {
        &mut self.0.module
    }

    /// What messages call it.
    pub(crate) fn name(&self) -> &str {
        &self.0.input.name
    }

    /// Whether it has machine functions.
    pub(crate) fn is_machine(&self) -> bool {
        self.0.machine.is_some()
    }

    /// What was dropped on reading.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        self.0.input.warning(&self.0.module).into_iter().collect()
    }

    /// Checks the rules of the language.
    ///
    /// # Errors
    /// Those that are broken, each with its line.
    pub fn verify(&self) -> Result<(), Diagnostic> {
        self.0.input.verify(&self.0.module)
    }

    /// Transforms it with passes of LLVM IR, in the syntax of opt's `-passes`.
    ///
    /// ```
    /// let mut module = avarice::Module::parse(
    ///     "define i32 @f() {\n  %p = alloca i32\n  store i32 2, ptr %p\n  %v = load i32, ptr %p\n  ret i32 %v\n}\n",
    /// )?;
    /// module.run_passes("mem2reg,dce")?;
    /// assert!(module.to_string().contains("ret i32 2"));
    /// # Ok::<(), avarice::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// A pipeline that is wrong, and a module that breaks the rules of the language.
    pub fn run_passes(&mut self, pipeline: &str) -> Result<(), Diagnostic> {
        let pipeline = Pipeline::parse(pipeline).map_err(Diagnostic::new)?;
        self.verify()?;
        let mut manager = Manager {
            skips: &avarice_ir::Module::is_optnone,
            watch: &mut Unwatched,
        };
        manager
            .run(&pipeline, &mut self.0.module)
            .map_err(Diagnostic::new)
    }
}

/// No one looks at what the passes do.
struct Unwatched;

impl Watch for Unwatched {
    fn is_logged(&self, _: &str) -> bool {
        false
    }

    fn see(
        &mut self,
        _: &PassInfo,
        _: &avarice_ir::Module,
        _: Option<avarice_ir::Global>,
        _: Event<'_>,
    ) -> Result<(), String> {
        Ok(())
    }

    fn finish_function(&mut self, _: &avarice_ir::Module, _: avarice_ir::Global) {}
}

impl std::fmt::Display for Module {
    /// The text of its LLVM IR.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&avarice_ir::printer::print_module(&self.0.module))
    }
}

/// What [`compile()`] returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Output {
    /// The bytes of an object file.
    #[default]
    Object,
    /// The text of assembly.
    Assembly,
}

/// How to compile: by default an object for the module's target, optimized at level 2.
///
/// ```
/// use avarice::{Options, Output};
///
/// let options = Options::default().output(Output::Assembly).level(3).target("aarch64-linux-gnu");
/// assert_eq!(options.codegen.opt_level, 3);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// What is returned.
    pub output: Output,
    /// All of code generation, under the names of the command line.
    pub codegen: CodegenOptions,
    is_in_process: bool,
}

/// What a command line says that says nothing. It is read once, from the declaration of the options.
static DEFAULTS: LazyLock<CodegenOptions> = LazyLock::new(|| {
    let command = CodegenOptions::augment_args(Command::new("avarice").no_binary_name(true));
    let matches = command.get_matches_from([""; 0]);
    CodegenOptions::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
});

impl Default for Options {
    fn default() -> Self {
        Self::of(DEFAULTS.clone())
    }
}

impl Options {
    /// An object, made with these options.
    pub(crate) fn of(codegen: CodegenOptions) -> Self {
        Self {
            output: Output::Object,
            codegen,
            is_in_process: false,
        }
    }

    /// With this output.
    #[must_use]
    pub fn output(mut self, output: Output) -> Self {
        self.output = output;
        self
    }

    /// At this level of optimization, of 0 to 3; what is above counts as 3.
    #[must_use]
    pub fn level(mut self, level: u8) -> Self {
        self.codegen.opt_level = level.min(3);
        self
    }

    /// For this target, whatever the module's is.
    #[must_use]
    pub fn target(mut self, triple: &str) -> Self {
        self.codegen.mtriple = Some(triple.to_owned());
        self
    }

    /// For this processor (`native` is this machine's), where functions name none.
    #[must_use]
    pub fn processor(mut self, name: &str) -> Self {
        self.codegen.mcpu = Some(name.to_owned());
        self
    }

    /// Code that runs at any address, as shared libraries need.
    #[must_use]
    pub fn position_independent(mut self) -> Self {
        self.codegen.relocation_model = Some(RelocationModel::Pic);
        self
    }

    /// Objects that a session of `avarice-jit` can run: position-independent code that assumes nothing about how far the
    /// symbols of others are, nor where its thread-local variables are.
    ///
    /// ```
    /// use avarice::{Module, Options, compile, jit};
    ///
    /// let module = Module::parse(
    ///     "@text = private constant [3 x i8] c\"hi\\00\"\n\
    ///      declare i64 @strlen(ptr)\n\
    ///      define i32 @length() {\n  %n = call i64 @strlen(ptr @text)\n  %r = trunc i64 %n to i32\n  ret i32 %r\n}\n",
    /// )?;
    /// let object = compile(&module, &Options::default().in_process())?;
    /// let mut session = jit::Session::new();
    /// session.add(&[&object]).unwrap();
    /// assert_eq!(session.call_main("length", &[]).unwrap(), 2);
    /// # Ok::<(), avarice::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn in_process(mut self) -> Self {
        self.is_in_process = true;
        self.position_independent()
    }

    fn command(&self) -> CompileOptions {
        CompileOptions {
            filetype: Some(match self.output {
                Output::Object => FileType::Obj,
                Output::Assembly => FileType::Asm,
            }),
            ..CompileOptions::without_output("-".as_ref(), None, self.codegen.clone())
        }
    }
}

/// Compiles a module, in memory.
///
/// ```
/// use avarice::{Module, Options, compile};
///
/// let module = Module::parse(
///     "target triple = \"x86_64-linux-gnu\"\n\
///      define i32 @add(i32 %a, i32 %b) {\n  %sum = add i32 %a, %b\n  ret i32 %sum\n}\n",
/// )?;
/// let object = compile(&module, &Options::default())?;
/// assert!(object.starts_with(b"\x7fELF"));
/// # Ok::<(), avarice::Diagnostic>(())
/// ```
///
/// # Errors
/// What breaks rules of the language, what the target or the options do not support: each with its line, where there is one.
pub fn compile(module: &Module, options: &Options) -> Result<Vec<u8>, Diagnostic> {
    compile_saying(module, options, &mut |_| {})
}

/// Likewise; `say` gets what a command prints on standard error meanwhile: warnings, and logs that the options ask for.
///
/// # Errors
/// Same as [`compile()`].
pub fn compile_saying(
    module: &Module,
    options: &Options,
    say: &mut dyn FnMut(&str),
) -> Result<Vec<u8>, Diagnostic> {
    compile_consuming(module.clone(), options, say)
}

/// Likewise, for a module that is needed no more.
///
/// # Errors
/// Same as [`compile()`].
pub(crate) fn compile_consuming(
    module: Module,
    options: &Options,
    say: &mut dyn FnMut(&str),
) -> Result<Vec<u8>, Diagnostic> {
    let mut source = module.0;
    if options.is_in_process {
        in_process::prepare(&mut source.module);
    }
    pipeline::to_memory(source, &options.command(), say)
}

/// Compiles a module and returns what the passes decided in each function, in order.
///
/// ```
/// use avarice::{Module, Options, events, explain};
///
/// let module = Module::parse(
///     "target triple = \"x86_64-linux-gnu\"\n\
///      define i32 @add(i32 %a, i32 %b) {\n  %sum = add i32 %a, %b\n  ret i32 %sum\n}\n",
/// )?;
/// let records = events(&module, &Options::default())?;
/// assert_eq!(&*records[0].name, "add");
/// let query = explain::Query::parse("%sum").unwrap();
/// let (function, register) = explain::find(&records, &query, None).ok().unwrap()[0];
/// assert!(explain::explain(&records[function], register).contains("in add"));
/// # Ok::<(), avarice::Diagnostic>(())
/// ```
///
/// # Errors
/// Same as [`compile()`].
pub fn events(module: &Module, options: &Options) -> Result<Vec<FunctionRecord>, Diagnostic> {
    let options = CompileOptions::without_output("-".as_ref(), None, options.codegen.clone());
    pipeline::to_records(module.0.clone(), &options, &Selection::default())
}
