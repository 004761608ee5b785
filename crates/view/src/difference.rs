//! Where two runs diverge.

use avarice_compare::Side;

use crate::convert::Converted;
use crate::log_run::LogRun;
use crate::model::{Decision, Difference, Run};

/// The first decision that two runs of our own take differently.
pub fn between(runs: [&Run; 2]) -> Option<Difference> {
    let mut lists = runs.map(|run| decisions(run).into_iter());
    loop {
        let (one, other) = match (lists[0].next(), lists[1].next()) {
            (None, None) => return None,
            pair => pair,
        };
        if let (Some((_, one)), Some((_, other))) = (one, other)
            && one.text == other.text
        {
            continue;
        }
        let text = |side: Option<(usize, &Decision)>| {
            side.map_or("no more decisions".to_owned(), |(_, it)| it.text.clone())
        };
        let state = one.or(other).map(|(state, _)| state);
        let run = if one.is_some() { runs[0] } else { runs[1] };
        let pass = run.passes.iter().find(|pass| Some(pass.state) >= state);
        return Some(Difference {
            what: pass.map_or(String::new(), |pass| format!("in {}", pass.name)),
            states: [one, other].map(|side| side.map(|(state, _)| state)),
            texts: [text(one), text(other)],
        });
    }
}

fn decisions(run: &Run) -> Vec<(usize, &Decision)> {
    let states = run.states.iter().enumerate();
    let found = states.filter_map(|(at, state)| Some((at, state.decision.as_ref()?)));
    found.collect()
}

/// The difference that a comparison of our log with llc's has found. `turns` and `copies` say how many registers were
/// taken from the queue, and how many copies were considered, up to it in our log.
pub fn of_logs(
    found: &avarice_compare::Difference,
    ours: &Converted,
    theirs: &LogRun,
    (turns, copies): (usize, usize),
) -> Difference {
    let list = match turns {
        0 => ours.copies.get(copies.saturating_sub(1)),
        turns => ours.turns.get(turns - 1),
    };
    let line = found.llc.line.as_ref().map(|line| line.line);
    let after = theirs.lines.iter().rev();
    let mut before = after.skip_while(|(at, _)| line.is_some_and(|line| *at > line));
    Difference {
        what: found.what.to_owned(),
        states: [list.copied(), before.next().map(|(_, state)| *state)],
        texts: [text_of(&found.ours), text_of(&found.llc)],
    }
}

fn text_of(side: &Side) -> String {
    let line = side.line.as_ref().map(|line| line.text.trim());
    line.unwrap_or("the log ends").to_owned()
}
