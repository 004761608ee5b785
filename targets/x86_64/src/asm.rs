//! Assembly of one instruction, from its row's asm string.
//!
//! `{a|b}` in an asm string gives the AT&T text first, then Intel's, whose operands [`crate::intel`] writes; `$name` and `${name}` are operands. Where the
//! assembler would choose another encoding than ours, a pseudo prefix (`{disp32}`, `{load}`,
//! `{store}`) tells it ours.

use std::fmt::Write;

use avarice_emit::{
    AsmSyntax, AsmText, CodeBuffer, EmitError, FixupTarget, PrintContext, SyntaxDirectives,
    is_local_reference,
};
use avarice_ir::DebugInfo;
use avarice_target::PhysReg;

use crate::encode::encoder::encode;
use crate::encode::mc_inst::{McInst, McOperand, SymbolOperand};
use crate::encoding_row::{AdSize, EncKind, Form, ImmKind, X86Encoding};
use crate::target_flags as flags;
use crate::vector_comments::{self, Explained};
use crate::{TARGET, compare_names, encoding_comments, intel, op, reg};

/// What switches between the syntaxes of AT&T and Intel.
pub(crate) const SYNTAX_DIRECTIVES: SyntaxDirectives = SyntaxDirectives {
    alternative: "\t.intel_syntax noprefix\n",
    standard: "\t.att_syntax\n",
};

/// Suffixes of conditions by number.
const CONDITIONS: [&str; 16] = [
    "o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g",
];

/// The suffix of the condition that an operand says.
pub(crate) fn condition_name(operand: McOperand) -> &'static str {
    CONDITIONS[operand.imm().unwrap_or(0) as usize & 15]
}

/// Other names of conditions.
const CONDITION_ALIASES: [(i64, &str); 14] = [
    (2, "c"),
    (2, "nae"),
    (3, "nc"),
    (3, "nb"),
    (4, "z"),
    (5, "nz"),
    (6, "na"),
    (7, "nbe"),
    (10, "pe"),
    (11, "po"),
    (12, "nge"),
    (13, "nl"),
    (14, "ng"),
    (15, "nle"),
];

/// Numbers and names of conditions, aliases too.
pub(crate) fn condition_names() -> impl Iterator<Item = (i64, &'static str)> {
    (0..).zip(CONDITIONS).chain(CONDITION_ALIASES)
}

/// Appends a symbol as operands have it.
pub(crate) fn print_symbol(
    context: &PrintContext<'_>,
    symbol: &SymbolOperand,
    out: &mut String,
) -> Result<(), EmitError> {
    let names = Names {
        context: Some(context),
    };
    names.symbol(symbol, out)
}

/// Appends `inst` as one line.
///
/// # Errors
/// If it has no asm string, or an operand has no text.
pub fn print(
    context: &PrintContext<'_>,
    inst: &McInst,
    out: &mut AsmText,
) -> Result<(), EmitError> {
    let desc = inst.desc();
    if desc.asm.is_empty() {
        return Err(EmitError::unsupported(format!("assembly of {}", desc.name)));
    }
    let names = Names {
        context: Some(context),
    };
    if out.is_verbose() {
        vector_comments::comment_constants(context, inst, out);
    }
    if out.shows_encoding() {
        encoding_comments::comment(context, inst, out)?;
    }
    if out.is_verbose()
        && vector_comments::comment(inst, out) == Explained::No
        && context.syntax() == AsmSyntax::Standard
    {
        immediate_comments(inst, out);
    }
    if is_ambiguous(inst) {
        print_as_bytes(inst, &mut out.text)?;
    } else {
        out.text.push('\t');
        print_prefixes(context, inst, &mut out.text);
        print_text(&names, inst, &compare_names::asm_of(inst), &mut out.text)?;
    }
    out.end_line();
    Ok(())
}

