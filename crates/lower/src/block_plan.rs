//! The pieces in which a block of memory is copied or filled.

use smallvec::SmallVec;

/// One piece of a block: where it begins, and its size, 1, 2, 4, 8 or 16 bytes.
pub type Piece = (u64, u64);

/// Splits `size` bytes into pieces of at most `largest` bytes, at most `limit`. With `overlap` the last piece may begin inside
/// the one before it, where that saves pieces.
pub fn pieces(
    size: u64,
    overlap: bool,
    limit: usize,
    largest: u64,
) -> Option<SmallVec<[Piece; 16]>> {
    let mut pieces = SmallVec::new();
    let mut piece = match size {
        16.. => largest,
        8.. => 8,
        _ => 4,
    };
    let mut offset = 0;
    while offset < size {
        let rest = size - offset;
        let mut at = offset;
        while piece > rest {
            let next = piece / 2;
            if !pieces.is_empty() && overlap && next < rest {
                at = size - piece;
                break;
            }
            piece = next;
        }
        if pieces.len() == limit {
            return None;
        }
        pieces.push((at, piece));
        offset = at + piece;
    }
    Some(pieces)
}

/// [`pieces`], but no more than what fits an address.
pub fn pieces_within(
    size: u64,
    overlap: bool,
    limit: usize,
    largest: u64,
) -> Option<SmallVec<[Piece; 16]>> {
    const MAX_INLINE_BYTES: u64 = 1 << 16;
    (size <= MAX_INLINE_BYTES)
        .then(|| pieces(size, overlap, limit, largest))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(size: u64, overlap: bool) -> Vec<Piece> {
        pieces(size, overlap, 100, 16).unwrap().to_vec()
    }

    #[test]
    fn pieces_cover_the_block() {
        assert_eq!(of(23, true), [(0, 16), (15, 8)]);
        assert_eq!(of(31, true), [(0, 16), (15, 16)]);
        assert_eq!(of(7, true), [(0, 4), (3, 4)]);
        assert_eq!(of(7, false), [(0, 4), (4, 2), (6, 1)]);
        assert_eq!(of(3, true), [(0, 2), (2, 1)]);
        assert_eq!(of(0, true), []);
        assert_eq!(pieces(129, true, 8, 16), None);
        assert_eq!(
            pieces(20, true, 8, 8).unwrap()[..],
            [(0, 8), (8, 8), (16, 4)]
        );
        for size in 0..300 {
            for overlap in [false, true] {
                let mut covered = 0;
                for (at, bytes) in of(size, overlap) {
                    assert!(at <= covered && (overlap || at == covered));
                    covered = at + bytes;
                }
                assert_eq!(covered, size);
            }
        }
    }
}
