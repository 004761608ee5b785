//! From CLIF to code: Cranelift compiles a function, and its relocations are translated to those of the object format.

use avarice_emit::{Fixup, FixupTarget, FunctionCode, FunctionEntry};
use avarice_ir::{DataLayout, Function, Global, InstKind, Intrinsic, Module, TypeData};
use avarice_lower::Unsupported;
use avarice_mir::Symbol;
use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::ir::{self, ExternalName, KnownSymbol, LibCall, UserFuncName};
use cranelift_codegen::{CodegenError, FinalizedMachReloc, FinalizedRelocTarget};
use cranelift_entity::EntityRef;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use object::elf;

use crate::backend::{Backend, IsaKind};
use crate::convention::{Convention, Machine};
use crate::guard::guarded;
use crate::translator::{Names, Result, Translator, namespace};
use crate::{unwind, variadic};

/// A function in CLIF.
pub struct Translated {
    global: Global,
    pub(crate) func: ir::Function,
    pub(crate) names: Names,
    in_memory: bool,
}

/// Why a function has no code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompileError {
    /// What Cranelift does not take.
    Unsupported(Box<Unsupported>),
    /// Cranelift panicked.
    Panic {
        /// The function.
        global: Global,
        /// What it said.
        message: String,
    },
}

/// Whether a function asks where its variadic arguments are.
fn has_va_start(module: &Module, function: &Function) -> bool {
    let mut insts = function.insts.iter();
    insts.any(|(inst, data)| {
        matches!(data.kind, InstKind::Call(_))
            && data.block.is_some()
            && Intrinsic::of_call(module, function, inst) == Some(Intrinsic::VaStart)
    })
}

impl Backend {
    /// Translates function `global`, which has a body.
    ///
    /// # Requires
    /// A verified module that [`Backend::prepare`] has seen; `layout` is the module's.
    ///
    /// # Errors
    /// The first construct that is not supported.
    pub fn translate(
        &self,
        module: &Module,
        layout: &DataLayout,
        global: Global,
    ) -> Result<Translated> {
        let function = module.globals[global].body();
        let function = function.expect("only defined functions are compiled");
        let machine = self.machine();
        let is_variadic = matches!(
            module.types[module.globals[global].value_type],
            TypeData::Function { var_arg: true, .. }
        );
        let mut names = Names {
            takes_saved_arguments: is_variadic && has_va_start(module, function),
            ..Names::default()
        };
        let refuse = |construct: &str| {
            Err(Box::new(Unsupported {
                construct: format!("{construct} with Cranelift"),
                function: module.globals[global].name_str().into_owned(),
                global,
                inst: None,
            }))
        };
        if names.takes_saved_arguments && !variadic::can_define(machine) {
            return refuse("a variadic function on this target");
        }
        let mut func = ir::Function::new();
        func.name = UserFuncName::user(namespace::GLOBAL, global.as_u32());
        let mut context = FunctionBuilderContext::new();
        let builder = FunctionBuilder::new(&mut func, &mut context);
        let convention = Convention {
            module,
            layout,
            machine,
        };
        let translator = Translator::new(convention, (global, function), builder, &mut names)?;
        let isa = self.isa(IsaKind::default());
        let in_memory = translator.run(isa.frontend_config())?;
        Ok(Translated {
            global,
            func,
            names,
            in_memory,
        })
    }

    /// Compiles a function of `module`.
    ///
    /// # Errors
    /// What Cranelift cannot compile, and whatever it panics on.
    pub fn compile(
        &self,
        module: &Module,
        translated: Translated,
    ) -> std::result::Result<FunctionCode, CompileError> {
        let global = translated.global;
        let code = guarded(|| self.compile_unguarded(module, translated));
        let code = code.map_err(|message| CompileError::Panic { global, message })?;
        code.map_err(CompileError::Unsupported)
    }

