//! Reads what `-passes=` says: `opt`'s syntax.
//!
//! ```text
//!   list   = step { "," step }
//!   step   = "module" "(" list ")" | "cgscc" "(" list ")" | "function" "(" list ")"
//!          | "default" "<" level ">" | name
//! ```
//!
//! As in `opt`, neighbouring function passes run together: all of them on one function, then on the next.
//! Angle brackets after a name hold the parameters of a pass; no pass has any so far.

use std::fmt;

use crate::pass::{MakePass, PassInfo};
use crate::registry::{self, PASSES};

/// What runs, in order.
#[derive(Default)]
pub struct Pipeline {
    /// The steps.
    pub steps: Vec<Step>,
}

/// Part of a pipeline.
pub enum Step {
    /// A pass on the module.
    Module(&'static PassInfo),
    /// Passes on functions: all on one, then all on the next.
    Functions(Vec<&'static PassInfo>),
}

/// What is wrong with the text of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineError {
    /// What is wrong, with the nearest known name where that helps.
    pub message: String,
}

impl fmt::Display for PipelineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PipelineError {}

/// The passes that `compile` runs on a module with stack slots that can be values.
///
/// When calls are considered for inlining, function sizes are known and small; what was inlined is then cleaned up
/// together with the caller. Loops are rotated first, since their bodies are then certain to be executed whenever they
/// are entered. After unrolling, more stack slots can become values, and functions that were called through an address
/// in a table may be known, so calls are considered again. Globals are removed last, since that changes the ids of
/// others.
const CLEAN_UP: &str = "sroa,early-cse,sccp,instsimplify,simplifycfg,dce,inline,sroa,early-cse,sccp,instcombine,simplifycfg,loop-rotate,instsimplify,simplifycfg,licm,instcombine,indvars,loop-unroll-full,sroa,early-cse,sccp,inline,sroa,early-cse,sccp,loop-unroll,instcombine,simplifycfg,early-cse,partially-inline-libcalls,dce,globaldce";

/// Names that stand for several passes.
const GROUPS: &[(&str, &str)] = &[
    ("default<O0>", ""),
    ("default<O1>", CLEAN_UP),
    ("default<O2>", CLEAN_UP),
    ("default<O3>", CLEAN_UP),
];

/// How deep adaptors may be nested.
const MAX_DEPTH: usize = 64;

impl Pipeline {
    /// The pipeline that `text` describes.
    ///
    /// # Errors
    /// An unknown name, parentheses that do not match, a pass on modules among passes on functions.
    pub fn parse(text: &str) -> Result<Self, PipelineError> {
        let mut reader = Reader {
            text,
            at: 0,
            depth: 0,
            pipeline: Self::default(),
        };
        if !text.trim().is_empty() {
            reader.list(Level::Module)?;
        }
        if reader.at < text.len() {
            return Err(error("unmatched ')' in the pipeline"));
        }
        Ok(reader.pipeline)
    }

    fn push(&mut self, pass: &'static PassInfo) {
        match (pass.make, self.steps.last_mut()) {
            (MakePass::Module(_), _) => self.steps.push(Step::Module(pass)),
            (MakePass::Function(_), Some(Step::Functions(passes))) => passes.push(pass),
            (MakePass::Function(_), _) => self.steps.push(Step::Functions(vec![pass])),
        }
    }
}

/// What the passes at a place work on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Module,
    Function,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    pipeline: Pipeline,
}