/// Says the hexadecimal form of large numbers.
fn immediate_comments(inst: &McInst, out: &mut AsmText) {
    let desc = inst.desc();
    for (kind, (_, first)) in desc.kinds.iter().zip(desc.names) {
        let operand = inst.operands.get(usize::from(*first));
        let value = operand.and_then(|operand| operand.imm());
        match value {
            Some(value) if !(-256..=255).contains(&value) && is_plain_immediate(kind) => {
                if i16::try_from(value).is_ok() {
                    out.comment(format_args!("imm = {:#X}", value as u16));
                } else if i32::try_from(value).is_ok() {
                    out.comment(format_args!("imm = {:#X}", value as u32));
                } else {
                    out.comment(format_args!("imm = {value:#X}"));
                }
            }
            _ => {}
        }
    }
}

/// Whether an operand of this kind is shown with `$` as it is.
fn is_plain_immediate(kind: &str) -> bool {
    let is_other = kind.starts_with("brtarget")
        || kind.ends_with("_brtarget")
        || kind.starts_with("dstidx")
        || kind.starts_with("srcidx")
        || kind.starts_with("offset")
        || kind.contains("mem");
    !is_other && !matches!(kind, "ccode" | "u8imm")
}

/// As [`print`], for an instruction without symbols and blocks.
///
/// # Errors
/// As [`print`], and for symbols and blocks.
pub fn print_plain(inst: &McInst, out: &mut String) -> Result<(), EmitError> {
    if is_ambiguous(inst) {
        print_as_bytes(inst, out)?;
    } else {
        out.push('\t');
        print_form_prefix(inst, out);
        let names = Names { context: None };
        print_text(&names, inst, &compare_names::asm_of(inst), out)?;
    }
    out.push('\n');
    Ok(())
}

/// Whether the assembler has another encoding for the same text, or no text, and no pseudo prefix
/// helps. Selection uses none of these but exchanges.
fn is_ambiguous(inst: &McInst) -> bool {
    let desc = inst.desc();
    let Some(encoding) = desc.encoding.map(X86Encoding::decode) else {
        return false;
    };
    let is = |heads: &[&str]| heads.iter().any(|head| desc.name.starts_with(head));
    let ends = |tails: &[&str]| tails.iter().any(|tail| desc.name.ends_with(tail));
    let first_is_st0 = || inst.operands.first().is_some_and(|o| o.reg() == reg::ST0);
    match inst.opcode {
        op::XCHG8rr
        | op::XCHG16rr
        | op::XCHG32rr
        | op::XCHG64rr
        | op::XCHG16ar
        | op::XCHG32ar
        | op::XCHG64ar
        | op::MOVPQI2QIrr
        | op::VMOVPQI2QIrr
        | op::MOVPQIto64mr
        | op::VMOVPQIto64mr
        | op::MOV64toPQIrm
        | op::VMOV64toPQIrm
        | op::MMX_MOVD64from64mr
        | op::MMX_MOVD64to64rm
        | op::SLDT64r
        | op::STR64r
        | op::MOV16sr
        | op::MOV64sr
        | op::MOV64rs
        | op::BSWAP16r_BAD
        | op::FARCALL64m
        | op::FARJMP64m
        | op::LFS64rm
        | op::LGS64rm
        | op::LSS64rm => true,
        _ if encoding.form == Form::RawFrmMemOffs => encoding.ad_size != AdSize::AdSize64,
        _ if is(&["MOVSX16r", "MOVZX16r"]) => ends(&["m16", "r16", "m32", "r32"]),
        _ if is(&["MOVSX32r"]) => ends(&["m32", "r32"]),
        _ if is(&["PUSH", "POP"]) && ends(&["rmr"]) => true,
        _ if ends(&["ri_alt"]) => true,
        _ if ends(&["_FrST0"]) => first_is_st0(),
        _ if ends(&["_REV"]) => encoding.imm == ImmKind::Imm8Reg || encoding.enc == EncKind::EncXOP,
        _ => false,
    }
}

