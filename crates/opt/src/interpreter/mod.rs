//! Runs a function of a module on given arguments, instruction by instruction, without making code.
//!
//! It shows what happens in *one* execution, where analyses cover all of them: a [`Spectator`] sees each block that is
//! entered and each value that is defined and read. All memory accesses are checked; steps, memory and output are
//! limited. So a run always ends, with a result or with a [`Failure`] that says why there is none.
//!
//! | file | what is in it |
//! |---|---|
//! | `datum` | values |
//! | `memory`, `encoding` | objects at addresses; values as bytes |
//! | `constants` | constants and addresses of globals |
//! | `arithmetic` | operations on scalars |
//! | `execute`, `calls` | instructions; calls and returns |
//! | `intrinsics`, `library`, `format` | functions that are known: `llvm.*`, some of C's library, `printf` |
//!
//! What the language leaves open gets some value: `undef`, `poison` and memory that was never written are zero. Not
//! supported: integers of more than 128 bits, scalable vectors, numbers that are neither `float` nor `double`,
//! exceptions, inline assembly, and functions that are only declared and not known here.

mod arithmetic;
mod calls;
mod constants;
mod datum;
mod encoding;
mod execute;
mod format;
mod intrinsics;
mod library;
mod memory;

use avarice_ir::{
    Block, Const, DataLayout, Function, Global, Inst, Module, Type, TypeData, Value, ValueDef,
};
use cranelift_entity::SecondaryMap;

pub use datum::Datum;
use datum::MAX_BITS;
use encoding::Encoding;
use memory::Memory;

/// Values of all frames that may exist at the same time: the depth of recursion.
const MAX_FRAME_VALUES: usize = 1 << 21;

/// Bytes that a program may write.
const MAX_OUTPUT: usize = 1 << 20;

/// Bytes of memory (or so much other work) that a step may take on average: long operations come to an end too.
const WORK_OF_STEP: u64 = 256;

/// Default limit of the steps of a run.
pub const MAX_STEPS: u64 = 1_000_000;

/// What kind of reason ends a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// The program does what it must not.
    Trap,
    /// Something that is not run.
    Unsupported,
    /// Too much memory, output or recursion.
    Limit,
}

/// Why a run has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Kind of reason.
    pub kind: FailureKind,
    /// One sentence without a full stop.
    pub message: String,
    /// The function and the instruction; `None` before the first one.
    pub place: Option<(Global, Inst)>,
}

impl Failure {
    fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            place: None,
        }
    }

    fn trap(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Trap, message)
    }

    fn unsupported(what: impl std::fmt::Display) -> Self {
        Self::new(FailureKind::Unsupported, format!("{what} is not run"))
    }

    fn limit(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Limit, message)
    }

    /// A value that does not fit its bytes.
    fn bounds() -> Self {
        Self::trap("access outside of an object")
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// Looks on while a program runs. Calls are about the function that was entered last and not left yet.
pub trait Spectator {
    /// A function is called; its arguments are defined.
    fn enter(&mut self, _global: Global, _function: &Function) {}

    /// The function returns.
    fn leave(&mut self) {}

    /// Control reaches the beginning of `block`.
    fn block(&mut self, _block: Block) {}

    /// An instruction reads `value`.
    fn read(&mut self, _value: Value) {}

    /// A phi of the block that comes next reads `value`.
    fn read_on_edge(&mut self, _value: Value) {}

    /// An instruction gives `value` its value.
    fn define(&mut self, _value: Value) {}
}

impl Spectator for () {}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The function returned this; nothing means `Bits(0)`.
    Returned(Datum),
    /// The program called `exit` with this.
    Exited(u32),
    /// It was still running after as many steps as it may take.
    OutOfSteps,
}

/// A function that is running.
struct Frame<'m> {
    global: Global,
    function: &'m Function,
    /// By value's id.
    values: Vec<Datum>,
    block: Block,
    /// The instruction that is executed, or for a frame that has called another, its call.
    at: Inst,
    stack_mark: u64,
}

/// An interpreter of one module. Memory stays between runs.
pub struct Interpreter<'m, W> {
    module: &'m Module,
    encoding: Encoding<'m>,
    memory: Memory,
    /// Addresses of globals that something has referred to; 0 for others.
    addresses: SecondaryMap<Global, u64>,
    /// Variables that have an address, but not their initial value yet.
    uninitialized: Vec<Global>,
    constants: SecondaryMap<Const, Option<Datum>>,
    frames: Vec<Frame<'m>>,
    frame_values: usize,
    steps: u64,
    output: Vec<u8>,
    /// Scratch: phis of a block and their new values.
    phi_values: Vec<(Inst, Datum)>,
    /// The observer.
    pub watch: W,
}

impl<'m, W: Spectator> Interpreter<'m, W> {
    /// An interpreter of `module`, of which `layout` is the layout.
    ///
    /// # Requires
    /// The verifier accepts the module.
    pub fn new(module: &'m Module, layout: &'m DataLayout, watch: W) -> Self {
        let types = &module.types;
        Self {
            module,
            encoding: Encoding { types, layout },
            memory: Memory::default(),
            addresses: SecondaryMap::new(),
            uninitialized: Vec::new(),
            constants: SecondaryMap::new(),
            frames: Vec::new(),
            frame_values: 0,
            steps: 0,
            output: Vec::new(),
            phi_values: Vec::new(),
            watch,
        }
    }

