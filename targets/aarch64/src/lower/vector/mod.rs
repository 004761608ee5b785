//! Vectors in registers of 16 and of 8 bytes.
//!
//! | file | selects |
//! |---|---|
//! | `opcodes` | (opcodes by the size of lanes and registers) |
//! | `lanes` | operands, constants and short names for operations |
//! | `legal` | which operations selection takes |
//! | `memory` | loads and stores of odd sizes, constants |
//! | `arithmetic` | arithmetic, logic, shifts |
//! | `long` | arithmetic of extended lanes |
//! | `by_element` | products with one lane of a register |
//! | `compare` | comparisons |
//! | `mask` | masks of comparisons in lanes of any size, select |
//! | `shuffle` | shuffles |
//! | `build` | inserting and extracting elements |
//! | `resize` | lanes of one width from lanes of another |
//! | `convert` | conversions from, to and between numbers |
//! | `bit_cast` | the same bits as another type |
//! | `intrinsic` | intrinsics |
//! | `reduction` | reductions to one element |
//! | `neon`, `neon_lists` | intrinsics of AArch64: operations, and those with lists of registers |
//! | `neon_table` | (which instructions these are) |
//!
//! A part of at most 8 bytes with lanes of at most 32 bits is in a register of 8 bytes (`FPR64`), every other in one of
//! 16 (`FPR128`). In a register that is not full, the lanes above are undefined. The lanes of a mask (a vector of bits)
//! are always all ones or all zeros.

mod arithmetic;
mod bit_cast;
mod build;
mod by_element;
mod compare;
mod convert;
mod intrinsic;
mod lanes;
mod legal;
mod long;
mod mask;
mod memory;
mod neon;
mod neon_lists;
mod neon_table;
mod opcodes;
mod reduction;
pub(crate) mod register_class;
mod resize;
mod shuffle;

pub(super) use legal::takes_vector_op;
pub(super) use neon::rounding_conversion;
