//! Debug locations of instructions that move.

use avarice_ir::{MetadataId, Module, merge_locations};
use avarice_mir::MachineFunction;
use cranelift_entity::packed_option::PackedOption;

/// The location of an instruction, or none.
pub type Location = PackedOption<MetadataId>;

/// The location of code that stands for code at two locations; none if one of them has none.
pub fn merged_location(
    function: &mut MachineFunction,
    module: &Module,
    a: Location,
    b: Location,
) -> Location {
    let (Some(first), Some(second)) = (a.expand(), b.expand()) else {
        return None.into();
    };
    merge_locations(module, &mut function.own_locations, first, second).into()
}