/// Appends the bytes of an instruction without symbols as data.
fn print_as_bytes(inst: &McInst, out: &mut String) -> Result<(), EmitError> {
    let mut buffer = CodeBuffer::default();
    encode(inst, &[], &mut buffer)?;
    let code = buffer.finish(|_, _| {});
    if !code.fixups.is_empty() {
        let text = format!("assembly of {} with a symbol", inst.desc().name);
        return Err(EmitError::unsupported(text));
    }
    let bytes: Vec<String> = code.bytes.iter().map(|b| format!("{b:#04x}")).collect();
    let _ = write!(out, "\t.byte\t{}", bytes.join(","));
    Ok(())
}

fn print_prefixes(context: &PrintContext<'_>, inst: &McInst, out: &mut String) {
    let is_jump = matches!(inst.opcode, op::JMP_4 | op::JCC_4);
    if is_jump && has_fixed_length(context, inst.operands[0]) {
        out.push_str("{disp32} ");
    }
    print_form_prefix(inst, out);
}

/// Whether the assembler must not choose the length of a jump. It may where the jump goes to a symbol, unless the module has
/// debug information: that is written as numbers, which count every jump to a symbol as long.
fn has_fixed_length(context: &PrintContext<'_>, target: McOperand) -> bool {
    let McOperand::Symbol(symbol) = target else {
        return true;
    };
    let (module, options) = (context.function.module, context.function.options);
    let FixupTarget::Global(global) = symbol.target else {
        return false;
    };
    is_local_reference(module, global, options) && DebugInfo::of(module).is_some()
}

/// What makes the assembler take this form of several with the same text.
fn print_form_prefix(inst: &McInst, out: &mut String) {
    if inst.rep {
        out.push_str("rep\t\t");
    }
    if inst.address_size {
        out.push_str("addr32 ");
    }
    if inst.has_no_track() {
        out.push_str("notrack\t\t");
    }
    let desc = inst.desc();
    let Some(encoding) = desc.encoding.map(X86Encoding::decode) else {
        return;
    };
    if encoding.lock {
        out.push_str("lock\t\t");
    }
    // Those that AVX-512 had first are taken for its forms otherwise.
    let younger = ["HasAVXVNNI", "HasAVXIFMA", "HasAVXNECONVERT"];
    if desc.predicates.iter().any(|p| younger.contains(p)) {
        out.push_str("{vex} ");
    }
    if desc.name.ends_with("_REV") {
        let is_load = encoding.form == Form::MRMSrcReg;
        out.push_str(if is_load { "{load} " } else { "{store} " });
    }
}

/// Names of symbols and blocks, if there are some.
pub(crate) struct Names<'a> {
    context: Option<&'a PrintContext<'a>>,
}

impl Names<'_> {
    fn syntax(&self) -> AsmSyntax {
        self.context
            .map_or(AsmSyntax::Standard, PrintContext::syntax)
    }

    fn symbol(&self, symbol: &SymbolOperand, out: &mut String) -> Result<(), EmitError> {
        let context = self
            .context
            .ok_or_else(|| EmitError::unsupported("symbol"))?;
        let suffix = match symbol.flags {
            flags::MO_NO_FLAG | flags::MO_ABS8 => "",
            flags::MO_PLT => "@PLT",
            flags::MO_GOT => "@GOT",
            flags::MO_GOTOFF => "@GOTOFF",
            // The GNU assembler has no word for "and keep the load".
            flags::MO_GOTPCREL | flags::MO_GOTPCREL_NORELAX => "@GOTPCREL",
            flags::MO_TLSGD => "@TLSGD",
            flags::MO_TLSLD => "@TLSLD",
            flags::MO_GOTTPOFF => "@GOTTPOFF",
            flags::MO_TPOFF => "@TPOFF",
            flags::MO_DTPOFF => "@DTPOFF",
            _ => return Err(EmitError::unsupported("assembly of this use of a symbol")),
        };
        let _ = write!(out, "{}{suffix}", context.symbol(symbol.target)?);
        if symbol.offset != 0 {
            let _ = write!(out, "{:+}", symbol.offset);
        }
        Ok(())
    }

    /// A number, symbol or block.
    pub(crate) fn value(&self, operand: McOperand, out: &mut String) -> Result<(), EmitError> {
        match operand {
            McOperand::Imm(value) => {
                let _ = write!(out, "{value}");
            }
            McOperand::Symbol(symbol) => self.symbol(&symbol, out)?,
            McOperand::Block(block) => {
                let context = self
                    .context
                    .ok_or_else(|| EmitError::unsupported("block"))?;
                out.push_str(&context.block(block));
            }
            McOperand::Reg(reg) => print_reg(reg, out),
        }
        Ok(())
    }
}

