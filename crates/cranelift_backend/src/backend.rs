//! A target and the settings with which Cranelift compiles for it.

use std::sync::OnceLock;

use avarice_emit::TargetEmitter;
use avarice_ir::{DataLayout, Function, Global, Inst, Module, Type, data_layout};
use avarice_legalize::{ArgumentList, ExpansionTarget, LegalizeOptions, SavedRegisters};
use cranelift_codegen::isa::{self, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable, Flags};
use target_lexicon::{Architecture, OperatingSystem, Triple};

use crate::block_numbers::number_blocks;
use crate::convention::{Convention, Machine};
use crate::emitter;

/// `target datalayout` of RISC-V.
const RISCV64_LAYOUT: &str = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128";
/// `target datalayout` of s390x.
const S390X_LAYOUT: &str = "E-m:e-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16-n32:64";

/// Settings of Cranelift.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// `-O`: 0 lets Cranelift leave the code as it is.
    pub opt_level: u8,
    /// Whether CLIF is verified.
    pub verify: bool,
    /// Whether register allocation is checked.
    pub check_allocation: bool,
    /// Whether registers are allocated in a single pass.
    pub single_pass: bool,
}

/// Which variant of a target a function is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct IsaKind {
    /// Without optimization.
    pub(crate) unoptimized: bool,
    /// With a register that only `get_pinned_reg` and `set_pinned_reg` touch.
    pub(crate) pins_register: bool,
}

/// Cranelift for a target.
pub struct Backend {
    machine: Machine,
    triple: Triple,
    options: Options,
    /// The variants that were requested.
    isas: [OnceLock<OwnedTargetIsa>; 4],
}

impl Backend {
    /// Cranelift for the target of `triple`.
    ///
    /// # Errors
    /// If there is none; what the user is told.
    pub fn new(triple: &Triple, options: Options) -> Result<Self, String> {
        let is_linux = matches!(
            triple.operating_system,
            OperatingSystem::Linux | OperatingSystem::Unknown | OperatingSystem::None_
        );
        let machine = match triple.architecture {
            Architecture::X86_64 => Machine::X86_64,
            Architecture::Aarch64(target_lexicon::Aarch64Architecture::Aarch64) => Machine::Aarch64,
            Architecture::Riscv64(_) => Machine::Riscv64,
            Architecture::S390x => Machine::S390x,
            _ => return Err(format!("unsupported: target '{triple}' with Cranelift")),
        };
        if !is_linux {
            return Err(format!("unsupported: target '{triple}' with Cranelift"));
        }
        let backend = Self {
            machine,
            triple: triple.clone(),
            options,
            isas: Default::default(),
        };
        let isa = backend.make_isa(IsaKind::default())?;
        // It is the first of them.
        let _ = backend.isas[0].set(isa);
        Ok(backend)
    }

    /// The machine.
    pub fn machine(&self) -> Machine {
        self.machine
    }

