//! The C calling conventions, and signatures of CLIF that follow them.
//!
//! Places are assigned by the rules of the platform, to [`Unit`]s in order. Cranelift assigns registers and stack in
//! the order of a signature's parameters by simpler rules; where the two would differ, unused parameters are inserted
//! as padding:
//!
//! ```text
//!   AArch64: f(i32, i128)     the rules                CLIF
//!                             i32   X0                 i64
//!                                   X1 stays empty     i64, of no meaning
//!                             i128  X2, X3             i64, i64
//! ```
//!
//! | | integers | floating point | on the stack |
//! |---|---|---|---|
//! | x86-64 | RDI … R9 | XMM0-7 | copies of memory, where they are aligned |
//! | AArch64 | X0-7 | V0-7 | arrays for which there are too few registers, side by side |
//! | RISC-V | A0-7 | FA0-7, no more; in variadic parts none | |
//! | s390x | R2-6 | F0, 2, 4, 6 | |

use avarice_ir::{AttrGroup, CallingConv, DataLayout, Module, Type, TypeData};
use avarice_lower::is_known_convention;
use cranelift_codegen::ir::{self, AbiParam, ArgumentPurpose, types};
use cranelift_codegen::isa::CallConv;

use crate::units::{Unit, Units};

/// The machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machine {
    /// x86-64.
    X86_64,
    /// AArch64, little endian.
    Aarch64,
    /// RISC-V of 64 bits, with registers for doubles.
    Riscv64,
    /// z/Architecture.
    S390x,
}

/// How many registers a convention has.
#[derive(Clone, Copy)]
struct Registers {
    ints: u32,
    floats: u32,
    int_results: u32,
    float_results: u32,
}

impl Machine {
    fn registers(self) -> Registers {
        let [ints, floats, int_results, float_results] = match self {
            Self::X86_64 => [6, 8, 3, 4],
            Self::Aarch64 => [8, 8, 8, 8],
            Self::Riscv64 => [8, 8, 2, 2],
            Self::S390x => [5, 4, 4, 4],
        };
        Registers {
            ints,
            floats,
            int_results,
            float_results,
        }
    }

    /// The registers of floating-point results that Cranelift has.
    fn float_results_of_cranelift(self) -> u32 {
        match self {
            Self::X86_64 => 2,
            _ => self.registers().float_results,
        }
    }
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// In an integer register, by its number among those for arguments.
    Int(u32),
    /// In a register for floating-point numbers.
    Float(u32),
    /// On the stack, this many bytes above the stack pointer at the call.
    Stack(u64),
    /// In the register of its own for the address of the result's memory.
    Result,
}

/// A unit of an argument in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    /// The index of the argument.
    pub(crate) argument: u32,
    /// What it is.
    pub(crate) unit: Unit,
    /// Where it is.
    pub(crate) place: Place,
}

/// What a parameter of CLIF is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// Nothing: it takes a place that is not used.
    Padding,
    /// 8 bytes of stack that are not used, as a copy of some memory: what this unit's pointer points to.
    PaddingMemory(usize),
    /// This unit.
    Unit(usize),
    /// This `float` and, if it is one of the same argument, the next, in 8 bytes of the stack.
    Floats(usize),
}

/// The arguments of a function or a call in their places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placement {
    /// The units in order.
    pub(crate) placed: Vec<Placed>,
    /// Integer registers that are used.
    pub(crate) ints: u32,
    /// Floating-point registers that are used.
    pub(crate) floats: u32,
    /// Bytes of stack that are used.
    pub(crate) stack: u64,
}

/// A signature of CLIF, and what its parameters and results are.
#[derive(Clone, Debug)]
pub(crate) struct CallShape {
    /// The signature.
    pub(crate) signature: ir::Signature,
    /// For each parameter, what it is.
    pub(crate) sources: Vec<Source>,
    /// The arguments.
    pub(crate) placement: Placement,
    /// The units of the result.
    pub(crate) results: Units,
}

/// The type of a function and what attributes say about it.
#[derive(Clone, Copy)]
pub(crate) struct FunctionShape<'a> {
    /// The calling convention.
    pub(crate) conv: CallingConv,
    /// Type of the result.
    pub(crate) result: Type,
    /// Attributes of the result.
    pub(crate) result_attrs: Option<AttrGroup>,
    /// Types of all arguments, variadic ones included.
    pub(crate) arguments: &'a [Type],
    /// Attributes of the arguments; may be shorter.
    pub(crate) argument_attrs: &'a [Option<AttrGroup>],
    /// How many arguments have names.
    pub(crate) named: usize,
}

/// The calling convention of a machine for the types of a module.
#[derive(Clone, Copy)]
pub(crate) struct Convention<'a> {
    pub(crate) module: &'a Module,
    pub(crate) layout: &'a DataLayout,
    pub(crate) machine: Machine,
}

