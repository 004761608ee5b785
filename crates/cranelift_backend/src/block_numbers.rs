//! Addresses of blocks as numbers: Cranelift has no addresses inside functions.
//!
//! All that a program can do with the address of a block is to jump to it in the same function and to compare it, so a
//! number can stand for it everywhere in the module, including data. Jumps are a `switch` over the numbers.
//!
//! ```text
//!   @t = constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]
//!   @t = constant [2 x ptr] [ptr inttoptr (i64 3 to ptr), ptr inttoptr (i64 5 to ptr)]
//! ```

use avarice_ir::{Block, CastOp, Const, ConstData, ConstExpr, ConstKind, Module, TypeTable};
use cranelift_entity::EntityRef;

/// The number of a block of a function. It is not 0, which is the null pointer.
pub(crate) fn number_of(block: Block) -> u64 {
    block.index() as u64 + 1
}

/// Makes numbers of all addresses of blocks in `module`.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module without `blockaddress`.
pub(crate) fn number_blocks(module: &mut Module) {
    let addresses = module
        .consts
        .iter()
        .filter_map(|(id, data)| match data.kind {
            ConstKind::BlockAddress(_, block) => Some((id, block)),
            _ => None,
        });
    let addresses: Vec<(Const, Block)> = addresses.collect();
    for (id, block) in addresses {
        let number = module.consts.intern(ConstData {
            ty: TypeTable::I64,
            kind: ConstKind::Int(number_of(block)),
        });
        let data = ConstData {
            ty: module.consts[id].ty,
            kind: ConstKind::Expr(ConstExpr::Cast(CastOp::IntToPtr, number)),
        };
        module.consts.redefine(id, data);
    }
}
