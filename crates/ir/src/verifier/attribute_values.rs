//! Attributes with a value: what the value has to be.

use crate::attribute::{AttrSet, AttributeKind};
use crate::entities::Type;
use crate::types::TypeTable;

use super::{Rule, ensure};

/// Kinds of numbers that `nofpclass` names.
const CLASSES: &[&str] = &[
    "nan", "snan", "qnan", "all", "zero", "pzero", "nzero", "sub", "psub", "nsub", "norm", "pnorm",
    "nnorm", "inf", "pinf", "ninf",
];

/// All bits of a mask of kinds of numbers.
const ALL_CLASSES: u32 = 0x3ff;

/// Places in memory that `memory` names; the last three are of LLVM 21 and 22.
const PLACES: &[&str] = &[
    "argmem",
    "inaccessiblemem",
    "other",
    "errnomem",
    "target_mem0",
    "target_mem1",
];

/// Attributes of a function with these parameters.
pub(super) fn of_function(types: &TypeTable, set: &AttrSet, params: &[Type]) -> Rule {
    for attr in &set.attrs {
        match attr {
            AttributeKind::Int(name, packed) if **name == *"allocsize" => {
                alloc_size(types, *packed, params)?;
            }
            AttributeKind::Text(name, text) => match &**name {
                "allockind" => alloc_kind(text)?,
                "vscale_range" => vscale_range(text)?,
                "memory" => memory(text)?,
                _ => {}
            },
            _ => {}
        }
    }
    Ok(())
}

/// An attribute of a parameter or result.
pub(super) fn of_value(types: &TypeTable, attr: &AttributeKind, ty: Type) -> Rule {
    match attr {
        AttributeKind::Text(name, text) if **name == *"range" => range(types, text, ty),
        AttributeKind::Text(name, text) if **name == *"nofpclass" => classes(text),
        _ => Ok(()),
    }
}

/// The parameters that a size is, and perhaps a number of elements: see `Form::AllocSize` for how they are packed.
fn alloc_size(types: &TypeTable, packed: u64, params: &[Type]) -> Rule {
    let (size, count) = ((packed >> 32) as u32, packed as u32);
    let count = (count != u32::MAX).then_some(count);
    for (what, index) in [("element size", Some(size)), ("number of elements", count)] {
        let Some(index) = index else { continue };
        let Some(ty) = params.get(index as usize) else {
            return Err(format!("'allocsize' {what} argument is out of bounds"));
        };
        ensure!(
            types.is_int(*ty),
            "'allocsize' {what} argument must refer to an integer parameter"
        );
    }
    Ok(())
}

/// `"alloc,zeroed"`
fn alloc_kind(text: &str) -> Rule {
    let words: Vec<&str> = text.trim_matches('"').split(',').collect();
    let is_kind = |word: &&&str| matches!(**word, "alloc" | "realloc" | "free");
    for word in &words {
        let is_known = is_kind(&word) || matches!(*word, "uninitialized" | "zeroed" | "aligned");
        ensure!(is_known, "unknown allockind {word}");
    }
    ensure!(
        words.iter().filter(is_kind).count() == 1,
        "'allockind()' requires exactly one of alloc, realloc, and free"
    );
    ensure!(
        !words.contains(&"free") || words.len() == 1,
        "'allockind(\"free\")' doesn't allow uninitialized, zeroed, or aligned modifiers"
    );
    ensure!(
        !(words.contains(&"zeroed") && words.contains(&"uninitialized")),
        "'allockind()' can't be both zeroed and uninitialized"
    );
    Ok(())
}

/// `2,16`, where 0 as the larger number stands for none; a single number is both.
fn vscale_range(text: &str) -> Rule {
    let mut numbers = text.split(',').map(|number| number.trim().parse::<u32>());
    let (Some(Ok(least)), most, None) = (numbers.next(), numbers.next(), numbers.next()) else {
        return Err(format!("'vscale_range({text})' is not one or two numbers"));
    };
    let Ok(most) = most.unwrap_or(Ok(least)) else {
        return Err(format!("'vscale_range({text})' is not one or two numbers"));
    };
    if (least, most) == (0, 0) {
        return Ok(());
    }
    ensure!(least > 0, "'vscale_range' minimum must be greater than 0");
    ensure!(
        least.is_power_of_two(),
        "'vscale_range' minimum must be power-of-two value"
    );
    ensure!(
        most == 0 || most.is_power_of_two(),
        "'vscale_range' maximum must be power-of-two value"
    );
    ensure!(
        most == 0 || least <= most,
        "'vscale_range' minimum cannot be greater than maximum"
    );
    Ok(())
}

/// `argmem: read, inaccessiblemem: none`; the accesses are known to be ones.
fn memory(text: &str) -> Rule {
    for part in text.split(',') {
        let Some((place, _)) = part.split_once(':') else {
            continue;
        };
        let place = place.trim();
        ensure!(PLACES.contains(&place), "unknown memory location '{place}'");
    }
    Ok(())
}

/// `i8 -1, 3`
fn range(types: &TypeTable, text: &str, ty: Type) -> Rule {
    let Some((of, bounds)) = text.split_once(' ') else {
        return Err(format!("'range({text})' is not a type and two numbers"));
    };
    let bits = of.strip_prefix('i').and_then(|bits| bits.parse().ok());
    ensure!(
        bits.is_some() && bits == types.int_bits(types.scalar(ty)),
        "Range bit width must match type bit width!"
    );
    let mut ends = bounds.split(',').map(str::trim);
    let (Some(from), Some(to), None) = (ends.next(), ends.next(), ends.next()) else {
        return Err(format!("'range({text})' is not a type and two numbers"));
    };
    ensure!(
        from != to,
        "the range should not represent the full or empty set!"
    );
    Ok(())
}

/// `nan inf`, or a mask.
fn classes(text: &str) -> Rule {
    let is_mask = text
        .parse()
        .is_ok_and(|mask| (1..=ALL_CLASSES).contains(&mask));
    let mut words = text.split_ascii_whitespace().peekable();
    let is_list = words.peek().is_some() && words.all(|word| CLASSES.contains(&word));
    ensure!(
        is_mask || is_list,
        "'nofpclass({text})' names no kinds of numbers"
    );
    Ok(())
}
