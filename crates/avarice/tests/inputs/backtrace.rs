//! Panics, so that a test can read the backtrace.

#[inline(never)]
fn element(values: &[i32], at: usize) -> i32 {
    values[at]
}

#[inline]
fn sum(values: &[i32], count: usize) -> i32 {
    (0..count).map(|at| element(values, at)).sum()
}

fn main() {
    let lengths: Vec<i32> = std::env::args().map(|a| a.len() as i32).collect();
    println!("{}", sum(&lengths, lengths.len() + 1));
}