    fn compile_unguarded(&self, module: &Module, translated: Translated) -> Result<FunctionCode> {
        let global = translated.global;
        let isa = self.isa(IsaKind {
            unoptimized: translated.in_memory,
            pins_register: translated.names.pins_register,
        });
        let refuse = |construct: String| {
            Box::new(Unsupported {
                construct,
                function: module.globals[global].name_str().into_owned(),
                global,
                inst: None,
            })
        };
        let mut context = cranelift_codegen::Context::for_function(translated.func);
        let compiled = context.compile(&*isa, &mut Default::default());
        let compiled = compiled.map_err(|error| refuse(codegen_error(&error.inner)))?;
        let has_entry = translated.names.takes_saved_arguments;
        let entry = has_entry.then(|| variadic::entry_code(self.machine()));
        let (mut bytes, mut cfi) = match entry {
            Some(entry) => (entry.bytes, entry.cfi),
            None => (Vec::new(), Vec::new()),
        };
        let base = bytes.len() as u32;
        bytes.extend_from_slice(compiled.code_buffer());
        let align = u64::from(compiled.buffer.alignment.max(16));
        let rows = unwind::rows(compiled, &*isa, base);
        cfi.extend(rows.map_err(refuse)?);
        let mut object = Object {
            machine: self.machine(),
            func: &context.func,
            names: translated.names,
            calls: Vec::new(),
            fixups: Vec::new(),
        };
        let kept = "the context keeps what it compiled";
        let compiled = context.compiled_code().expect(kept);
        for relocation in compiled.buffer.relocs() {
            object
                .relocate(relocation, base)
                .map_err(|what| refuse(format!("{what} with Cranelift")))?;
        }
        object.append_calls(&mut bytes);
        check_entry(module, global).map_err(refuse)?;
        let data = module.globals[global].function();
        let needs_rows = data.is_none_or(|data| {
            let attrs = module.attrs(data.attrs.function);
            attrs.has("uwtable") || !attrs.has("nounwind")
        });
        Ok(FunctionCode {
            bytes,
            align,
            fixups: object.fixups,
            symbols: object.names.symbols,
            has_unwind_table: needs_rows && !cfi.is_empty(),
            cfi,
            ..FunctionCode::default()
        })
    }
}

/// Refuses what a function has around its label.
fn check_entry(module: &Module, global: Global) -> std::result::Result<(), String> {
    match FunctionEntry::of(module, Some(global)) {
        Ok(None) => Ok(()),
        _ => Err("data or room around a function's label with Cranelift".into()),
    }
}

/// What an error of Cranelift says.
fn codegen_error(error: &CodegenError) -> String {
    match error {
        CodegenError::ImplLimitExceeded => "a function beyond Cranelift's limits".into(),
        CodegenError::CodeTooLarge => "a function of so much code with Cranelift".into(),
        CodegenError::Unsupported(what) => format!("what Cranelift lacks ({what})"),
        other => format!("what Cranelift refuses ({other:?})"),
    }
}

/// References of a function in the terms of the object format.
struct Object<'a> {
    machine: Machine,
    func: &'a ir::Function,
    names: Names,
    /// Fields that reach the code of variadic calls: offset and index of the call.
    calls: Vec<(u32, usize)>,
    fixups: Vec<Fixup>,
}

impl Object<'_> {
    /// Adds a relocation of code that begins at `base`.
    fn relocate(
        &mut self,
        relocation: &FinalizedMachReloc,
        base: u32,
    ) -> std::result::Result<(), String> {
        let offset = relocation.offset + base;
        let target = match &relocation.target {
            FinalizedRelocTarget::Func(to) => FixupTarget::Code(base + to),
            FinalizedRelocTarget::ExternalName(name) => match self.target(name, offset)? {
                Some(target) => target,
                None => return Ok(()),
            },
        };
        let Some(kind) = relocation_type(self.machine, relocation.kind) else {
            return Err(format!("relocation {}", relocation.kind));
        };
        self.fixups.push(Fixup {
            offset,
            kind,
            target,
            addend: relocation.addend,
        });
        Ok(())
    }

    /// What a name stands for; `None` for code after the function.
    fn target(
        &mut self,
        name: &ExternalName,
        offset: u32,
    ) -> std::result::Result<Option<FixupTarget>, String> {
        Ok(Some(match name {
            ExternalName::User(name) => {
                let name = &self.func.params.user_named_funcs()[*name];
                let index = name.index as usize;
                match name.namespace {
                    namespace::GLOBAL => FixupTarget::Global(Global::new(index)),
                    namespace::SYMBOL => FixupTarget::Symbol(Symbol::new(index)),
                    _ => {
                        self.calls.push((offset, index));
                        return Ok(None);
                    }
                }
            }
            ExternalName::LibCall(call) => FixupTarget::Runtime(library_call(*call)),
            ExternalName::KnownSymbol(KnownSymbol::ElfGlobalOffsetTable) => {
                FixupTarget::Runtime("_GLOBAL_OFFSET_TABLE_")
            }
            other => return Err(format!("symbol {}", other.display(None))),
        }))
    }

    /// Appends the code of variadic calls, and lets the calls reach it.
    fn append_calls(&mut self, bytes: &mut Vec<u8>) {
        let calls = std::mem::take(&mut self.names.variadic_calls);
        let places: Vec<u32> = calls
            .into_iter()
            .map(|call| {
                let place = bytes.len() as u32;
                variadic::append_call(call, bytes, &mut self.fixups);
                place
            })
            .collect();
        for (offset, index) in &self.calls {
            let distance = places[*index].wrapping_sub(offset + 4);
            let field = *offset as usize;
            bytes[field..field + 4].copy_from_slice(&distance.to_le_bytes());
        }
    }
}