impl Convention<'_> {
    /// The signature of a function or a call.
    ///
    /// # Errors
    /// What of it is not supported.
    pub(crate) fn shape(&self, function: &FunctionShape<'_>) -> Result<CallShape, String> {
        if !is_known_convention(function.conv) {
            return Err(format!("calling convention {}", function.conv));
        }
        let placement = self.place_arguments(function)?;
        let results = self.units(function.result, function.result_attrs)?;
        self.check_results(&results)?;
        let mut signature = ir::Signature::new(CallConv::SystemV);
        signature
            .returns
            .extend(results.iter().map(|it| it.param()));
        let mut sequence = Sequence {
            registers: self.machine.registers(),
            params: Vec::new(),
            sources: Vec::new(),
            ints: 0,
            floats: 0,
            stack: 0,
        };
        let mut index = 0;
        while index < placement.placed.len() {
            index = sequence.push(&placement.placed, index);
        }
        signature.params = sequence.params;
        if !signature.returns.is_empty() {
            // The address of the memory is an argument like others then.
            for param in &mut signature.params {
                if param.purpose != ArgumentPurpose::StructReturn {
                    continue;
                }
                if self.machine == Machine::Aarch64 {
                    return Err("a result beside memory for one".into());
                }
                param.purpose = ArgumentPurpose::Normal;
            }
        }
        Ok(CallShape {
            signature,
            sources: sequence.sources,
            placement,
            results,
        })
    }

    /// The places of all arguments.
    pub(crate) fn place_arguments(
        &self,
        function: &FunctionShape<'_>,
    ) -> Result<Placement, String> {
        let mut placement = Placement::default();
        for (index, ty) in function.arguments.iter().enumerate() {
            let attrs = function.argument_attrs.get(index).copied().flatten();
            let units = self.argument_units(*ty, attrs, index < function.named)?;
            let is_array = matches!(self.module.types[*ty], TypeData::Array { .. });
            let mut assigner = Assigner {
                machine: self.machine,
                argument: index as u32,
                placement: &mut placement,
            };
            match is_array && self.machine == Machine::Aarch64 {
                true => {
                    let align = self.layout.abi_align(&self.module.types, *ty);
                    assigner.place_array(&units, align)?;
                }
                false => assigner.place_all(&units)?,
            }
        }
        Ok(placement)
    }

    /// Refuses results that Cranelift has no registers for.
    fn check_results(&self, results: &Units) -> Result<(), String> {
        let floats = results.iter().filter(|unit| unit.is_float()).count() as u32;
        let ints = results.len() as u32 - floats;
        let limits = self.machine.registers();
        let of_cranelift = self.machine.float_results_of_cranelift();
        let has_halves = results.iter().any(|unit| matches!(unit, Unit::Half { .. }));
        if ints > limits.int_results || floats > of_cranelift {
            return Err(format!("a result in {} registers", results.len()));
        }
        if has_halves && self.machine == Machine::S390x {
            return Err("a result of more than 64 bits".into());
        }
        Ok(())
    }

    /// Whether a result is returned in registers by the platform's rules. Yes for types without units: they are
    /// refused.
    pub(crate) fn returns_in_registers(&self, ty: Type) -> bool {
        let Ok(units) = self.units(ty, None) else {
            return true;
        };
        let floats = units.iter().filter(|unit| unit.is_float()).count() as u32;
        let limits = self.machine.registers();
        floats <= limits.float_results && units.len() as u32 - floats <= limits.int_results
    }
}

/// Hands out places to the units of one argument.
struct Assigner<'a> {
    machine: Machine,
    argument: u32,
    placement: &'a mut Placement,
}