/// Appends the side of an asm string that the syntax chooses, with its operands.
fn print_text(
    names: &Names<'_>,
    inst: &McInst,
    asm: &str,
    out: &mut String,
) -> Result<(), EmitError> {
    let mut rest = asm;
    let mut in_braces = false;
    let syntax = names.syntax();
    while let Some(at) = rest.find(['{', '|', '}', '$', '\\']) {
        out.push_str(&rest[..at]);
        let special = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        match special {
            // The assembler knows these only without the letter of the operand size.
            b'{' if has_no_suffix(inst) && !rest.starts_with('$') => {
                rest = rest.split_once('}').map_or("", |(_, rest)| rest);
            }
            b'{' if syntax == AsmSyntax::Alternative => rest = second_alternative(rest),
            b'{' => in_braces = true,
            b'}' => in_braces = false,
            b'|' if in_braces => {
                // The other syntaxes, up to the closing brace that is not an operand's.
                rest = skip_alternatives(rest);
                in_braces = false;
            }
            b'$' => rest = print_operand_reference(names, inst, rest, out)?,
            b'\\' => {
                let mut chars = rest.chars();
                out.extend(chars.next());
                rest = chars.as_str();
            }
            other => out.push(char::from(other)),
        }
    }
    out.push_str(rest);
    Ok(())
}

/// Whether the operand size is only in the operands: the suffix in braces is left out.
fn has_no_suffix(inst: &McInst) -> bool {
    let name = inst.desc().name;
    let heads = [
        "RDRAND", "RDSEED", "RDFSBASE", "RDGSBASE", "WRFSBASE", "WRGSBASE",
    ];
    heads.iter().any(|head| name.starts_with(head))
}

/// What follows the brace that closes the alternatives that `text` is in.
fn skip_alternatives(text: &str) -> &str {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return &text[at + 1..],
            '}' => depth -= 1,
            _ => {}
        }
    }
    ""
}

/// What follows the first of the alternatives that `text` begins with: the second one, or the brace that closes them.
fn second_alternative(text: &str) -> &str {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' => return &text[at..],
            '|' if depth == 0 => return &text[at + 1..],
            _ => {}
        }
    }
    ""
}

/// Prints the operand whose name `text` begins with (after the `$`); returns what follows it.
fn print_operand_reference<'t>(
    names: &Names<'_>,
    inst: &McInst,
    text: &'t str,
    out: &mut String,
) -> Result<&'t str, EmitError> {
    let (name, rest) = match text.strip_prefix('{') {
        Some(braced) => braced.split_once('}').unwrap_or((braced, "")),
        None => {
            let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            text.split_at(end.unwrap_or(text.len()))
        }
    };
    let desc = inst.desc();
    let found = desc.names.iter().position(|(n, _)| *n == name);
    let unknown = || EmitError::unsupported(format!("operand {name} in assembly of {}", desc.name));
    let index = found.ok_or_else(unknown)?;
    let first = usize::from(desc.names[index].1);
    let kind = desc.kinds.get(index).copied().unwrap_or("");
    match names.syntax() {
        AsmSyntax::Standard => print_operand(names, inst, first, kind, out)?,
        AsmSyntax::Alternative => intel::print_operand(names, inst, first, kind, out)?,
    }
    Ok(rest)
}

