//! Where the elements of a result come from.

use super::{Form, Mask, register, result};
use crate::encode::mc_inst::McInst;

/// Where an element comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lane {
    /// An element of the first source, or counted on, of the second.
    Element(u32),
    /// It is zero.
    Zero,
    /// It may be anything.
    Undefined,
}

use Lane::{Element, Zero};

/// `xmm0[0,1],xmm1[0],zero`: neighbours of one source together.
pub(super) fn lanes_text(lanes: &[Lane], first: &str, second: &str) -> String {
    let len = lanes.len() as u32;
    let is_one = first == second;
    let mut text = String::new();
    let mut open = None;
    for lane in lanes {
        let (source, element) = match lane {
            Zero => (None, String::new()),
            Element(at) => {
                let source = if *at < len || is_one { first } else { second };
                (Some(source), (at % len).to_string())
            }
            Lane::Undefined => (Some(first), "u".into()),
        };
        if open.is_some() && open != source {
            text.push(']');
        }
        if !text.is_empty() {
            text.push(',');
        }
        match source {
            None => text.push_str("zero"),
            Some(source) if open == Some(source) => text.push_str(&element),
            Some(source) => {
                text.push_str(source);
                text.push('[');
                text.push_str(&element);
            }
        }
        open = source;
    }
    if open.is_some() {
        text.push(']');
    }
    text
}

/// The comment of a shuffle, if `inst` is one.
pub(super) fn text(inst: &McInst, form: &Form<'_>) -> Option<String> {
    let (lanes, sources) = shuffle(inst, form)?;
    let immediates = usize::from(form.operands.ends_with('i'));
    let last = inst.operands.len().checked_sub(immediates)?;
    let memory = if form.has_memory() { 5 } else { 1 };
    let second = match form.has_memory() {
        true => None,
        false => register(inst, last.checked_sub(1)?),
    };
    let (first, second) = match sources {
        Sources::One => (second, None),
        Sources::Two => (register(inst, last.checked_sub(memory + 1)?), second),
        // The instruction concatenates its operands the other way round.
        Sources::TwoReversed => (second, register(inst, last.checked_sub(memory + 1)?)),
    };
    let first = first.unwrap_or("mem");
    let second = second.unwrap_or("mem");
    Some(format!(
        "{} = {}",
        result(inst, form),
        lanes_text(&lanes, first, second)
    ))
}

/// Whose elements a shuffle takes.
enum Sources {
    One,
    Two,
    TwoReversed,
}

/// Elements `from` on, `count` of them.
fn run(from: u32, count: u32) -> impl Iterator<Item = Lane> {
    (from..from + count).map(Element)
}

/// The lanes of a shuffle with elements of `bits`, and its sources.
fn shuffle(inst: &McInst, form: &Form<'_>) -> Option<(Vec<Lane>, Sources)> {
    let imm = inst.operands.last().and_then(|operand| operand.imm());
    let lanes = |bits: u32| form.width / bits;
    let by_immediate = || imm.map(|imm| u32::from(imm as u8));
    if let Some(moved) = moved(form) {
        return Some(moved);
    }
    Some(match form.base {
        "BLENDPD" if form.mask == Mask::None => (blend(lanes(64), by_immediate()?), Sources::Two),
        "BLENDPS" | "PBLENDD" => (blend(lanes(32), by_immediate()?), Sources::Two),
        "PBLENDW" => (blend(lanes(16), by_immediate()?), Sources::Two),
        "PSLLDQ" => (
            shift(form.width, by_immediate()?, Towards::High),
            Sources::One,
        ),
        "PSRLDQ" => (
            shift(form.width, by_immediate()?, Towards::Low),
            Sources::One,
        ),
        "PSHUFD" | "PERMILPS" if imm.is_some() => {
            (permute(lanes(32), 4, by_immediate()?), Sources::One)
        }
        "PERMILPD" if imm.is_some() => (permute(lanes(64), 2, by_immediate()?), Sources::One),
        "PERMPD" | "PERMQ" if imm.is_some() => (quads(lanes(64), by_immediate()?), Sources::One),
        "PSHUFHW" => (words(lanes(16), by_immediate()?, 4), Sources::One),
        "PSHUFLW" => (words(lanes(16), by_immediate()?, 0), Sources::One),
        "SHUFPD" => (shuffle_pairs(lanes(64), 2, by_immediate()?), Sources::Two),
        "SHUFPS" => (shuffle_pairs(lanes(32), 4, by_immediate()?), Sources::Two),
        "PERM2F128" | "PERM2I128" => (halves(by_immediate()?).to_vec(), Sources::Two),
        "INSERTPS" => (insert(by_immediate()?), Sources::Two),
        "PALIGNR" => (
            align_bytes(form.width, by_immediate()?),
            Sources::TwoReversed,
        ),
        "ALIGNQ" | "ALIGND" => {
            let count = if form.base == "ALIGNQ" {
                lanes(64)
            } else {
                lanes(32)
            };
            let from = by_immediate()? & (count - 1);
            (run(from, count).collect(), Sources::TwoReversed)
        }
        "SHUFF64X2" | "SHUFI64X2" => (quarters(form.width, 2, by_immediate()?), Sources::Two),
        "SHUFF32X4" | "SHUFI32X4" => (quarters(form.width, 4, by_immediate()?), Sources::Two),
        "BROADCASTF128" | "BROADCASTI128" => ([0, 1, 0, 1].map(Element).to_vec(), Sources::One),
        base => return unpack(base, form).or_else(|| extend(base, form)),
    })
}