impl Assigner<'_> {
    fn put(&mut self, unit: Unit, place: Place) {
        self.placement.placed.push(Placed {
            argument: self.argument,
            unit,
            place,
        });
    }

    fn stack(&mut self, size: u64, align: u64) -> Place {
        let offset = self.placement.stack.next_multiple_of(align.max(8));
        self.placement.stack = offset + size;
        Place::Stack(offset)
    }

    fn place_all(&mut self, units: &[Unit]) -> Result<(), String> {
        let mut rest = units;
        while let Some((unit, after)) = rest.split_first() {
            rest = after;
            match *unit {
                Unit::Half { high: false, .. } => {
                    let [high, after @ ..] = after else {
                        return Err("half of an integer".into());
                    };
                    self.place_halves(*unit, *high)?;
                    rest = after;
                }
                unit => self.place(unit)?,
            }
        }
        Ok(())
    }

    fn place(&mut self, unit: Unit) -> Result<(), String> {
        let limits = self.machine.registers();
        let place = match unit {
            Unit::ResultMemory if self.machine == Machine::Aarch64 => Place::Result,
            Unit::Memory { size, align } => self.stack(u64::from(size), align),
            _ if unit.is_float() && self.placement.floats < limits.floats => {
                self.placement.floats += 1;
                Place::Float(self.placement.floats - 1)
            }
            _ if !unit.is_float() && self.placement.ints < limits.ints => {
                self.placement.ints += 1;
                Place::Int(self.placement.ints - 1)
            }
            _ if unit.is_float() && self.machine == Machine::Riscv64 => {
                return Err("more than eight floating-point arguments on this target".into());
            }
            Unit::Vector { wide: true, .. } => self.stack(16, 16),
            _ => self.stack(8, 8),
        };
        self.put(unit, place);
        Ok(())
    }

    /// The two words of an integer of more than 64 bits.
    fn place_halves(&mut self, low: Unit, high: Unit) -> Result<(), String> {
        let first = match self.machine {
            Machine::X86_64 => self.placement.ints,
            Machine::Aarch64 => self.placement.ints.next_multiple_of(2),
            Machine::Riscv64 => {
                self.place(low)?;
                return self.place(high);
            }
            Machine::S390x => {
                return Err("argument of more than 64 bits on this target".into());
            }
        };
        let limit = self.machine.registers().ints;
        if first + 2 <= limit {
            self.placement.ints = first + 2;
            self.put(low, Place::Int(first));
            self.put(high, Place::Int(first + 1));
        } else {
            // A register that is left is not for the arguments after this one either.
            self.placement.ints = limit;
            let place = self.stack(8, 16);
            self.put(low, place);
            let place = self.stack(8, 8);
            self.put(high, place);
        }
        Ok(())
    }

    /// An array on AArch64: all in registers, or all on the stack side by side.
    fn place_array(&mut self, units: &[Unit], align: u64) -> Result<(), String> {
        let Some(first) = units.first() else {
            return Ok(());
        };
        let is_float = first.is_float();
        let is_uniform = units
            .iter()
            .all(|unit| unit.is_float() == is_float && unit.packed_size() == first.packed_size());
        if !is_uniform || matches!(first, Unit::Half { .. }) {
            return self.place_all(units);
        }
        let used = match is_float {
            true => &mut self.placement.floats,
            false => &mut self.placement.ints,
        };
        let limit = self.machine.registers().ints;
        if *used + units.len() as u32 <= limit {
            return self.place_all(units);
        }
        *used = limit;
        let size = first.packed_size();
        let start = self.placement.stack.next_multiple_of(align.clamp(8, 16));
        for (index, unit) in units.iter().enumerate() {
            self.put(*unit, Place::Stack(start + size * index as u64));
        }
        let end = start + size * units.len() as u64;
        self.placement.stack = end.next_multiple_of(8);
        Ok(())
    }
}

/// Parameters of CLIF in order, and the places that Cranelift has assigned to them.
struct Sequence {
    registers: Registers,
    params: Vec<AbiParam>,
    sources: Vec<Source>,
    ints: u32,
    floats: u32,
    stack: u64,
}

impl Sequence {
    /// Adds the parameter of unit `index`, and those before it that make it come to its place. Returns the index of
    /// the next unit.
    fn push(&mut self, placed: &[Placed], index: usize) -> usize {
        let Placed { unit, place, .. } = placed[index];
        match place {
            Place::Int(number) => {
                self.pad_ints(number);
                self.ints += 1;
            }
            Place::Float(number) => {
                self.pad_floats(number);
                self.floats += 1;
            }
            Place::Result => {}
            Place::Stack(offset) => return self.push_on_stack(placed, index, offset),
        }
        self.params.push(unit.param());
        self.sources.push(Source::Unit(index));
        index + 1
    }

    fn pad(&mut self, ty: ir::Type) {
        self.params.push(AbiParam::new(ty));
        self.sources.push(Source::Padding);
    }

    fn pad_ints(&mut self, until: u32) {
        while self.ints < until {
            self.pad(types::I64);
            self.ints += 1;
        }
    }

    fn pad_floats(&mut self, until: u32) {
        while self.floats < until {
            self.pad(types::F64);
            self.floats += 1;
        }
    }

    fn push_on_stack(&mut self, placed: &[Placed], index: usize, offset: u64) -> usize {
        let unit = placed[index].unit;
        if let Unit::Memory { size, .. } = unit {
            while self.stack < offset {
                let purpose = ArgumentPurpose::StructArgument(8);
                self.params.push(AbiParam::special(types::I64, purpose));
                self.sources.push(Source::PaddingMemory(index));
                self.stack += 8;
            }
            self.params.push(unit.param());
            self.sources.push(Source::Unit(index));
            self.stack = offset + u64::from(size);
            return index + 1;
        }
        let ty = match unit.is_float() {
            true => {
                self.pad_floats(self.registers.floats);
                types::F64
            }
            false => {
                self.pad_ints(self.registers.ints);
                types::I64
            }
        };
        while self.stack + 8 <= offset {
            self.pad(ty);
            self.stack += 8;
        }
        // Elements of 4 bytes stand side by side only in arrays.
        let next = placed.get(index + 1);
        let is_packed = |other: &Placed| other.place == Place::Stack(offset + 4);
        if matches!(unit, Unit::Float(_)) && next.is_some_and(is_packed) {
            self.params.push(AbiParam::new(types::F64));
            self.sources.push(Source::Floats(index));
            self.stack = offset + 8;
            return index + 2;
        }
        self.params.push(unit.param());
        self.sources.push(Source::Unit(index));
        self.stack = offset + unit.packed_size().max(8);
        index + 1
    }
}
