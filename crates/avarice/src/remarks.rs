//! Remarks of passes: which are wanted, by the options, and what becomes of them.
//!
//! ```text
//!   -pass-remarks=REGEX  -missed=  -analysis=  ─▶ shown ─▶ lines on standard error
//!   -pass-remarks-output=FILE  -filter=REGEX   ─▶ filed ─▶ YAML
//! ```
//!
//! They come in llc's order: function by function, except where llc works on the whole module in between. On AArch64 it
//! looks for code to outline before the last passes, so the remarks of these come after those of all others.

use avarice_trace::events::FunctionRecord;
use avarice_trace::remarks::{
    Hotness, Remark, RemarkPass, RemarkPasses, RemarkRequest, RemarkSink,
};
use regex::Regex;

use crate::diagnostics::Diagnostic;
use crate::options::{CompileOptions, RemarkOptions};

/// Which remarks the options ask for; `None` if they ask for none.
///
/// # Errors
/// An invalid regular expression or threshold.
pub(crate) fn request(options: &CompileOptions) -> Result<Option<RemarkRequest>, Diagnostic> {
    let options = &options.remarks;
    let shown = |pattern: &Option<String>, name| match pattern.as_deref() {
        None | Some("") => Ok(RemarkPasses::default()),
        Some(pattern) => passes(options, pattern, name),
    };
    let mut request = RemarkRequest {
        filed: RemarkPasses::default(),
        shown: [
            shown(&options.pass_remarks, "pass-remarks")?,
            shown(&options.pass_remarks_missed, "pass-remarks-missed")?,
            shown(&options.pass_remarks_analysis, "pass-remarks-analysis")?,
        ],
        hotness: hotness(options)?,
    };
    if options.pass_remarks_output.is_some() {
        let filter = options.pass_remarks_filter.as_deref().unwrap_or("");
        request.filed = passes(options, filter, "pass-remarks-filter")?;
    } else if options.allocation_remarks {
        request.show_allocation();
    }
    Ok(Some(request).filter(|request| !request.is_empty()))
}

/// The passes whose name matches `pattern`, which is that of the option `name`.
fn passes(options: &RemarkOptions, pattern: &str, name: &str) -> Result<RemarkPasses, Diagnostic> {
    let regex = Regex::new(pattern).map_err(|_| {
        Diagnostic::new(format!("'{pattern}' is no regular expression, in -{name}"))
    })?;
    let has_own = options.allocation_remarks;
    Ok(RemarkPasses::of(|pass| {
        (has_own || !pass.is_own()) && regex.is_match(pass.name())
    }))
}

/// What is said of how often code ran. A threshold has remarks say it.
fn hotness(options: &RemarkOptions) -> Result<Hotness, Diagnostic> {
    let threshold = match options.pass_remarks_hotness_threshold.as_deref() {
        None => 0,
        Some("auto") => {
            return Err(
                Diagnostic::new("'-pass-remarks-hotness-threshold=auto' is not supported")
                    .note("the summary of a profile is not read"),
            );
        }
        Some(text) => text.parse().map_err(|_| {
            let message = format!("'{text}' is no number, in -pass-remarks-hotness-threshold");
            Diagnostic::new(message)
        })?,
    };
    Ok(Hotness {
        is_said: options.pass_remarks_with_hotness || threshold > 0,
        threshold,
    })
}

/// Remarks as their readers get them.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    /// Lines of standard error.
    pub(crate) text: String,
    /// Documents.
    pub(crate) yaml: String,
}

/// The remarks about one function, on their way to their readers.
#[derive(Debug)]
pub(crate) struct FunctionRemarks {
    /// Takes those of the current pass.
    pub(crate) sink: RemarkSink,
    /// Those that come function by function. Their text goes to the log.
    early: Rendered,
    /// Those that come when all functions are there.
    late: Rendered,
}

/// Where remarks come with respect to those of other functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// Function by function.
    Early,
    /// Function by function, after the early ones of all functions.
    Late,
}

impl FunctionRemarks {
    pub(crate) fn new(request: RemarkRequest) -> Self {
        Self {
            sink: RemarkSink::new(request),
            early: Rendered::default(),
            late: Rendered::default(),
        }
    }

    /// Renders what came since the last time. `log` is the function's.
    pub(crate) fn flush(&mut self, turn: Turn, log: &mut String) {
        let remarks = self.sink.take();
        let Self { sink, early, late } = self;
        match turn {
            Turn::Early => {
                render(&sink.request, &remarks, early);
                log.push_str(&std::mem::take(&mut early.text));
            }
            Turn::Late => render(&sink.request, &remarks, late),
        }
    }

    /// The YAML of early remarks, and the late ones. What `record` tells of spilled values comes last, if it is wanted.
    pub(crate) fn finish(
        mut self,
        record: Option<&FunctionRecord>,
        log: &mut String,
    ) -> (String, Rendered) {
        let is_wanted = self.sink.request.wants(RemarkPass::Allocation);
        if let Some(record) = record.filter(|_| is_wanted) {
            let remarks = avarice_explain::remarks(record).into_iter();
            remarks.for_each(|remark| self.sink.push(remark));
            self.flush(Turn::Early, log);
        }
        (self.early.yaml, self.late)
    }
}

fn render(request: &RemarkRequest, remarks: &[Remark], out: &mut Rendered) {
    for remark in remarks {
        if request.filed.has(remark.pass) {
            remark.write_yaml(&mut out.yaml);
        }
        if request.shows(remark.pass, remark.kind) {
            remark.write_text(&mut out.text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(own: bool) -> RemarkOptions {
        RemarkOptions {
            allocation_remarks: own,
            ..RemarkOptions::default()
        }
    }

    #[test]
    fn patterns_name_passes_of_llc_unless_ours_are_asked_for() {
        let has = |own, pattern| {
            let passes = passes(&options(own), pattern, "pass-remarks").expect("it is valid");
            RemarkPass::ALL.map(|pass| passes.has(pass))
        };
        let all_but_ours = RemarkPass::ALL.map(|pass| pass != RemarkPass::Allocation);
        let regalloc = RemarkPass::ALL.map(|pass| pass == RemarkPass::RegAlloc);
        let both = [RemarkPass::RegAlloc, RemarkPass::Allocation];
        assert_eq!(has(false, "regalloc"), regalloc);
        assert_eq!(
            has(true, "regalloc"),
            RemarkPass::ALL.map(|pass| both.contains(&pass))
        );
        assert_eq!(has(false, ""), all_but_ours);
        assert!(passes(&options(false), "a[", "pass-remarks").is_err());
    }
}
