//! The package of tests that need several inputs, processes or properties. The tests are in `tests/`;
//! there is nothing here.
