//! Vectors in registers of 16 bytes.
//!
//! | file | selects |
//! |---|---|
//! | `lanes` | operands, constants and short names for operations |
//! | `legal` | which operations selection takes |
//! | `memory` | loads and stores, constants in memory |
//! | `arithmetic` | arithmetic and logic |
//! | `extent` | known ranges of the numbers in lanes |
//! | `shift` | shifts |
//! | `compare` | comparisons |
//! | `mask` | masks of comparisons in lanes of any size, select |
//! | `shuffle` | shuffles of one and two registers |
//! | `words` | shuffles of lanes of 16 and 8 bits |
//! | `build` | inserting and extracting elements |
//! | `resize` | integers of one width from integers of another |
//! | `convert` | conversions from, to and between numbers, bit casts |
//! | `intrinsic` | intrinsics |
//!
//! Wider vectors are several registers, each computed separately; in a narrower one, the lanes above
//! are undefined. The lanes of a mask (a vector of bits) are always all ones or all zeros.

mod arithmetic;
mod build;
mod compare;
mod convert;
mod extent;
mod intrinsic;
mod lanes;
mod legal;
mod mask;
mod memory;
mod resize;
mod shift;
mod shuffle;
mod splats;
mod words;

pub(super) use legal::takes_vector_op;