fn print_operand(
    names: &Names<'_>,
    inst: &McInst,
    first: usize,
    kind: &str,
    out: &mut String,
) -> Result<(), EmitError> {
    let get = |index: usize| {
        let operand = inst.operands.get(first + index).copied();
        operand
            .ok_or_else(|| EmitError::unsupported(format!("{} without operand", inst.desc().name)))
    };
    let operand = get(0)?;
    match kind {
        "RSTi" if operand.reg() == reg::ST0 => out.push_str("%st(0)"),
        "ccode" => out.push_str(condition_name(operand)),
        "u8imm" => match operand.imm() {
            Some(value) => {
                let _ = write!(out, "${}", value as u8);
            }
            None => print_immediate(names, operand, out)?,
        },
        kind if kind.starts_with("brtarget") || kind.ends_with("_brtarget") => {
            names.value(operand, out)?;
        }
        kind if kind.starts_with("dstidx") => {
            out.push_str("%es:(");
            print_reg(operand.reg(), out);
            out.push(')');
        }
        kind if kind.starts_with("srcidx") => {
            print_segment(get(1)?.reg(), out);
            out.push('(');
            print_reg(operand.reg(), out);
            out.push(')');
        }
        kind if kind.starts_with("offset") => {
            print_segment(get(1)?.reg(), out);
            names.value(operand, out)?;
        }
        kind if kind.contains("mem") => {
            let memory = [operand, get(1)?, get(2)?, get(3)?, get(4)?];
            print_memory(names, memory, out)?;
        }
        _ => print_immediate(names, operand, out)?,
    }
    Ok(())
}

/// A register, or a number or symbol with `$`.
fn print_immediate(
    names: &Names<'_>,
    operand: McOperand,
    out: &mut String,
) -> Result<(), EmitError> {
    if !matches!(operand, McOperand::Reg(_)) {
        out.push('$');
    }
    names.value(operand, out)
}

fn print_segment(segment: PhysReg, out: &mut String) {
    if !segment.is_none() {
        print_reg(segment, out);
        out.push(':');
    }
}

/// `%fs:8(%rax,%rcx,4)`
fn print_memory(
    names: &Names<'_>,
    operands: [McOperand; 5],
    out: &mut String,
) -> Result<(), EmitError> {
    let mut symbol = String::new();
    if !matches!(operands[3], McOperand::Imm(_)) {
        names.value(operands[3], &mut symbol)?;
    }
    print_address(operands, &symbol, out);
    Ok(())
}

/// Appends an address; `symbol` is the text of its displacement if that is no number.
pub(crate) fn print_address(
    [base, scale, index, displacement, segment]: [McOperand; 5],
    symbol: &str,
    out: &mut String,
) {
    print_segment(segment.reg(), out);
    let (base, index) = (base.reg(), index.reg());
    let has_registers = !base.is_none() || !index.is_none();
    if displacement != McOperand::Imm(0) || !has_registers {
        match displacement {
            McOperand::Imm(value) => {
                let _ = write!(out, "{value}");
            }
            _ => out.push_str(symbol),
        }
    }
    if !has_registers {
        return;
    }
    out.push('(');
    if !base.is_none() {
        print_reg(base, out);
    }
    if !index.is_none() {
        out.push(',');
        print_reg(index, out);
        let scale = scale.imm().unwrap_or(1);
        if scale != 1 {
            let _ = write!(out, ",{scale}");
        }
    }
    out.push(')');
}

/// `%eax`, `%st(1)`
pub(crate) fn print_reg(reg: PhysReg, out: &mut String) {
    out.push('%');
    print_bare_reg(reg, out);
}

/// `eax`, `st(1)`
pub(crate) fn print_bare_reg(reg: PhysReg, out: &mut String) {
    let name = TARGET.reg(reg).name;
    let _ = match (name.strip_prefix("st"), reg) {
        (_, reg::ST0) => write!(out, "st"),
        (Some(number), _) if number.len() == 1 => write!(out, "st({number})"),
        _ => write!(out, "{name}"),
    };
}
