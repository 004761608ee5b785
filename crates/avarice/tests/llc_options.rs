//! Each row about an option of llc behaves as it says, and each option that LLVM's tests use has one.

use avarice::llc_options::facts::{self, Fact, Takes};
use avarice::llc_options::{self, Answer, Row};

/// Values of which every option that is done takes at least one.
const VALUES: [&str; 10] = [
    "1",
    "4",
    "12",
    "x86_64",
    "x86-64",
    "+sse2",
    "ir",
    "greedy",
    "all",
    "Arguments",
];

/// What `avarice compile` says to `option`, nothing if it takes it.
fn answer(option: &str) -> Result<(), String> {
    let words = ["avarice", "compile", option, "-filetype=null", "f.ll"];
    let line = llc_options::parse(words.map(Into::into));
    line.map(drop).map_err(|error| error.to_string())
}

fn with_value(name: &str, value: &str) -> String {
    match value {
        "" => format!("-{name}"),
        value => format!("-{name}={value}"),
    }
}

/// Whether `option` is refused as one of llc's, without a guess.
fn is_refused(option: &str) -> bool {
    answer(option).is_err_and(|text| {
        let is_named = text.contains("is an option of llc that is not supported");
        is_named && !text.contains("did you mean") && !text.contains("tip:")
    })
}

/// A value that `row` does not accept without doing anything.
fn other_value(fact: Fact, row: &Row) -> Option<String> {
    let values = match fact.takes {
        Takes::Flag | Takes::Nothing => vec!["true", "false"],
        Takes::Value | Takes::Optional => fact.values().chain(["7"]).collect(),
    };
    let found = values.into_iter().find(|value| !row.is_same(value));
    found.map(str::to_owned)
}

fn check(row: &Row) -> Result<(), String> {
    let name = row.name;
    let fact = facts::find(name).ok_or("it is none of llc's")?;
    for value in row.same.iter().filter(|value| **value != "*") {
        answer(&with_value(name, value))?;
    }
    match row.answer {
        Answer::Refused | Answer::Brings => match other_value(fact, row) {
            Some(value) if is_refused(&with_value(name, &value)) => Ok(()),
            Some(value) => Err(format!("the value {value} is not refused")),
            None => answer(&with_value(name, "1")),
        },
        Answer::Done if fact.takes == Takes::Value => {
            let mut values = VALUES.into_iter().chain(fact.values());
            match values.any(|value| answer(&with_value(name, value)).is_ok()) {
                true => Ok(()),
                false => Err("no value is taken".into()),
            }
        }
        Answer::Omits(_) | Answer::Includes(_) | Answer::Done => {
            let values = ["", "0", "1"].iter().filter(|_| fact.takes == Takes::Flag);
            values
                .chain([&""])
                .try_for_each(|value| answer(&with_value(name, value)))
        }
        Answer::Attribute(_) => answer(&with_value(name, "1")),
    }
}

#[test]
fn each_row_behaves_as_it_says() {
    let checked = llc_options::rows().map(|row| (row.name, check(row)));
    let wrong: Vec<_> = checked.filter(|(_, result)| result.is_err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_option_has_two_rows() {
    let mut names: Vec<&str> = llc_options::rows().map(|row| row.name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn each_option_that_more_than_three_tests_use_has_a_row() {
    let used = facts::all().filter(|fact| fact.tests > 3 && fact.takes != Takes::Nothing);
    let without = used.filter(|fact| llc_options::find(fact.name).is_none());
    assert_eq!(without.map(|fact| fact.name).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn options_without_a_row_are_refused_by_name() {
    let own = ["O", "O0", "O1", "O2", "O3"];
    let rest = facts::all().filter(|fact| llc_options::find(fact.name).is_none());
    for fact in rest.filter(|fact| !own.contains(&fact.name)).step_by(100) {
        assert!(is_refused(&with_value(fact.name, "1")), "{}", fact.name);
    }
}
