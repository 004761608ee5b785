//! Arguments and results: from parts of values to what a signature passes, and back.
//!
//! ```text
//!   caller  parts [i8, i128]  ─▶  words [i64, i64, i64]
//!   callee  words [i64, i64, i64]  ─▶  parts, cut to their widths
//! ```

use avarice_lower::Extension;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};

use crate::convention::{CallShape, Machine, Place, Placed, Source};
use crate::memory::plain;
use crate::parts::{PartKind, Parts};
use crate::translator::{Result, Translator, Values};
use crate::units::Unit;
use crate::variadic::SavedArguments;

/// Parts in the making.
type Slots = Vec<Option<ir::Value>>;

impl Translator<'_, '_> {
    /// Takes the function's arguments, at its beginning.
    pub(crate) fn receive_arguments(&mut self, entry: ir::Block) -> Result<()> {
        if self.names.takes_saved_arguments {
            return self.load_arguments(entry);
        }
        self.builder.append_block_params_for_function_params(entry);
        let params: Values = self.builder.block_params(entry).into();
        let mut arguments = self.argument_slots()?;
        let sources = std::mem::take(&mut self.shape.sources);
        for (source, param) in sources.iter().zip(params) {
            match *source {
                Source::Padding | Source::PaddingMemory(_) => {}
                Source::Unit(index) => {
                    let placed = self.shape.placement.placed[index];
                    self.receive(&mut arguments, placed, param);
                }
                Source::Floats(index) => {
                    let bits = self.bits(param);
                    for at in 0..2 {
                        let placed = self.shape.placement.placed[index + at];
                        let shift = self.builder.ins().iconst(types::I64, 32 * at as i64);
                        let bits = self.builder.ins().ushr(bits, shift);
                        let bits = self.builder.ins().ireduce(types::I32, bits);
                        let float = self.as_float(types::F32, bits);
                        self.receive(&mut arguments, placed, float);
                    }
                }
            }
        }
        self.shape.sources = sources;
        self.define_arguments(arguments)
    }

    /// Room for the parts of all arguments, with what they are.
    fn argument_slots(&self) -> Result<Vec<(Parts, Slots)>> {
        let args = self.function.args.iter();
        let of_one = |arg: &avarice_ir::Value| {
            let parts = self.parts_of(self.ty(*arg))?;
            let slots = vec![None; parts.len()];
            Ok((parts, slots))
        };
        args.map(of_one).collect()
    }

    fn receive(&mut self, arguments: &mut [(Parts, Slots)], placed: Placed, value: ir::Value) {
        let (parts, slots) = &mut arguments[placed.argument as usize];
        self.take_unit(parts, slots, placed.unit, value);
    }

    fn define_arguments(&mut self, arguments: Vec<(Parts, Slots)>) -> Result<()> {
        for (arg, (_, slots)) in self.function.args.iter().zip(arguments) {
            let values: Option<Values> = slots.into_iter().collect();
            match values {
                Some(values) => self.define(*arg, &values),
                None => return self.unsupported("an argument with a part that has no place"),
            }
        }
        Ok(())
    }

    /// The arguments of a variadic function, out of the registers that were saved and off the stack.
    fn load_arguments(&mut self, entry: ir::Block) -> Result<()> {
        self.builder.append_block_params_for_function_params(entry);
        let params: Values = self.builder.block_params(entry).into();
        let Some(area) = params.last().copied() else {
            return self.unsupported("a variadic function");
        };
        let saved = SavedArguments::of(self.convention.machine);
        let slot = self.stack_slot(8, 8);
        let place = self.slot_address(slot);
        self.builder.ins().store(plain(), area, place, 0);
        self.saved_arguments = Some(slot);
        let mut arguments = self.argument_slots()?;
        for index in 0..self.shape.placement.placed.len() {
            let placed = self.shape.placement.placed[index];
            let offset = match placed.place {
                Place::Int(number) => saved.ints + 8 * u64::from(number),
                Place::Float(number) => saved.floats + 16 * u64::from(number),
                Place::Stack(offset) => saved.stack + offset,
                Place::Result => {
                    self.receive(&mut arguments, placed, params[0]);
                    continue;
                }
            };
            let value = match placed.unit {
                Unit::Memory { .. } => self.add_offset(area, offset as i64),
                unit => {
                    let ty = match unit {
                        // As a pointer, not as what the signature makes of it.
                        Unit::ResultMemory => types::I64,
                        unit => unit.param().value_type,
                    };
                    let offset = offset as i32;
                    self.builder.ins().load(ty, plain(), area, offset)
                }
            };
            self.receive(&mut arguments, placed, value);
        }
        self.define_arguments(arguments)
    }

