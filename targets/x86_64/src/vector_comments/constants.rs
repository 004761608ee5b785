//! Constants that an instruction loads.

use avarice_emit::{
    FixupTarget, McOperand, PoolConstant, PoolElement, PrintContext, SymbolOperand,
};

use super::shuffles::{Lane, lanes_text};
use super::{Form, register, result};
use crate::encode::mc_inst::McInst;

/// What is loaded: the constant as it is, or repeated, or in the low part of zeros.
enum Load {
    /// `repeats` copies of the first `bits`.
    Repeated { repeats: u32, bits: u32 },
    /// The first `bits`, then zeros.
    Low { bits: u32 },
    /// Elements of `bits`, each to be made wider.
    Extended { bits: u32, to: u32, is_signed: bool },
}

/// The comment of an instruction that loads a constant, or a scalar into a vector.
pub(super) fn text(context: &PrintContext<'_>, inst: &McInst, form: &Form<'_>) -> Option<String> {
    if !form.has_memory() {
        return None;
    }
    if let Some(text) = factor(context, inst, form) {
        return Some(text);
    }
    let load = load(form)?;
    let constant = constant_at(context, inst, form.first_source());
    let result = result(inst, form);
    match (load, constant) {
        (Load::Repeated { repeats, bits }, Some(constant)) => {
            let once = elements(&constant, bits).join(",");
            Some(format!(
                "{result} = [{}]",
                vec![once; repeats as usize].join(",")
            ))
        }
        (Load::Repeated { .. }, None) => None,
        (Load::Low { bits }, Some(constant)) => {
            let zeros = zeros(&constant, bits).join(",");
            let mut all = vec![elements(&constant, bits).join(",")];
            all.resize((128 / bits) as usize, zeros);
            Some(format!("{result} = [{}]", all.join(",")))
        }
        (Load::Low { bits }, None) => {
            let zeros = ",zero".repeat((128 / bits - 1) as usize);
            Some(format!("{result} = mem[0]{zeros}"))
        }
        (
            Load::Extended {
                bits,
                to,
                is_signed,
            },
            constant,
        ) => match constant.and_then(|constant| extended(&constant, bits, to, is_signed)) {
            Some(list) => Some(format!("{result} = [{list}]")),
            None if is_signed => None,
            None => {
                let zeros = (to / bits - 1) as usize;
                let lanes: Vec<Lane> = (0..form.width / to)
                    .flat_map(|at| {
                        std::iter::once(Lane::Element(at))
                            .chain(std::iter::repeat_n(Lane::Zero, zeros))
                    })
                    .collect();
                Some(format!("{result} = {}", lanes_text(&lanes, "mem", "mem")))
            }
        },
    }
}

fn load(form: &Form<'_>) -> Option<Load> {
    if form.operands != "rm" {
        return None;
    }
    let repeated = |bits: u32, width: u32| {
        Some(Load::Repeated {
            repeats: width / bits,
            bits,
        })
    };
    let extended = |pair: &str, is_signed| {
        let bits = |letter| match letter {
            'B' => Some(8),
            'W' => Some(16),
            'D' => Some(32),
            'Q' => Some(64),
            _ => None,
        };
        let mut letters = pair.chars();
        Some(Load::Extended {
            bits: bits(letters.next()?)?,
            to: bits(letters.next()?)?,
            is_signed,
        })
    };
    match form.base {
        "MOVAPD" | "MOVAPS" | "MOVUPD" | "MOVUPS" | "MOVDQA" | "MOVDQU" | "MOVDQA64"
        | "MOVDQA32" | "MOVDQU64" | "MOVDQU32" | "MOVDQU16" | "MOVDQU8" => {
            repeated(form.width, form.width)
        }
        "MOVSD" | "MOVQI2PQI" => Some(Load::Low { bits: 64 }),
        "MOVSS" | "MOVDI2PDI" => Some(Load::Low { bits: 32 }),
        "MOVSH" => Some(Load::Low { bits: 16 }),
        "MOVDDUP" if form.width == 128 => repeated(64, 128),
        "PBROADCASTQ" | "BROADCASTSD" => repeated(64, form.width),
        "PBROADCASTD" | "BROADCASTSS" => repeated(32, form.width),
        "PBROADCASTW" => repeated(16, form.width),
        "PBROADCASTB" => repeated(8, form.width),
        "BROADCASTF128" | "BROADCASTI128" => repeated(128, 256),
        _ => {
            let base = form.base;
            base.strip_prefix("PMOVSX")
                .and_then(|pair| extended(pair, true))
                .or_else(|| {
                    base.strip_prefix("PMOVZX")
                        .and_then(|pair| extended(pair, false))
                })
        }
    }
}

