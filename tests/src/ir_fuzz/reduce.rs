//! Reduces a module that shows a failure, line by line, as long as it still shows it.
//!
//! Lines that keep the behaviour defined stay: NaNs are canonicalized before their bits are used, and stack memory is
//! written before it is read.

/// The smallest text found of which `is_interesting` still holds. Instructions go, a zero takes the place of what they
/// define.
pub fn reduce(text: &str, is_interesting: &mut dyn FnMut(&str) -> bool) -> String {
    let mut best = text.to_owned();
    loop {
        let before = best.len();
        best = without_lines(&best, is_interesting);
        best = with_simple_branches(&best, is_interesting);
        best = with_simple_operands(&best, is_interesting);
        if best.len() == before {
            return best;
        }
    }
}

/// Removes as many lines at a time as possible, from the end on.
fn without_lines(text: &str, is_interesting: &mut dyn FnMut(&str) -> bool) -> String {
    let mut best = text.to_owned();
    let mut size = best.lines().count().next_power_of_two() / 2;
    while size > 0 {
        let mut end = best.lines().count();
        while end > 0 {
            let start = end.saturating_sub(size);
            let candidate = removed(&best, start, end);
            if candidate.len() < best.len() && is_interesting(&candidate) {
                best = candidate;
            }
            end = start.min(best.lines().count());
        }
        size /= 2;
    }
    best
}

/// `text` without the instructions in the lines from `start` to before `end`. Terminators and labels stay.
fn removed(text: &str, start: usize, end: usize) -> String {
    let mut result = String::new();
    let mut function = String::new();
    let mut names: Vec<&str> = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let gone = |number: usize| (start..end).contains(&number) && is_removable(lines[number]);
    for (number, line) in lines.iter().enumerate() {
        if !gone(number) || is_needed(&lines, number, &gone) {
            function.push_str(line);
            function.push('\n');
        } else if let Some((name, _)) = line.trim_start().split_once(" = ") {
            names.push(name);
        }
        if *line == "}" {
            // Names mean something within a function only.
            for name in names.drain(..).filter(|name| name.starts_with('%')) {
                function = replaced(&function, name, "zeroinitializer");
            }
            result.push_str(&function);
            function.clear();
        }
    }
    result + &function
}

/// Whether what remains if the lines in `gone` go is laid down only with line `number`: it says which lanes are NaNs, or
/// is the first to write a variable.
fn is_needed(lines: &[&str], number: usize, gone: &dyn Fn(usize) -> bool) -> bool {
    let remains = |name: &str, except: usize| {
        let mut rest = (0..lines.len()).filter(|at| *at != number && *at != except && !gone(*at));
        rest.any(|at| mentions(lines[at], name))
    };
    if let Some(name) = tested_for_nan(lines[number]) {
        return remains(name, number);
    }
    let Some((value, pointer)) = lines[number].rsplit_once(", ptr %") else {
        return false;
    };
    let name = format!("%{}", label(pointer));
    let start = format!("  {name} = alloca ");
    let made = lines[..number]
        .iter()
        .rposition(|line| line.starts_with(&start));
    value.starts_with("  store ") && made.is_some_and(|made| remains(&name, made))
}

/// What a line defines that says which lanes of a value are NaNs.
fn tested_for_nan(line: &str) -> Option<&str> {
    let (name, text) = line.trim_start().split_once(" = ")?;
    text.starts_with("fcmp uno ").then_some(name)
}

/// Whether a line names a value.
fn mentions(line: &str, name: &str) -> bool {
    replaced(line, name, "").len() != line.len()
}

fn is_removable(line: &str) -> bool {
    let text = line.trim_start();
    let is_kept = [
        "br ",
        "switch ",
        "indirectbr ",
        "ret ",
        "define ",
        "target ",
        "@tests",
        "@input",
        "}",
    ];
    let is_label = text.ends_with(':') && !text.contains(' ');
    !is_label && !is_kept.iter().any(|start| text.starts_with(start))
}

/// Conditional branches become ones to either side; blocks that nothing reaches go.
fn with_simple_branches(text: &str, is_interesting: &mut dyn FnMut(&str) -> bool) -> String {
    let mut best = text.to_owned();
    let mut at = 0;
    while at < best.lines().count() {
        let line = best.lines().nth(at).unwrap_or_default().to_owned();
        let targets: Vec<&str> = line.split("label ").skip(1).map(label).collect();
        let is_branch = ["br i1 ", "switch ", "indirectbr "]
            .iter()
            .any(|start| line.trim_start().starts_with(start));
        if is_branch {
            for target in &targets {
                let candidate = straight(&best, at, target, &targets);
                if is_interesting(&candidate) {
                    best = candidate;
                    break;
                }
            }
        }
        at += 1;
    }
    best
}

