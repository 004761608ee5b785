//! A page that shows what the passes and the register allocator did to a function.
//!
//! ```text
//!   the record of our passes ─▶ run_of  ─┐
//!                                        ├─▶ FunctionView ─JSON─▶ page::write ─▶ one HTML file
//!   a log of llc's           ─▶ log_run ─┘     (model)              (assets)
//! ```
//!
//! The page needs no network and nothing but a browser. Its script is in `assets`, one file per concern:
//!
//! | file | what it does |
//! |---|---|
//! | `tools.js` | elements, colours, themes, events |
//! | `run.js` | the states of a run, computed from the differences between them |
//! | `loops.js`, `layout.js` | places for blocks: loops nested, the same for all states |
//! | `graph.js` | draws the control flow |
//! | `chart.js` | draws live ranges |
//! | `listing.js` | the code beside the chart, as far as it is visible |
//! | `slider.js` | selection of passes and decisions |
//! | `search.js` | finds values, registers, blocks and instructions |
//! | `details.js` | details of what is selected, and the decisions about it |
//! | `main.js` | connects them |

mod build;
mod code;
mod convert;
pub mod difference;
mod log_run;
pub mod model;
pub mod page;
mod table;
mod words;

pub use convert::{Converted, run_of};
pub use log_run::{LogRun, run_of_log};
pub use model::{Decision, Difference, FunctionView, Run};
