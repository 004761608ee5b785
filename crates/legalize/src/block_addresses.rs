//! Addresses of blocks: blocks that have one are marked, and an unreachable block, which has no code, has the address
//! 1.
//!
//! ```text
//!   dead:                                            dead:
//!     ret void                                         ret void
//!   @p = global ptr blockaddress(@f, %dead)          @p = global ptr inttoptr (i64 1 to ptr)
//! ```

use avarice_ir::{
    Block, CastOp, Cfg, Const, ConstData, ConstExpr, ConstKind, Global, GlobalKind, Module,
    TypeTable,
};

/// Marks blocks whose address may be used, and gives the others a number instead.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same. Blocks of which a `blockaddress` is left can be reached and are marked
/// as [`avarice_ir::BlockData::address_taken`].
pub(super) fn settle_block_addresses(module: &mut Module) {
    let addresses = module.consts.iter().filter_map(|(id, data)| {
        let ConstKind::BlockAddress(global, block) = data.kind else {
            return None;
        };
        Some((global, block, id))
    });
    let mut addresses: Vec<(Global, Block, Const)> = addresses.collect();
    addresses.sort_unstable();
    let mut cfg = Cfg::new();
    for of_function in addresses.chunk_by(|one, other| one.0 == other.0) {
        settle(module, of_function, &mut cfg);
    }
}

/// Does so for the blocks of one function.
fn settle(module: &mut Module, addresses: &[(Global, Block, Const)], cfg: &mut Cfg<Block>) {
    let mut unreachable: Vec<Const> = Vec::new();
    for (index, (global, block, id)) in addresses.iter().enumerate() {
        let GlobalKind::Function(data) = &mut module.globals[*global].kind else {
            return;
        };
        let Some(body) = &mut data.body else {
            return;
        };
        if index == 0 {
            cfg.compute(&**body);
        }
        match cfg.is_reachable(*block) {
            true => body.blocks[*block].address_taken = true,
            false => unreachable.push(*id),
        }
    }
    for id in unreachable {
        let one = module.consts.intern(ConstData {
            ty: TypeTable::I64,
            kind: ConstKind::Int(1),
        });
        let data = ConstData {
            ty: module.consts[id].ty,
            kind: ConstKind::Expr(ConstExpr::Cast(CastOp::IntToPtr, one)),
        };
        module.consts.redefine(id, data);
    }
}