impl Reader<'_> {
    fn list(&mut self, level: Level) -> Result<(), PipelineError> {
        loop {
            self.step(level)?;
            if !self.accept(',') {
                return Ok(());
            }
        }
    }

    fn step(&mut self, level: Level) -> Result<(), PipelineError> {
        let rest = &self.text[self.at..];
        let end = rest.find([',', '(', ')']).unwrap_or(rest.len());
        let name = rest[..end].trim();
        self.at += end;
        if self.accept('(') {
            let inner = match name {
                "module" if level == Level::Module => Level::Module,
                "cgscc" if level == Level::Module => Level::Module,
                "function" | "function<eager-inv>" => Level::Function,
                "module" | "cgscc" => {
                    return Err(error(format!("'{name}' inside 'function'")));
                }
                _ => return Err(error(format!("pass '{name}' holds no other passes"))),
            };
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(error("the pipeline is nested too deep"));
            }
            self.list(inner)?;
            self.depth -= 1;
            if !self.accept(')') {
                return Err(error("missing ')' in the pipeline"));
            }
            return Ok(());
        }
        self.named(name, level)
    }

    fn named(&mut self, name: &str, level: Level) -> Result<(), PipelineError> {
        if let Some((_, group)) = GROUPS.iter().find(|(known, _)| *known == name) {
            for name in group.split(',').filter(|name| !name.is_empty()) {
                self.named(name, level)?;
            }
            return Ok(());
        }
        let pass = registry::find(name).ok_or_else(|| unknown(name))?;
        if level == Level::Function && matches!(pass.make, MakePass::Module(_)) {
            let message = format!("'{name}' works on modules and stands inside 'function'");
            return Err(error(message));
        }
        self.pipeline.push(pass);
        Ok(())
    }

    fn accept(&mut self, wanted: char) -> bool {
        let found = self.text[self.at..].starts_with(wanted);
        self.at += usize::from(found);
        found
    }
}

fn error(message: impl Into<String>) -> PipelineError {
    PipelineError {
        message: message.into(),
    }
}

fn unknown(name: &str) -> PipelineError {
    if name.is_empty() {
        return error("a pass name is missing in the pipeline");
    }
    let nearest = PASSES
        .iter()
        .min_by_key(|pass| edit_distance(pass.name, name));
    let hint = nearest
        .filter(|pass| edit_distance(pass.name, name) <= 2)
        .map_or(String::new(), |pass| {
            format!("; did you mean '{}'?", pass.name)
        });
    error(format!("unknown pass '{name}'{hint}"))
}

/// Letters to insert, delete or change to get from one word to the other.
fn edit_distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<Vec<&'static str>>, String> {
        let pipeline = Pipeline::parse(text).map_err(|error| error.message)?;
        let steps = pipeline.steps.iter().map(|step| match step {
            Step::Module(pass) => vec![pass.name],
            Step::Functions(passes) => passes.iter().map(|pass| pass.name).collect(),
        });
        Ok(steps.collect())
    }

    #[test]
    fn neighbouring_function_passes_run_together() {
        let found = names("mem2reg,function(dce,adce)").unwrap();
        assert_eq!(found, [["mem2reg", "dce", "adce"]]);
        let nested = names("module(function(dce),function(simplifycfg))").unwrap();
        assert_eq!(nested, [["dce", "simplifycfg"]]);
    }

    #[test]
    fn an_empty_text_is_an_empty_pipeline() {
        assert_eq!(names("").unwrap(), Vec::<Vec<&str>>::new());
        assert_eq!(names("default<O0>").unwrap(), Vec::<Vec<&str>>::new());
    }

    #[test]
    fn mistakes_are_named() {
        let message = |text| names(text).unwrap_err();
        assert_eq!(
            message("mem2rag"),
            "unknown pass 'mem2rag'; did you mean 'mem2reg'?"
        );
        assert_eq!(message("zzz"), "unknown pass 'zzz'");
        assert_eq!(message("dce,"), "a pass name is missing in the pipeline");
        assert_eq!(message("function(dce"), "missing ')' in the pipeline");
        assert_eq!(message("dce)"), "unmatched ')' in the pipeline");
        assert_eq!(message("dce(adce)"), "pass 'dce' holds no other passes");
        assert_eq!(
            message("function(module(dce))"),
            "'module' inside 'function'"
        );
        let deep = "function(".repeat(100);
        assert_eq!(message(&deep), "the pipeline is nested too deep");
    }
}
