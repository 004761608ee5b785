//! What a module can request beyond its instructions, and the response of each target: carried out, without effect on
//! code, or refused.
//!
//! **How to flip a row.** When a feature lands, replace the column of its target by `done("FILETEST")`, where FILETEST is the
//! path below `filetests/` of a test that names the request; a test checks that it does. If only some values are done, put a
//! row for these (`Only(&["…"])`) before the row for the others: the first row of a name whose values match is the answer.
//!
//! | file | requests |
//! |---|---|
//! | `attributes` | attributes of functions, calls, parameters, results and variables |
//! | `module_flags` | `!llvm.module.flags` |
//! | `conventions` | calling conventions |
//! | `features` | features of processors that change what code means |
//! | `metadata` | metadata attached to instructions and globals, named metadata |
//! | `constructs` | strategies of garbage collection, dialects of inline assembly, partitions and the like |
//!
//! LLVM 19 defines what a request means: what none of its passes from selection on reads has no effect. A request that
//! only permits something, such as faster arithmetic, has no effect where the permission is not used. What LLVM does
//! not know is ignored, as it is there.
//!
//! [`check`] looks up the requests of a module. Attribute sets and kinds of metadata are shared within a module, so
//! each is looked up once; functions are only traversed if one of them is refused.

mod attributes;
mod check;
mod constructs;
mod conventions;
mod features;
mod metadata;
mod module_flags;
mod row;
mod words;

pub use attributes::ATTRIBUTES;
pub use check::{Refusal, check};
pub use constructs::{ASSEMBLY_DIALECTS, COLLECTORS, CONSTRUCTS};
pub use conventions::CONVENTIONS;
pub use features::FEATURES;
pub use metadata::{ATTACHMENTS, NAMED_METADATA};
pub use module_flags::MODULE_FLAGS;
pub use row::{Answer, Machine, Places, Row, Values, find};