    /// `target datalayout` of the target.
    pub fn data_layout(&self) -> &'static str {
        match self.machine {
            Machine::X86_64 => data_layout::X86_64_LAYOUT,
            Machine::Aarch64 => data_layout::AARCH64_LAYOUT,
            Machine::Riscv64 => RISCV64_LAYOUT,
            Machine::S390x => S390X_LAYOUT,
        }
    }

    /// What writes objects for the targets that only Cranelift has: RISC-V and s390x.
    pub fn emitter(&self) -> Option<&'static dyn TargetEmitter> {
        match self.machine {
            Machine::X86_64 | Machine::Aarch64 => None,
            Machine::Riscv64 => Some(&emitter::RISCV64),
            Machine::S390x => Some(&emitter::S390X),
        }
    }

    /// Refuses modules that were made for another form of the target.
    ///
    /// # Errors
    /// Another data layout or ABI; what the user is told.
    pub fn check_module(&self, module: &Module) -> Result<(), String> {
        let layout = &*module.data_layout;
        let is_foreign = matches!(self.machine, Machine::Riscv64 | Machine::S390x);
        if is_foreign && !layout.is_empty() && layout != self.data_layout() {
            let own = self.data_layout();
            return Err(format!(
                "unsupported: data layout '{layout}' with Cranelift, which has '{own}' here"
            ));
        }
        if !module.module_asm.is_empty() && is_foreign {
            return Err("unsupported: module assembly with Cranelift on this target".into());
        }
        Ok(())
    }

    /// Rewrites what the translation does not take: operations on vectors, wide integers and numbers that are not of
    /// 32 or 64 bits, and addresses of blocks.
    ///
    /// # Requires
    /// A verified module with the target's data layout.
    ///
    /// # Ensures
    /// A verified module that does the same.
    pub fn prepare(&self, module: &mut Module) {
        avarice_legalize::legalize(
            module,
            &Expansion(self.machine),
            &LegalizeOptions::default(),
        );
        number_blocks(module);
    }

    /// A variant of the target.
    pub(crate) fn isa(&self, kind: IsaKind) -> OwnedTargetIsa {
        let index = usize::from(kind.unoptimized) + 2 * usize::from(kind.pins_register);
        let isa = self.isas[index].get_or_init(|| {
            let isa = self.make_isa(kind);
            isa.expect("flags that hold for one variant hold for all")
        });
        isa.clone()
    }

    fn make_isa(&self, kind: IsaKind) -> Result<OwnedTargetIsa, String> {
        let optimize = self.options.opt_level > 0 && !kind.unoptimized;
        let flag = |on: bool| if on { "true" } else { "false" };
        let algorithm = match self.options.single_pass {
            true => "single_pass",
            false => "backtracking",
        };
        let flags = [
            ("opt_level", if optimize { "speed" } else { "none" }),
            ("enable_verifier", flag(self.options.verify)),
            ("regalloc_checker", flag(self.options.check_allocation)),
            ("regalloc_algorithm", algorithm),
            // Whether a symbol is near is said of each.
            ("is_pic", "true"),
            ("tls_model", "elf_gd"),
            ("enable_llvm_abi_extensions", "true"),
            ("enable_pinned_reg", flag(kind.pins_register)),
            ("enable_probestack", "false"),
            ("unwind_info", "true"),
        ];
        let failed = |error: &dyn std::fmt::Display| format!("cannot set up Cranelift: {error}");
        let mut builder = settings::builder();
        for (name, value) in flags {
            builder.set(name, value).map_err(|error| failed(&error))?;
        }
        let isa = isa::lookup(self.triple.clone()).map_err(|error| failed(&error))?;
        let isa = isa.finish(Flags::new(builder));
        isa.map_err(|error| failed(&error))
    }
}

/// What the translation takes as it is.
struct Expansion(Machine);

impl ExpansionTarget for Expansion {
    fn takes_vector_op(
        &self,
        _module: &Module,
        _global: Global,
        _function: &Function,
        _inst: Inst,
    ) -> bool {
        false
    }

    fn checks_odd_products(&self) -> bool {
        true
    }

    fn moves_masks(&self) -> bool {
        false
    }

    fn argument_list(&self) -> Option<ArgumentList> {
        let saved = |offset_at, end, size| SavedRegisters {
            offset_at,
            end,
            size,
        };
        match self.0 {
            Machine::X86_64 => Some(ArgumentList::Offsets([saved(0, 48, 8), saved(4, 176, 16)])),
            Machine::Aarch64 => Some(ArgumentList::Ends),
            Machine::Riscv64 | Machine::S390x => None,
        }
    }

    fn returns_in_registers(
        &self,
        module: &Module,
        layout: &DataLayout,
        _: Global,
        ty: Type,
    ) -> bool {
        let convention = Convention {
            module,
            layout,
            machine: self.0,
        };
        convention.returns_in_registers(ty)
    }
}