fn label(text: &str) -> &str {
    text.split([',', ' ', ']']).next().unwrap_or_default()
}

/// `text` with a branch to `target` in line `at`, which went to `targets`.
fn straight(text: &str, at: usize, target: &str, targets: &[&str]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[at] = format!("  br label {target}");
    let first = lines[..at]
        .iter()
        .rposition(|line| line.starts_with("define"))
        .unwrap_or(0);
    let end = at + lines[at..].iter().position(|line| line == "}").unwrap_or(0);
    let from = lines[first..at]
        .iter()
        .rev()
        .find(|line| is_label(line))
        .cloned()
        .unwrap_or_default();
    let mut gone: Vec<(String, String)> = targets
        .iter()
        .filter(|other| *other != &target)
        .map(|other| {
            (
                from.trim_end_matches(':').to_owned(),
                other.trim_start_matches('%').to_owned(),
            )
        })
        .collect();
    let mut body: Vec<String> = lines[first..end].to_vec();
    while let Some((from, to)) = gone.pop() {
        drop_edge(&mut body, &from, &to);
        let is_reached = body
            .iter()
            .any(|line| line.split("label %").skip(1).any(|rest| label(rest) == to));
        if !is_reached
            && let Some(start) = body
                .iter()
                .position(|line| line.trim_end_matches(':') == to)
        {
            let length = body[start + 1..]
                .iter()
                .position(|line| is_label(line))
                .map_or(body.len() - start, |n| n + 1);
            for line in body.drain(start..start + length).collect::<Vec<_>>() {
                for next in line.split("label %").skip(1) {
                    gone.push((to.clone(), label(next).to_owned()));
                }
                if let Some((name, _)) = line.trim_start().split_once(" = ") {
                    for other in &mut body {
                        *other = replaced(other, name, "zeroinitializer");
                    }
                }
            }
        }
    }
    lines.splice(first..end, body);
    lines.join("\n") + "\n"
}

fn is_label(line: &str) -> bool {
    line.ends_with(':') && !line.starts_with(' ')
}

/// Takes the value for `from` out of the phis of the block `to`.
fn drop_edge(body: &mut [String], from: &str, to: &str) {
    let Some(start) = body
        .iter()
        .position(|line| line.trim_end_matches(':') == to)
    else {
        return;
    };
    for line in &mut body[start + 1..] {
        if !line.contains(" = phi ") {
            return;
        }
        let Some((head, rest)) = line.split_once("[ ") else {
            return;
        };
        let (incoming, comment) = rest.split_once(" ;").unwrap_or((rest, ""));
        let kept: Vec<&str> = incoming
            .trim_end_matches(" ]")
            .split(" ], [ ")
            .filter(|pair| !pair.ends_with(&format!(", %{from}")))
            .collect();
        if !kept.is_empty() {
            *line = format!("{head}[ {} ] ;{comment}", kept.join(" ], [ "));
        }
    }
}

/// Puts zeros in the place of operands.
fn with_simple_operands(text: &str, is_interesting: &mut dyn FnMut(&str) -> bool) -> String {
    let mut best = text.to_owned();
    let mut at = 0;
    while at < best.lines().count() {
        let mut nth = 0;
        loop {
            let lines: Vec<&str> = best.lines().collect();
            let Some(line) = lines.get(at).filter(|line| line.starts_with("  ")) else {
                break;
            };
            let start = line.find(" = ").map_or(0, |at| at + 3);
            let Some((position, _)) = line[start..].match_indices("%v").nth(nth) else {
                break;
            };
            let position = start + position;
            let rest = &line[position + 2..];
            let length = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            let simple = format!("{}zeroinitializer{}", &line[..position], &rest[length..]);
            let name = &line[position..position + 2 + length];
            let tells_nans = |line: &&str| tested_for_nan(line) == Some(name);
            let is_fixed = tested_for_nan(line).is_some() || lines.iter().any(tells_nans);
            let mut candidate: Vec<&str> = lines.clone();
            candidate[at] = &simple;
            let candidate = candidate.join("\n") + "\n";
            match !is_fixed && is_interesting(&candidate) {
                true => best = candidate,
                false => nth += 1,
            }
        }
        at += 1;
    }
    best
}

/// `text` with another name for each use of `name`.
fn replaced(text: &str, name: &str, by: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let after = &rest[at + name.len()..];
        let continues = after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '.');
        result.push_str(&rest[..at]);
        result.push_str(if continues { name } else { by });
        rest = after;
    }
    result + rest
}