/// The lanes of an instruction that moves the same elements always.
fn moved(form: &Form<'_>) -> Option<(Vec<Lane>, Sources)> {
    let lanes = |bits: u32| form.width / bits;
    let is_register = !form.has_memory();
    Some(match form.base {
        "MOVLHPS" => (vec![Element(0), Element(2)], Sources::Two),
        "MOVHLPS" => (vec![Element(3), Element(1)], Sources::Two),
        "MOVHPD" if form.operands == "rm" => (vec![Element(0), Element(2)], Sources::Two),
        "MOVLPD" if form.operands == "rm" => (vec![Element(2), Element(1)], Sources::Two),
        "MOVHPS" if form.operands == "rm" => (run(0, 2).chain(run(4, 2)).collect(), Sources::Two),
        "MOVLPS" if form.operands == "rm" => (run(4, 2).chain(run(2, 2)).collect(), Sources::Two),
        "MOVSD" if form.operands == "rr" => (vec![Element(2), Element(1)], Sources::Two),
        "MOVSS" if form.operands == "rr" => {
            let rest = run(1, 3);
            (
                std::iter::once(Element(4)).chain(rest).collect(),
                Sources::Two,
            )
        }
        "MOVPQI2QI" | "MOVZPQILo2PQI" if is_register => (vec![Element(0), Zero], Sources::One),
        "MOVSLDUP" => (pairs(lanes(32), 0), Sources::One),
        "MOVSHDUP" => (pairs(lanes(32), 1), Sources::One),
        "MOVDDUP" => (pairs(lanes(64), 0), Sources::One),
        _ => return None,
    })
}

/// Elements of each four, by two bits each.
fn quads(count: u32, imm: u32) -> Vec<Lane> {
    let lane = |at: u32| Element((at & !3) + (imm >> (2 * (at & 3)) & 3));
    (0..count).map(lane).collect()
}

/// Two halves of 128 bits, each any of four, or zero.
fn halves(imm: u32) -> [Lane; 4] {
    let half = |selector: u32| {
        let from = (selector & 3) * 2;
        let of = |at| if selector & 8 != 0 { Zero } else { Element(at) };
        [of(from), of(from + 1)]
    };
    let ([a, b], [c, d]) = (half(imm), half(imm >> 4));
    [a, b, c, d]
}

fn blend(count: u32, imm: u32) -> Vec<Lane> {
    let lane = |at: u32| {
        Element(if imm >> (at % 8) & 1 != 0 {
            count + at
        } else {
            at
        })
    };
    (0..count).map(lane).collect()
}

/// Each pair has one of its two elements twice.
fn pairs(count: u32, which: u32) -> Vec<Lane> {
    (0..count).map(|at| Element((at & !1) + which)).collect()
}

/// The direction in which bytes move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Towards {
    Low,
    High,
}

/// Bytes of each 128 bits, shifted by `by`.
fn shift(width: u32, by: u32, towards: Towards) -> Vec<Lane> {
    let lane = |at: u32| {
        let (start, at) = (at & !15, at & 15);
        let from = match towards {
            Towards::High => at.checked_sub(by),
            Towards::Low => at.checked_add(by).filter(|from| *from < 16),
        };
        from.map_or(Zero, |from| Element(start + from))
    };
    (0..width / 8).map(lane).collect()
}

/// Elements of each 128 bits, of which there are `of`, by two bits or one of the immediate for each.
fn permute(count: u32, of: u32, imm: u32) -> Vec<Lane> {
    let mut selectors = (imm & 0xff) * 0x0101_0101;
    let mut lanes = Vec::new();
    for at in 0..count {
        lanes.push(Element(at / of * of + selectors % of));
        selectors /= of;
    }
    lanes
}

/// Four words from `first` on in each eight, by two bits each.
fn words(count: u32, imm: u32, first: u32) -> Vec<Lane> {
    let lane = |at: u32| {
        let (start, at) = (at & !7, at & 7);
        let moves = (first..first + 4).contains(&at);
        let selector = imm >> (2 * (at & 3)) & 3;
        Element(start + if moves { first + selector } else { at })
    };
    (0..count).map(lane).collect()
}

