//! A program that uses much of the standard library: collections, formatting, iterators, traits, errors, threads,
//! and a panic that is caught after values on the stack were dropped.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// A part of an expression.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(f64),
    Operator(char),
    Open,
    Close,
}

#[derive(Debug)]
struct ParseError(String);

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "parse error: {}", self.0)
    }
}

impl std::error::Error for ParseError {}

fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let mut used = first.len_utf8();
        match first {
            ' ' => {}
            '(' => found.push(Token::Open),
            ')' => found.push(Token::Close),
            '+' | '-' | '*' | '/' => found.push(Token::Operator(first)),
            '0'..='9' => {
                let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
                used = end.unwrap_or(rest.len());
                let number = rest[..used].parse();
                found.push(Token::Number(number.map_err(|e| ParseError(format!("{e}")))?));
            }
            other => return Err(ParseError(format!("unexpected {other:?}"))),
        }
        rest = &rest[used..];
    }
    Ok(found)
}

/// Reads tokens from the front: sums of products of atoms.
struct Parser<'a> {
    tokens: &'a [Token],
}

impl Parser<'_> {
    fn operator(&mut self, among: &str) -> Option<char> {
        match self.tokens {
            [Token::Operator(c), rest @ ..] if among.contains(*c) => {
                self.tokens = rest;
                Some(*c)
            }
            _ => None,
        }
    }

    fn sum(&mut self) -> Result<f64, ParseError> {
        let mut value = self.product()?;
        while let Some(operator) = self.operator("+-") {
            let right = self.product()?;
            value += if operator == '+' { right } else { -right };
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<f64, ParseError> {
        let mut value = self.atom()?;
        while let Some(operator) = self.operator("*/") {
            let right = self.atom()?;
            value *= if operator == '*' { right } else { 1.0 / right };
        }
        Ok(value)
    }

    fn atom(&mut self) -> Result<f64, ParseError> {
        let Some((first, rest)) = self.tokens.split_first() else {
            return Err(ParseError("the end is too early".into()));
        };
        self.tokens = rest;
        match first {
            Token::Number(value) => Ok(*value),
            Token::Operator('-') => Ok(-self.atom()?),
            Token::Open => {
                let value = self.sum()?;
                match self.tokens.split_first() {
                    Some((Token::Close, rest)) => self.tokens = rest,
                    other => return Err(ParseError(format!("no ')' but {other:?}"))),
                }
                Ok(value)
            }
            other => Err(ParseError(format!("unexpected {other:?}"))),
        }
    }
}

fn evaluate(text: &str) -> Result<f64, Box<dyn std::error::Error>> {
    let tokens = tokens(text)?;
    Ok(Parser { tokens: &tokens }.sum()?)
}

/// Says when it is dropped.
struct Noisy(&'static str);

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("dropped: {}", self.0);
    }
}

fn index_beyond(values: &[i32], index: usize) -> i32 {
    let _noisy = Noisy("inside");
    values[index]
}

fn main() {
    for text in ["1 + 2 * 3", "(1 + 2) * 3 / 4", "2 * (3 -", "1 $ 2", "-4 * 2.5"] {
        match evaluate(text) {
            Ok(value) => println!("{text} = {value}"),
            Err(error) => println!("{text}: {error}"),
        }
    }
    let mut words: HashMap<&str, usize> = HashMap::new();
    for word in "the quick brown fox jumps over the lazy dog the end".split(' ') {
        *words.entry(word).or_default() += 1;
    }
    println!("{:?}", words.iter().collect::<BTreeMap<_, _>>());

    std::panic::set_hook(Box::new(|info| println!("panic: {info}")));
    let result = std::panic::catch_unwind(|| index_beyond(&[1, 2, 3], 7));
    println!("caught: {}", result.is_err());

    let threads: Vec<_> = (0..4u64)
        .map(|i| std::thread::spawn(move || (0..1000).map(|x| x * (x + i)).sum::<u64>()))
        .collect();
    for thread in threads {
        println!("{}", thread.join().expect("threads do not panic"));
    }
    let mut numbers: Vec<u32> = (0..50u32).map(|x| x.wrapping_mul(2_654_435_761) % 1000).collect();
    numbers.sort_unstable();
    println!("{:?} {}", &numbers[..10], u128::MAX / 7);
}
