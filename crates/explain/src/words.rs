//! Numbers and lists, as they appear in sentences.

use avarice_liveness::Exponent;

/// A spill weight: `1.5e-03`, as short as is unambiguous.
pub fn weight(weight: f32) -> String {
    if weight.is_infinite() || weight == 0.0 {
        return if weight == 0.0 { "0" } else { "infinite" }.into();
    }
    let text = Exponent(weight).to_string();
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let digits = digits.trim_end_matches('0').trim_end_matches('.');
            format!("{digits}e{exponent}")
        }
        None => text,
    }
}

/// A cost or frequency in runs of the function: `12.5`.
pub fn runs(cost: f64) -> String {
    if cost.is_infinite() || cost > 1e15 {
        return "more than can be counted".into();
    }
    if cost > 0.0 && cost < 0.01 {
        return format!("{cost:.1e}");
    }
    let text = if cost >= 100.0 {
        format!("{cost:.0}")
    } else {
        format!("{cost:.3}")
    };
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').into()
    } else {
        text
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.split_last() {
        None => "nothing".into(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// `1 load`, `3 loads`.
pub fn count(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(weight(0.0015), "1.5e-03");
        assert_eq!(weight(f32::INFINITY), "infinite");
        assert_eq!(runs(12.5), "12.5");
        assert_eq!(runs(100.0), "100");
        assert_eq!(runs(0.0), "0");
        assert_eq!(runs(0.00042), "4.2e-4");
        assert_eq!(list(["a", "b", "c"]), "a, b and c");
        assert_eq!(count(2, "load"), "2 loads");
    }
}
