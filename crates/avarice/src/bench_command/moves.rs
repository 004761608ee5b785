//! What an allocation moves: spills, reloads, copies, counted in the code and weighted by how often they run.

use serde::Serialize;

/// Moves of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Count {
    /// Instructions.
    pub instructions: u64,
    /// How often they run for each entry of their function, by block frequency, summed over the functions.
    pub weighted: f64,
}

/// Moves of a module. Spills and reloads include those that are part of other instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Moves {
    /// Stores to spill slots.
    pub spills: Count,
    /// Loads from spill slots.
    pub reloads: Count,
    /// Register copies that are left.
    pub copies: Count,
}

impl Moves {
    /// Weighted moves of all kinds.
    pub fn weighted(&self) -> f64 {
        self.spills.weighted + self.reloads.weighted + self.copies.weighted
    }

    /// Adds all of `other`.
    pub fn add(&mut self, other: &Self) {
        for (mine, theirs) in [
            (&mut self.spills, &other.spills),
            (&mut self.reloads, &other.reloads),
            (&mut self.copies, &other.copies),
        ] {
            mine.instructions += theirs.instructions;
            mine.weighted += theirs.weighted;
        }
    }
}

/// Reads the report of `-stats` of `avarice`.
pub fn of_avarice(report: &str) -> Moves {
    let mut moves = Moves::default();
    for line in report.lines() {
        let Some((number, name)) = line.trim_start().split_once("  ") else {
            continue;
        };
        let Ok(number) = number.parse::<f64>() else {
            continue;
        };
        let (kind, is_weighted) = match name.strip_suffix(", weighted") {
            Some(kind) => (kind, true),
            None => (name, false),
        };
        let count = match kind {
            "spills" | "folded spills" => &mut moves.spills,
            "reloads" | "folded reloads" => &mut moves.reloads,
            "copies" => &mut moves.copies,
            _ => continue,
        };
        if is_weighted {
            count.weighted += number;
        } else {
            count.instructions += number as u64;
        }
    }
    moves
}

/// Reads llc's remarks on register allocation (YAML of `-pass-remarks-output`): those on whole functions, not those
/// on their loops.
pub fn of_llc(remarks: &str) -> Moves {
    let mut moves = Moves::default();
    let mut is_function = false;
    for line in remarks.lines() {
        if let Some(name) = line.strip_prefix("Name:") {
            is_function = name.trim() == "SpillReloadCopies";
        }
        let Some((key, value)) = line.trim_start_matches([' ', '-']).split_once(':') else {
            continue;
        };
        let Ok(number) = value.trim().trim_matches('\'').parse::<f64>() else {
            continue;
        };
        if !is_function {
            continue;
        }
        match key {
            "NumSpills" | "NumFoldedSpills" => moves.spills.instructions += number as u64,
            "NumReloads" | "NumFoldedReloads" => moves.reloads.instructions += number as u64,
            "NumVRCopies" => moves.copies.instructions += number as u64,
            "TotalSpillsCost" | "TotalFoldedSpillsCost" => moves.spills.weighted += number,
            "TotalReloadsCost" | "TotalFoldedReloadsCost" => moves.reloads.weighted += number,
            "TotalCopiesCost" => moves.copies.weighted += number,
            _ => {}
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(instructions: u64, weighted: f64) -> Count {
        Count {
            instructions,
            weighted,
        }
    }

    #[test]
    fn folded_moves_count_as_moves() {
        let report = "===--- Statistics ---===
           2  spills
           1  folded spills
           4  reloads
           0  folded reloads
           9  copies
        1.50  spills, weighted
        2.00  folded spills, weighted
        8.25  reloads, weighted
        9.00  copies, weighted
";
        let expected = Moves {
            spills: count(3, 3.5),
            reloads: count(4, 8.25),
            copies: count(9, 9.0),
        };
        assert_eq!(of_avarice(report), expected);
    }

    #[test]
    fn remarks_on_loops_are_parts_of_those_on_functions() {
        let remarks = "--- !Missed
Pass:            regalloc
Name:            LoopSpillReloadCopies
Args:
  - NumSpills:       '7'
  - TotalSpillsCost: '7.000000e+00'
...
--- !Missed
Pass:            regalloc
Name:            SpillReloadCopies
Function:        f
Args:
  - NumSpills:       '2'
  - TotalSpillsCost: '1.500000e+01'
  - String:          ' total spills cost '
  - NumFoldedReloads: '1'
  - TotalFoldedReloadsCost: '4.000000e+00'
...
";
        let expected = Moves {
            spills: count(2, 15.0),
            reloads: count(1, 4.0),
            copies: Count::default(),
        };
        assert_eq!(of_llc(remarks), expected);
    }
}