    /// The values that a signature wants for arguments with these parts.
    pub(crate) fn pass_arguments(
        &mut self,
        shape: &CallShape,
        arguments: &[(Parts, Values)],
    ) -> Values {
        let mut passed = Values::new();
        for (source, param) in shape.sources.iter().zip(&shape.signature.params) {
            let value = match *source {
                Source::Padding => self.zero(param.value_type),
                // The pointer to the memory after the padding serves as well as any.
                Source::PaddingMemory(index) | Source::Unit(index) => {
                    let Placed { argument, unit, .. } = shape.placement.placed[index];
                    let (parts, values) = &arguments[argument as usize];
                    self.make_unit(parts, values, unit)
                }
                Source::Floats(index) => {
                    let words = [0, 1].map(|at| {
                        let Placed { argument, unit, .. } = shape.placement.placed[index + at];
                        let (parts, values) = &arguments[argument as usize];
                        let float = self.make_unit(parts, values, unit);
                        let bits = self.bits(float);
                        self.builder.ins().uextend(types::I64, bits)
                    });
                    let word = self.join(&words, 32);
                    self.as_float(types::F64, word)
                }
            };
            passed.push(value);
        }
        passed
    }

    /// The values that a function with these units in its result returns.
    pub(crate) fn pass_result(&mut self, parts: &Parts, values: &Values, units: &[Unit]) -> Values {
        let units = units.iter();
        units
            .map(|unit| self.make_unit(parts, values, *unit))
            .collect()
    }

    /// The parts of a result that came as these values.
    pub(crate) fn take_result(
        &mut self,
        parts: &Parts,
        units: &[Unit],
        values: &[ir::Value],
    ) -> Result<Values> {
        let mut slots = vec![None; parts.len()];
        for (unit, value) in units.iter().zip(values) {
            self.take_unit(parts, &mut slots, *unit, *value);
        }
        let values: Option<Values> = slots.into_iter().collect();
        values.map_or_else(|| self.unsupported("a result without a place"), Ok)
    }

    /// What is passed for a unit of an argument with these parts.
    fn make_unit(&mut self, parts: &Parts, values: &Values, unit: Unit) -> ir::Value {
        match unit {
            Unit::Word { part, extension } => {
                let part = part as usize;
                let bits = parts[part].kind.bits();
                match extension {
                    Extension::Sign => self.sign_extended(values[part], bits, types::I64),
                    Extension::Any | Extension::Zero => self.widened(values[part], types::I64),
                }
            }
            Unit::Half { part, high } => {
                let (low, upper) = self.builder.ins().isplit(values[part as usize]);
                if high { upper } else { low }
            }
            Unit::Float(part) | Unit::Double(part) => values[part as usize],
            Unit::FloatInWord(part) => {
                let bits = self.bits(values[part as usize]);
                self.widened(bits, types::I64)
            }
            Unit::Vector {
                first,
                count,
                bits,
                wide,
            } => {
                let lanes = &values[first as usize..(first + count) as usize];
                let lanes: Values = lanes
                    .iter()
                    .map(|lane| {
                        let lane = self.bits(*lane);
                        self.widened(lane, types::I64)
                    })
                    .collect();
                self.pack(&lanes, bits, wide)
            }
            Unit::Memory { .. } | Unit::ResultMemory => values[0],
        }
    }

