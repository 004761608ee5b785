//! Searches in sorted slices.

/// The first position from `from` on that does not lie `before` what is looked for: cheap if it is near.
#[inline]
pub fn gallop<T>(items: &[T], from: usize, before: impl Fn(&T) -> bool) -> usize {
    let (mut low, mut step) = (from, 1);
    while items.get(low + step - 1).is_some_and(&before) {
        low += step;
        step *= 2;
    }
    let high = (low + step - 1).min(items.len());
    low + items[low..high].partition_point(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gallops_to_the_first_that_is_not_before() {
        let items: Vec<u32> = (0..40).map(|at| at * 2).collect();
        for from in 0..=items.len() {
            for wanted in 0..82 {
                let expected = from.max(items.partition_point(|item| *item < wanted));
                assert_eq!(gallop(&items, from, |item| *item < wanted), expected);
            }
        }
    }
}
