//! Register pressure sets of a target.

/// What some classes and units take.
#[derive(Default)]
pub(crate) struct Weight {
    pub(crate) weight: u32,
    pub(crate) limit: u32,
    pub(crate) sets: Vec<u16>,
}

/// All sets of a target.
#[derive(Default)]
pub(crate) struct Pressure {
    /// Name and limit.
    pub(crate) sets: Vec<(String, u32)>,
    pub(crate) weights: Vec<Weight>,
    /// By class and by unit: the number of its weight.
    pub(crate) classes: Vec<u16>,
    pub(crate) units: Vec<u16>,
}