    /// Runs the defined function `global` on `args`, for at most `max_steps` instructions, fewer if they are long.
    ///
    /// # Errors
    /// It does what it must not, or what is not run here.
    pub fn run(
        &mut self,
        global: Global,
        args: &[Datum],
        max_steps: u64,
    ) -> Result<Outcome, Failure> {
        self.frames.clear();
        self.frame_values = 0;
        self.steps = 0;
        self.memory.reset_work();
        let outcome = self.run_frames(global, args, max_steps);
        outcome.map_err(|mut failure| {
            let place = self.frames.last().map(|frame| (frame.global, frame.at));
            failure.place = failure.place.or(place);
            failure
        })
    }

    fn run_frames(
        &mut self,
        global: Global,
        args: &[Datum],
        max_steps: u64,
    ) -> Result<Outcome, Failure> {
        self.push_frame(global, args)?;
        while self.steps < max_steps && self.memory.work() / WORK_OF_STEP <= max_steps {
            self.steps += 1;
            if let Some(outcome) = self.step()? {
                return Ok(outcome);
            }
        }
        Ok(Outcome::OutOfSteps)
    }

    /// Instructions executed in the last run.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What the program has written.
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    fn write_output(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if bytes.len() > MAX_OUTPUT - self.output.len() {
            return Err(Failure::limit("the program writes too much"));
        }
        self.output.extend_from_slice(bytes);
        Ok(())
    }

    fn frame(&self) -> &Frame<'m> {
        &self.frames[self.frames.len() - 1]
    }

    /// What `value` of the running function is.
    fn get(&mut self, value: Value) -> Result<Datum, Failure> {
        match self.frame().function.values[value].def {
            ValueDef::Const(id) => self.constant(id),
            _ => {
                let datum = self.frame().values[value.as_u32() as usize].clone();
                self.memory.add_work(size_of_val(datum.parts()) as u64);
                Ok(datum)
            }
        }
    }

    /// Operand `index` of instruction `inst` of the running function.
    fn operand(&mut self, inst: Inst, index: usize) -> Result<Datum, Failure> {
        let value = self.frame().function.operand(inst, index);
        self.get(value)
    }

    /// The type of operand `index`.
    fn operand_type(&self, inst: Inst, index: usize) -> Type {
        let function = self.frame().function;
        function.values[function.operand(inst, index)].ty
    }

    /// Gives the result of `inst` its value.
    fn define(&mut self, inst: Inst, datum: Datum) {
        let index = self.frames.len() - 1;
        let frame = &mut self.frames[index];
        if let Some(result) = frame.function.insts[inst].result.expand() {
            frame.values[result.as_u32() as usize] = datum;
            self.watch.define(result);
        }
    }
}

/// Parses an argument given as text: an integer in decimal (with a sign) or, after `0x`, in hexadecimal; a number for
/// `float` and `double`. A pointer is given as an integer too; only the null pointer is useful.
///
/// # Errors
/// What is wrong with it, as a sentence without a full stop.
pub fn parse_argument(module: &Module, ty: Type, text: &str) -> Result<Datum, String> {
    match module.types[ty] {
        TypeData::Float => {
            let number: Result<f32, _> = text.parse();
            let number = number.map_err(|_| format!("'{text}' is no number"))?;
            Ok(Datum::Bits(number.to_bits().into()))
        }
        TypeData::Double => {
            let number: Result<f64, _> = text.parse();
            let number = number.map_err(|_| format!("'{text}' is no number"))?;
            Ok(Datum::Bits(number.to_bits().into()))
        }
        TypeData::Integer(bits) if bits <= MAX_BITS => integer_argument(text, bits),
        TypeData::Pointer(_) => integer_argument(text, 64),
        _ => Err(format!(
            "'{text}' is for an argument of a type that cannot be given"
        )),
    }
}

fn integer_argument(text: &str, bits: u32) -> Result<Datum, String> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let magnitude = match digits.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let magnitude = magnitude.map_err(|_| format!("'{text}' is no integer"))?;
    let value = if is_negative {
        magnitude.wrapping_neg()
    } else {
        magnitude
    };
    let result = datum::truncate(value, bits);
    let fits = result == magnitude && !is_negative || datum::signed(result, bits) as u128 == value;
    if fits {
        Ok(Datum::Bits(result))
    } else {
        Err(format!("'{text}' does not fit in {bits} bits"))
    }
}

/// A result as text: an integer with its sign, a floating-point number, an address; elements in braces.
pub fn print_datum(module: &Module, ty: Type, datum: &Datum) -> String {
    match (&module.types[ty], datum) {
        (TypeData::Integer(1), _) => (datum.bits() != 0).to_string(),
        (TypeData::Integer(bits), Datum::Bits(value)) => datum::signed(*value, *bits).to_string(),
        (TypeData::Float, Datum::Bits(bits)) => format!("{:?}", f32::from_bits(*bits as u32)),
        (TypeData::Double, Datum::Bits(bits)) => format!("{:?}", f64::from_bits(*bits as u64)),
        (_, Datum::Bits(bits)) => format!("{bits:#x}"),
        (_, Datum::Parts(parts)) => {
            let parts = parts.iter().zip(0..).map(|(part, index)| {
                let element = module.types.element(ty, index).unwrap_or(ty);
                print_datum(module, element, part)
            });
            format!("{{ {} }}", parts.collect::<Vec<_>>().join(", "))
        }
    }
}
