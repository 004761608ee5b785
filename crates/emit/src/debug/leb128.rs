//! Numbers of any length, seven bits a byte.

/// Appends an unsigned number.
pub(super) fn unsigned(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a signed number.
pub(super) fn signed(out: &mut Vec<u8>, mut value: i64) {
    loop {
        let byte = value as u8 & 0x7f;
        value >>= 7;
        let is_last = value == 0 && byte & 0x40 == 0 || value == -1 && byte & 0x40 != 0;
        out.push(if is_last { byte } else { byte | 0x80 });
        if is_last {
            return;
        }
    }
}

/// Fills `out` with an unsigned number.
pub(super) fn padded(out: &mut [u8], mut value: u64) {
    let last = out.len().saturating_sub(1);
    for (at, byte) in out.iter_mut().enumerate() {
        *byte = value as u8 & 0x7f | if at == last { 0 } else { 0x80 };
        value >>= 7;
    }
}

/// How many bytes an unsigned number takes.
pub(super) fn unsigned_size(value: u64) -> usize {
    (64 - (value | 1).leading_zeros() as usize).div_ceil(7)
}

/// How many bytes a signed number takes.
pub(super) fn signed_size(value: i64) -> usize {
    let bits = 65 - (value ^ (value >> 63)).leading_zeros() as usize;
    bits.div_ceil(7)
}
