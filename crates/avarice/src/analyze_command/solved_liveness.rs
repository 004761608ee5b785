//! Solves the equations of liveness with the sets that were asked for.

use avarice_opt::dataflow::{
    BitSet, MEMORY_LIMIT, Observer, Single, SortedSet, TooLarge, VariableSet,
};
use avarice_opt::liveness::{Liveness, Problem};

use super::options::SetsOption;

/// The solution, with the requested sets.
pub enum Solved {
    /// Sets as bits.
    Bits(Liveness<BitSet>),
    /// Sets as lists, also those of one variable at a time.
    Sorted(Liveness<SortedSet>),
}

/// Solves `problem` with sets of a kind; the observer sees all.
///
/// # Errors
/// The sets take too much memory.
pub fn solve<O>(problem: &Problem, sets: SetsOption, observer: &mut O) -> Result<Solved, TooLarge>
where
    O: Observer<BitSet> + Observer<SortedSet> + Observer<Single>,
{
    Ok(match sets {
        SetsOption::Bits => Solved::Bits(problem.solve(MEMORY_LIMIT, observer)?),
        SetsOption::Sorted => Solved::Sorted(problem.solve(MEMORY_LIMIT, observer)?),
        SetsOption::PerVariable => {
            Solved::Sorted(problem.solve_per_variable(MEMORY_LIMIT, observer)?)
        }
    })
}

impl Solved {
    /// The members of the sets of node `index`: live at its begin, live at its end.
    pub fn sets(&self, index: usize) -> (Vec<u32>, Vec<u32>) {
        fn members<S: VariableSet>(liveness: &Liveness<S>, index: usize) -> (Vec<u32>, Vec<u32>) {
            let live_in = liveness.live_in[index].iter().collect();
            (live_in, liveness.live_out[index].iter().collect())
        }
        match self {
            Self::Bits(liveness) => members(liveness, index),
            Self::Sorted(liveness) => members(liveness, index),
        }
    }

    /// The variables that are live at the beginning of some node.
    pub fn live_anywhere(&self, problem: &Problem) -> BitSet {
        match self {
            Self::Bits(liveness) => problem.live_anywhere(liveness),
            Self::Sorted(liveness) => problem.live_anywhere(liveness),
        }
    }
}