/// The name of a function that Cranelift calls by itself.
fn library_call(call: LibCall) -> &'static str {
    match call {
        LibCall::Probestack => "__probestack",
        LibCall::CeilF32 => "ceilf",
        LibCall::CeilF64 => "ceil",
        LibCall::FloorF32 => "floorf",
        LibCall::FloorF64 => "floor",
        LibCall::TruncF32 => "truncf",
        LibCall::TruncF64 => "trunc",
        LibCall::NearestF32 => "nearbyintf",
        LibCall::NearestF64 => "nearbyint",
        LibCall::FmaF32 => "fmaf",
        LibCall::FmaF64 => "fma",
        LibCall::Memcpy => "memcpy",
        LibCall::Memset => "memset",
        LibCall::Memmove => "memmove",
        LibCall::Memcmp => "memcmp",
        LibCall::ElfTlsGetAddr => "__tls_get_addr",
        LibCall::ElfTlsGetOffset => "__tls_get_offset",
        LibCall::X86Pshufb => "__cranelift_x86_pshufb",
    }
}

/// The number of a relocation in the object format.
fn relocation_type(machine: Machine, kind: Reloc) -> Option<u32> {
    Some(match (machine, kind) {
        (Machine::X86_64, Reloc::Abs4) => elf::R_X86_64_32,
        (Machine::X86_64, Reloc::Abs8) => elf::R_X86_64_64,
        (Machine::X86_64, Reloc::X86PCRel4) => elf::R_X86_64_PC32,
        (Machine::X86_64, Reloc::X86CallPCRel4 | Reloc::X86CallPLTRel4) => elf::R_X86_64_PLT32,
        (Machine::X86_64, Reloc::X86GOTPCRel4) => elf::R_X86_64_GOTPCREL,
        (Machine::X86_64, Reloc::ElfX86_64TlsGd) => elf::R_X86_64_TLSGD,
        (Machine::Aarch64, Reloc::Abs4) => elf::R_AARCH64_ABS32,
        (Machine::Aarch64, Reloc::Abs8) => elf::R_AARCH64_ABS64,
        (Machine::Aarch64, Reloc::Arm64Call) => elf::R_AARCH64_CALL26,
        (Machine::Aarch64, Reloc::Aarch64AdrGotPage21) => elf::R_AARCH64_ADR_GOT_PAGE,
        (Machine::Aarch64, Reloc::Aarch64Ld64GotLo12Nc) => elf::R_AARCH64_LD64_GOT_LO12_NC,
        (Machine::Aarch64, Reloc::Aarch64AdrPrelPgHi21) => elf::R_AARCH64_ADR_PREL_PG_HI21,
        (Machine::Aarch64, Reloc::Aarch64AddAbsLo12Nc) => elf::R_AARCH64_ADD_ABS_LO12_NC,
        (Machine::Aarch64, Reloc::Aarch64TlsDescAdrPage21) => elf::R_AARCH64_TLSDESC_ADR_PAGE21,
        (Machine::Aarch64, Reloc::Aarch64TlsDescLd64Lo12) => elf::R_AARCH64_TLSDESC_LD64_LO12,
        (Machine::Aarch64, Reloc::Aarch64TlsDescAddLo12) => elf::R_AARCH64_TLSDESC_ADD_LO12,
        (Machine::Aarch64, Reloc::Aarch64TlsDescCall) => elf::R_AARCH64_TLSDESC_CALL,
        (Machine::Riscv64, Reloc::Abs4) => elf::R_RISCV_32,
        (Machine::Riscv64, Reloc::Abs8) => elf::R_RISCV_64,
        (Machine::Riscv64, Reloc::RiscvCallPlt) => elf::R_RISCV_CALL_PLT,
        (Machine::Riscv64, Reloc::RiscvTlsGdHi20) => elf::R_RISCV_TLS_GD_HI20,
        (Machine::Riscv64, Reloc::RiscvPCRelLo12I) => elf::R_RISCV_PCREL_LO12_I,
        (Machine::Riscv64, Reloc::RiscvGotHi20) => elf::R_RISCV_GOT_HI20,
        (Machine::Riscv64, Reloc::RiscvPCRelHi20) => elf::R_RISCV_PCREL_HI20,
        (Machine::S390x, Reloc::Abs4) => elf::R_390_32,
        (Machine::S390x, Reloc::Abs8) => elf::R_390_64,
        (Machine::S390x, Reloc::S390xPCRel32Dbl) => elf::R_390_PC32DBL,
        (Machine::S390x, Reloc::S390xPLTRel32Dbl) => elf::R_390_PLT32DBL,
        (Machine::S390x, Reloc::S390xTlsGd64) => elf::R_390_TLS_GD64,
        (Machine::S390x, Reloc::S390xTlsGdCall) => elf::R_390_TLS_GDCALL,
        _ => return None,
    })
}
