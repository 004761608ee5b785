//! llc's command line: every option of LLVM 19's llc is done, accepted with the values that are what happens anyway, or
//! refused by name. None is dropped without a word.
//!
//! | file | what it has |
//! |---|---|
//! | `facts.tsv` | llc's options: name, kind of value, the values of an enumeration, number of LLVM tests with it |
//! | `facts` | reads that table |
//! | `row` | what a row of our answers says |
//! | `table`, `table_passes` | our answers |
//! | `reader` | turns arguments in LLVM's spelling into those that `clap` reads |
//! | `response_files` | `@file` |
//! | `help` | the list of llc's options with our answers |
//!
//! **How to flip a row.** When an option lands, give [`crate::options`] an argument of the same name and make the row
//! `done`. An option that is in neither table is not one of llc's.

pub mod facts;
mod help;
mod reader;
mod response_files;
mod row;
mod table;
mod table_passes;

pub use help::text as help_text;
pub use reader::{normalize, parse};
pub use row::{Answer, Row, find};

/// All rows, in the order in which help lists them.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    table::ROWS.iter().chain(table_passes::ROWS)
}
