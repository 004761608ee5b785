//! Assembles inline assembly and module-level assembly (`module`) from text in AT&T syntax to bytes.
//!
//! ```text
//!   INLINEASM &"lock; incl $0"  ─template─▶  "lock; incl 8(%rdi)"
//!             ─statement─▶  prefix f0 │ incl, memory 8(%rdi)
//!             ─table─────▶  INC32m %rdi, 1, %noreg, 8, %noreg  ─encode─▶  bytes
//! ```
//!
//! Instructions are looked up by the asm strings of the target's rows, so that there is no second list of
//! them; of several that match, the one with the shortest code is taken, as by the GNU assembler. What
//! the rows do not have (most directives, macros) is refused.

mod directive;
pub(crate) mod module;
mod operand;
mod statement;
mod table;
mod template;
mod text;

use avarice_emit::{
    AsmSyntax, AsmText, CodeBuffer, EmitError, FixupTarget, FunctionContext, Label, PrintContext,
    expand_asm, print_asm, refused_asm as refused,
};
use avarice_mir::{Block, Inst, OperandValue};
use cranelift_entity::EntityRef;

use crate::asm::SYNTAX_DIRECTIVES;
use crate::encode::encoder;
use crate::encode::mc_inst::SymbolOperand;
pub(crate) use template::whole_register;

use statement::Statement;
use template::{SymbolText, Writer};

/// Symbols as they stand in the text while it is assembled here: by number.
#[derive(Default)]
struct Numbered {
    symbols: Vec<SymbolOperand>,
}

/// What a numbered symbol begins with; no name in assembly does.
const SYMBOL_MARK: char = '\u{1}';

/// What the label of a block begins with: its number follows.
const BLOCK_MARK: char = '\u{2}';

impl SymbolText for Numbered {
    fn symbol(&mut self, symbol: &SymbolOperand, out: &mut String) -> Result<(), EmitError> {
        out.push(SYMBOL_MARK);
        out.push_str(&self.symbols.len().to_string());
        self.symbols.push(*symbol);
        Ok(())
    }

    fn block(&mut self, block: Block, out: &mut String) {
        out.push(BLOCK_MARK);
        out.push_str(&block.index().to_string());
    }
}

/// Appends the bytes of inline assembly.
///
/// # Errors
/// If the text has something that is not known.
pub fn encode(
    context: &FunctionContext<'_>,
    inst: Inst,
    buffer: &mut CodeBuffer,
) -> Result<(), EmitError> {
    encode_text(context, inst, buffer).map_err(|error| {
        let OperandValue::Symbol(text, _) = context.function.operand(inst, 0).value() else {
            return error;
        };
        error.in_assembly(&context.function.symbols[text])
    })
}

fn encode_text(
    context: &FunctionContext<'_>,
    inst: Inst,
    buffer: &mut CodeBuffer,
) -> Result<(), EmitError> {
    let mut numbered = Numbered::default();
    let text = expand_asm(context.function, inst, &mut Writer(&mut numbered))?;
    let statements = statement::parse(&text)?;
    let labels = Labels::new(&statements, context.labels, buffer);
    let named = |name: &str| {
        let global = context.module.globals_by_name.get(name.as_bytes())?;
        Some(FixupTarget::Global(*global))
    };
    let symbols = operand::Symbols {
        numbered: &numbered.symbols,
        named: &named,
    };
    for (at, statement) in statements.iter().enumerate() {
        match statement {
            Statement::Label(_) => {
                if let Some(label) = labels.defined_at(at) {
                    buffer.bind(label);
                }
            }
            Statement::Bytes(bytes) => buffer.put(bytes),
            Statement::Instruction { mnemonic, operands } => {
                let target = |name: &str| labels.find(&statements, name, at);
                let mc = table::find(mnemonic, operands, &symbols, &target)?;
                encoder::encode(&mc, &labels.all, buffer)?;
            }
        }
    }
    Ok(())
}

/// Appends inline assembly as text.
///
/// # Errors
/// If an operand has no text.
pub fn print(context: &PrintContext<'_>, inst: Inst, out: &mut AsmText) -> Result<(), EmitError> {
    struct Named<'a, 'b>(&'a PrintContext<'b>);
    impl SymbolText for Named<'_, '_> {
        fn symbol(&mut self, symbol: &SymbolOperand, out: &mut String) -> Result<(), EmitError> {
            crate::asm::print_symbol(self.0, symbol, out)
        }

        fn block(&mut self, block: Block, out: &mut String) {
            out.push_str(&self.0.block(block));
        }
    }
    let function = context.function.function;
    let text = expand_asm(function, inst, &mut Writer(&mut Named(context)))?;
    match context.syntax() {
        AsmSyntax::Standard => print_asm(&text, out),
        AsmSyntax::Alternative => {
            out.push_str(SYNTAX_DIRECTIVES.standard);
            print_asm(&text, out);
            out.push_str(SYNTAX_DIRECTIVES.alternative);
        }
    }
    Ok(())
}

/// The labels of one text: those of the function's blocks, then those of its statements.
struct Labels {
    all: Vec<Label>,
    /// How many are of blocks.
    num_blocks: usize,
    /// For each of the others its statement.
    places: Vec<usize>,
}

impl Labels {
    fn new(statements: &[Statement<'_>], blocks: &[Label], buffer: &mut CodeBuffer) -> Self {
        let mut labels = Self {
            all: blocks.to_vec(),
            num_blocks: blocks.len(),
            places: Vec::new(),
        };
        for (at, statement) in statements.iter().enumerate() {
            if let Statement::Label(_) = statement {
                labels.all.push(buffer.create_label());
                labels.places.push(at);
            }
        }
        labels
    }

    fn defined_at(&self, at: usize) -> Option<Label> {
        let index = self.places.iter().position(|place| *place == at)?;
        Some(self.all[self.num_blocks + index])
    }

    /// The label that `name` means in statement `at`, as the block of its number. `1b` is the last
    /// label `1` before, `1f` the next one.
    fn find(&self, statements: &[Statement<'_>], name: &str, at: usize) -> Option<Block> {
        if let Some(number) = name.strip_prefix(BLOCK_MARK) {
            return Some(Block::new(number.parse().ok()?));
        }
        let is = |place: &usize, wanted: &str| match &statements[*place] {
            Statement::Label(label) => *label == wanted,
            _ => false,
        };
        let digits = name.trim_end_matches(['b', 'f']);
        let is_local = digits.len() + 1 == name.len() && digits.bytes().all(|c| c.is_ascii_digit());
        let index = if is_local && name.ends_with('b') {
            self.places
                .iter()
                .rposition(|place| *place < at && is(place, digits))
        } else if is_local {
            self.places
                .iter()
                .position(|place| *place > at && is(place, digits))
        } else {
            self.places.iter().position(|place| is(place, name))
        };
        index.map(|index| Block::new(self.num_blocks + index))
    }
}