/// In each 128 bits, half of the elements from the first source and half from the second.
fn shuffle_pairs(count: u32, of: u32, imm: u32) -> Vec<Lane> {
    let mut lanes = Vec::new();
    let mut selectors = imm;
    for start in (0..count).step_by(of as usize) {
        for source in [0, count] {
            for _ in 0..of / 2 {
                lanes.push(Element(start + source + selectors % of));
                selectors /= of;
            }
        }
        if of == 4 {
            selectors = imm;
        }
    }
    lanes
}

fn insert(imm: u32) -> Vec<Lane> {
    let to = imm >> 4 & 3;
    let lane = |at: u32| match at {
        _ if imm >> at & 1 != 0 => Zero,
        _ if at == to => Element(4 + (imm >> 6 & 3)),
        _ => Element(at),
    };
    (0..4).map(lane).collect()
}

/// In each 128 bits, sixteen bytes of the two sources together.
fn align_bytes(width: u32, by: u32) -> Vec<Lane> {
    let count = width / 8;
    let lane = |at: u32| {
        let from = (at & 15).saturating_add(by);
        let from = if from >= 16 { from + count - 16 } else { from };
        Element((at & !15) + from)
    };
    (0..count).map(lane).collect()
}

/// Whole 128 bits with `of` elements: the lower half of the result from the first source, the upper from the second.
fn quarters(width: u32, of: u32, imm: u32) -> Vec<Lane> {
    let parts = width / 128;
    let mut selectors = imm;
    let mut lanes = Vec::new();
    for part in 0..parts {
        let source = if part >= parts / 2 { parts * of } else { 0 };
        lanes.extend(run(source + selectors % parts * of, of));
        selectors /= parts;
    }
    lanes
}

/// Elements of two sources in turn.
fn unpack(base: &str, form: &Form<'_>) -> Option<(Vec<Lane>, Sources)> {
    let rest = base.strip_prefix("MMX_").unwrap_or(base);
    let rest = rest.strip_prefix('P').unwrap_or(rest);
    let rest = rest.strip_prefix("UNPCK")?;
    let (half, kind) = rest.split_at_checked(1)?;
    let bits = match kind {
        "BW" => 8,
        "WD" => 16,
        "DQ" | "PS" => 32,
        "QDQ" | "PD" => 64,
        _ => return None,
    };
    let width = if base.starts_with("MMX_") {
        64
    } else {
        form.width
    };
    let count = width / bits;
    let of = count.min(128 / bits);
    let first = if half == "H" { of / 2 } else { 0 };
    let starts = (0..count).step_by(of as usize);
    let lanes = starts.flat_map(|start| {
        (0..of / 2).flat_map(move |at| {
            let at = start + first + at;
            [Element(at), Element(at + count)]
        })
    });
    Some((lanes.collect(), Sources::Two))
}

/// Elements of registers made wider by zeros.
fn extend(base: &str, form: &Form<'_>) -> Option<(Vec<Lane>, Sources)> {
    let pair = base.strip_prefix("PMOVZX")?;
    if form.operands != "rr" {
        return None;
    }
    let bits = |letter: &str| match letter {
        "B" => Some(8),
        "W" => Some(16),
        "D" => Some(32),
        "Q" => Some(64u32),
        _ => None,
    };
    let (from, to) = pair.split_at_checked(1)?;
    let (from, to) = (bits(from)?, bits(to)?);
    let zeros = (to / from).checked_sub(1)? as usize;
    let lanes = (0..form.width / to)
        .flat_map(|at| std::iter::once(Element(at)).chain(std::iter::repeat_n(Zero, zeros)));
    Some((lanes.collect(), Sources::One))
}

/// The comment of an instruction that multiplies and adds: `xmm0 = (xmm1 * xmm0) + xmm2`.
pub(super) fn product(inst: &McInst, form: &Form<'_>) -> Option<String> {
    const OPERATIONS: [(&str, &str, &str); 6] = [
        ("FMADDSUB", "", "+/-"),
        ("FMSUBADD", "", "-/+"),
        ("FNMADD", "-", "+"),
        ("FNMSUB", "-", "-"),
        ("FMADD", "", "+"),
        ("FMSUB", "", "-"),
    ];
    let mut found = OPERATIONS
        .iter()
        .filter_map(|(name, sign, joint)| Some((form.base.strip_prefix(name)?, *sign, *joint)));
    let (order, sign, joint) = found.next()?;
    let (order, _) = order.split_at_checked(3)?;
    let last = inst.operands.len();
    let third = match form.has_memory() {
        true => "mem",
        false => register(inst, last.checked_sub(1)?)?,
    };
    let second = register(
        inst,
        last.checked_sub(if form.has_memory() { 6 } else { 2 })?,
    )?;
    let first = register(inst, 1)?;
    let (a, b, sum) = match order {
        "132" => (first, third, second),
        "213" => (second, first, third),
        "231" => (second, third, first),
        _ => return None,
    };
    Some(format!(
        "{} = {sign}({a} * {b}) {joint} {sum}",
        result(inst, form)
    ))
}