/// The constant that an instruction multiplies by, or shuffles by.
fn factor(context: &PrintContext<'_>, inst: &McInst, form: &Form<'_>) -> Option<String> {
    let bits = match form.base {
        "PMADDUBSW" | "PSHUFB" => 8,
        "PMADDWD" | "PMULLW" | "PMULHW" | "PMULHUW" | "PMULHRSW" => 16,
        _ => return None,
    };
    let source = form.first_source();
    let constant = constant_at(context, inst, source + 1)?;
    if constant.bits != bits {
        return None;
    }
    if form.base != "PSHUFB" {
        return Some(format!("[{}]", elements(&constant, form.width).join(",")));
    }
    let lanes = constant.elements.iter().zip(0u32..).map(|(element, at)| {
        Some(match element {
            PoolElement::Undefined => Lane::Undefined,
            PoolElement::Int(byte) if byte & 0x80 != 0 => Lane::Zero,
            PoolElement::Int(byte) => Lane::Element((at & !15) + (*byte as u32 & 15)),
            _ => return None,
        })
    });
    let lanes: Vec<Lane> = lanes.collect::<Option<_>>()?;
    let from = register(inst, source)?;
    Some(format!(
        "{} = {}",
        result(inst, form),
        lanes_text(&lanes, from, from)
    ))
}

/// The constant of the pool at the memory operand that begins at `at`.
fn constant_at(context: &PrintContext<'_>, inst: &McInst, at: usize) -> Option<PoolConstant> {
    if register(inst, at + 2).is_some() {
        return None;
    }
    match inst.operands.get(at + 3)? {
        McOperand::Symbol(SymbolOperand {
            target: FixupTarget::ConstPool(index),
            offset: 0,
            ..
        }) => context.pool_constant(*index),
        _ => None,
    }
}

/// The elements in the first `bits` of a constant; a scalar is whole.
fn in_bits(constant: &PoolConstant, bits: u32) -> &[PoolElement] {
    let most = match constant.is_scalar {
        true => 1,
        false => (bits / constant.bits.max(1)) as usize,
    };
    &constant.elements[..constant.elements.len().min(most)]
}

fn elements(constant: &PoolConstant, bits: u32) -> Vec<String> {
    let text = |element: &PoolElement| match element {
        PoolElement::Undefined => "u".into(),
        PoolElement::Int(value) => value.to_string(),
        PoolElement::Wide([low, high]) => format!("({low},{high})"),
        PoolElement::Float(text) => text.clone(),
        PoolElement::Other => "?".into(),
    };
    in_bits(constant, bits).iter().map(text).collect()
}

/// Zeros in the form of the elements.
fn zeros(constant: &PoolConstant, bits: u32) -> Vec<String> {
    let text = |element: &PoolElement| match element {
        PoolElement::Undefined => "u".into(),
        PoolElement::Int(_) => "0".into(),
        PoolElement::Wide(_) => "(0,0)".into(),
        PoolElement::Float(_) => "0.0E+0".into(),
        PoolElement::Other => "?".into(),
    };
    in_bits(constant, bits).iter().map(text).collect()
}

/// All elements made wider; `None` if they are not of `bits`, or not all known.
fn extended(constant: &PoolConstant, bits: u32, to: u32, is_signed: bool) -> Option<String> {
    if constant.bits != bits || constant.is_scalar {
        return None;
    }
    let wide = |element: &PoolElement| match element {
        PoolElement::Int(value) if is_signed => {
            let signed = (*value << (64 - bits)) as i64 >> (64 - bits);
            Some((signed as u64 & u64::MAX >> (64 - to)).to_string())
        }
        PoolElement::Int(value) => Some(value.to_string()),
        _ => None,
    };
    let all: Vec<String> = constant.elements.iter().map(wide).collect::<Option<_>>()?;
    Some(all.join(","))
}