    /// Lanes of `bits` bits in a vector of 16 bytes, or in a `double`.
    fn pack(&mut self, lanes: &[ir::Value], bits: u32, wide: bool) -> ir::Value {
        let in_word = (64 / bits) as usize;
        let low = self.join(&lanes[..lanes.len().min(in_word)], bits);
        if !wide {
            return self.as_float(types::F64, low);
        }
        let vector = self.builder.ins().splat(types::I64X2, low);
        match lanes.get(in_word..) {
            Some(rest @ [_, ..]) => {
                let high = self.join(rest, bits);
                self.builder.ins().insertlane(vector, high, 1)
            }
            _ => vector,
        }
    }

    /// Words whose upper bits are zero, side by side in one, the first lowest.
    fn join(&mut self, words: &[ir::Value], bits: u32) -> ir::Value {
        let mut all = words[0];
        for (index, word) in words.iter().enumerate().skip(1) {
            let shift = i64::from(bits) * index as i64;
            let shift = self.builder.ins().iconst(types::I64, shift);
            let word = self.builder.ins().ishl(*word, shift);
            all = self.builder.ins().bor(all, word);
        }
        all
    }

    /// Notes the parts of a unit that came as `value`.
    fn take_unit(&mut self, parts: &Parts, slots: &mut Slots, unit: Unit, value: ir::Value) {
        match unit {
            Unit::Word { part, .. } => {
                let kind = parts[part as usize].kind;
                slots[part as usize] = Some(self.narrowed(value, kind));
            }
            Unit::Half { part, high } => {
                let part = part as usize;
                slots[part] = Some(match slots[part] {
                    Some(low) if high => {
                        let whole = self.builder.ins().iconcat(low, value);
                        self.masked(whole, parts[part].kind.bits())
                    }
                    _ => value,
                });
            }
            Unit::Float(part) | Unit::Double(part) => slots[part as usize] = Some(value),
            Unit::FloatInWord(part) => {
                let ty = parts[part as usize].kind.clif();
                let bits = self.narrowed(value, PartKind::Int(ty.bits()));
                slots[part as usize] = Some(self.as_float(ty, bits));
            }
            Unit::Vector {
                first,
                count,
                bits,
                wide,
            } => {
                let words = match wide {
                    true => [0, 1].map(|lane| self.builder.ins().extractlane(value, lane as u8)),
                    false => [self.bits(value); 2],
                };
                let in_word = 64 / bits;
                for lane in 0..count {
                    let word = words[(lane / in_word) as usize];
                    let shift = i64::from(lane % in_word * bits);
                    let shift = self.builder.ins().iconst(types::I64, shift);
                    let word = self.builder.ins().ushr(word, shift);
                    let kind = parts[(first + lane) as usize].kind;
                    let part = self.narrowed(word, PartKind::Int(bits));
                    slots[(first + lane) as usize] = Some(match kind {
                        PartKind::Int(_) => part,
                        _ => self.as_float(kind.clif(), part),
                    });
                }
            }
            Unit::Memory { .. } | Unit::ResultMemory => slots[0] = Some(value),
        }
    }

    /// The bits of a number as an integer; an integer itself.
    pub(crate) fn bits(&mut self, value: ir::Value) -> ir::Value {
        let ty = self.builder.func.dfg.value_type(value);
        match ty.is_float() {
            true => {
                let flags = MemFlagsData::new();
                self.builder.ins().bitcast(ty.as_int(), flags, value)
            }
            false => value,
        }
    }

    /// An integer as the bits of a number.
    pub(crate) fn as_float(&mut self, ty: ir::Type, bits: ir::Value) -> ir::Value {
        let flags = MemFlagsData::new();
        self.builder.ins().bitcast(ty, flags, bits)
    }

    /// Whether variadic calls say how many vector registers they use.
    pub(crate) fn counts_vectors(&self) -> bool {
        self.convention.machine == Machine::X86_64
    }
}
