//! Which bytes of what is compared are loaded together.

use crate::comparison_loads::{Comparison, ComparisonLoads};

/// Bytes that are loaded together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Load {
    /// How many.
    pub size: u64,
    /// Where they begin.
    pub offset: u64,
}

/// The loads for `bytes` bytes, which are not zero; none if there would be too many.
///
/// ```text
///   15 bytes   8 ─ 4 ─ 2 ─ 1      the largest that fits, again and again
///              8 ─ 8              the last one overlaps the one before it, where that saves loads
/// ```
pub(super) fn of_bytes(bytes: u64, comparison: Comparison, wanted: &ComparisonLoads) -> Vec<Load> {
    let fits = wanted.sizes.iter().position(|size| *size <= bytes);
    let sizes = fits.map_or(&[][..], |first| &wanted.sizes[first..]);
    let apart = apart(bytes, sizes, wanted.most);
    if comparison == Comparison::Order && apart.len() == 2 && wanted.odd_sizes.contains(&bytes) {
        return vec![Load {
            size: bytes,
            offset: 0,
        }];
    }
    if !apart.is_empty() && apart.len() <= 2 {
        return apart;
    }
    let overlapping = overlapping(bytes, sizes.first().copied().unwrap_or(0), wanted.most);
    match !overlapping.is_empty() && (apart.is_empty() || overlapping.len() < apart.len()) {
        true => overlapping,
        false => apart,
    }
}

/// Loads that do not overlap, the largest first; none if there would be more than `most`.
fn apart(mut bytes: u64, sizes: &[u64], most: u64) -> Vec<Load> {
    let mut loads: Vec<Load> = Vec::new();
    let mut offset = 0;
    for size in sizes {
        let count = bytes / size;
        if loads.len() as u64 + count > most {
            return Vec::new();
        }
        for _ in 0..count {
            loads.push(Load {
                size: *size,
                offset,
            });
            offset += size;
        }
        bytes %= size;
    }
    loads
}

/// Loads of one size, of which the last overlaps the one before it; none if there would be more than `most`, or if nothing
/// would overlap.
fn overlapping(bytes: u64, size: u64, most: u64) -> Vec<Load> {
    if size < 2 || bytes.is_multiple_of(size) || bytes / size >= most {
        return Vec::new();
    }
    let whole = (0..bytes / size).map(|index| index * size);
    let offsets = whole.chain([bytes - size]);
    offsets.map(|offset| Load { size, offset }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WANTED: ComparisonLoads = ComparisonLoads {
        sizes: &[8, 4, 2, 1],
        odd_sizes: &[3, 5, 6],
        most: 3,
        per_block: 2,
    };

    fn text(bytes: u64, comparison: Comparison) -> String {
        let loads = of_bytes(bytes, comparison, &WANTED);
        let loads = loads.iter().map(|it| format!("{}@{}", it.size, it.offset));
        loads.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn few_loads_cover_the_bytes() {
        use Comparison::{Equality, Order};
        assert_eq!(text(1, Order), "1@0");
        assert_eq!(text(3, Order), "3@0");
        assert_eq!(text(3, Equality), "2@0 1@2");
        assert_eq!(text(7, Order), "4@0 4@3");
        assert_eq!(text(12, Order), "8@0 4@8");
        assert_eq!(text(23, Equality), "8@0 8@8 8@15");
        assert_eq!(text(24, Equality), "8@0 8@8 8@16");
        assert_eq!(text(25, Equality), "");
        assert_eq!(text(u64::MAX, Order), "");
    }
}
