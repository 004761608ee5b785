//! Where loops begin, by the processor that code is tuned for.

use std::sync::LazyLock;

use avarice_mir::LoopAlignment;
use avarice_target::processors::FeatureSet;

use crate::processors::PROCESSORS;

/// Kinds of processors, as features of tuning, with the alignment in bytes and the most padding for it, 0 for no limit.
const ALIGNMENTS: &[(&[&str], u64, u64)] = &[
    (
        &[
            "a35",
            "a53",
            "a55",
            "cortex-r82",
            "cortex-r82ae",
            "a57",
            "a72",
            "a73",
            "a75",
            "a510",
            "a520",
            "a520ae",
        ],
        16,
        8,
    ),
    (
        &[
            "a76",
            "a77",
            "a78",
            "a78ae",
            "a78c",
            "cortex-x1",
            "a710",
            "a715",
            "a720",
            "a720ae",
            "cortex-a725",
            "cortex-x2",
            "cortex-x3",
            "cortex-x4",
            "cortex-x925",
            "neoversen1",
            "neoversen2",
            "neoversen3",
            "neoversev1",
            "neoversev2",
            "neoversev3",
            "neoversev3AE",
        ],
        32,
        16,
    ),
    (&["exynosm3", "exynosm4"], 16, 0),
    (
        &[
            "a64fx",
            "thunderx",
            "thunderxt81",
            "thunderxt83",
            "thunderxt88",
            "thunderx2t99",
            "thunderx3t110",
            "tsv110",
        ],
        4,
        0,
    ),
    (&["ampere1", "ampere1a", "ampere1b"], 64, 0),
];

/// The rows of [`ALIGNMENTS`] by the places of their features.
static PLACES: LazyLock<Vec<(usize, LoopAlignment)>> = LazyLock::new(|| {
    let rows = ALIGNMENTS.iter().flat_map(|(names, bytes, max_padding)| {
        let alignment = LoopAlignment {
            bytes: *bytes,
            max_padding: *max_padding,
        };
        let places = names.iter().filter_map(|name| PROCESSORS.feature(name));
        places.map(move |place| (place, alignment))
    });
    rows.collect()
});

/// The alignment for a processor with these features.
pub fn of(features: &FeatureSet) -> LoopAlignment {
    let mut rows = PLACES.iter();
    let row = rows.find(|(place, _)| features.has(*place));
    row.map_or_else(LoopAlignment::default, |(_, alignment)| *alignment)
}
