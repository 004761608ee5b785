//! Pages of `avarice view` in a real browser: they show without errors, their sliders move, search finds values, and
//! a click on what was spilled shows why.

mod browser;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use avarice_ir::parse_module;
use browser::Page;
use tempfile::TempDir;

fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("tests are in the project").to_owned()
}

/// A page made by the command line's own options.
fn make_page(folder: &Path, arguments: &[&str]) -> PathBuf {
    let page = folder.join("page.html");
    let output = page.to_str().expect("paths are text");
    let line = ["avarice", "view", "-o", output];
    let line = line.iter().chain(arguments);
    let code = avarice::run_command_line(line.map(Into::into));
    let is_success = format!("{code:?}") == format!("{:?}", std::process::ExitCode::SUCCESS);
    assert!(is_success, "{arguments:?} makes no page");
    page
}

/// The words of the slider over decisions.
const DECISION: &str = "document.querySelector('.timeline .track:nth-child(2) output').textContent";
/// The words of the slider over passes.
const PASS: &str = "document.querySelector('.timeline .track:nth-child(1) output').textContent";
/// The heading of the details.
const CHOSEN: &str = "document.querySelector('#details h2').textContent";
/// The decisions that the details list, a line each.
const LISTED: &str =
    "[...document.querySelectorAll('.decisions button')].map((one) => one.textContent).join('\\n')";

fn assert_silent(page: &Page, what: &str) {
    assert!(page.errors.is_empty(), "{what}: {}", page.errors.join("\n"));
}

/// Clicks the column of a value; without one, which values of very large functions may lack between passes, the
/// value is chosen otherwise.
fn click_value(page: &mut Page, name: &str) {
    let place = page.evaluate(&format!("avarice.whereIs({name:?})"));
    let rows = page.evaluate("avarice.store.values.runs[0].at(0).rows.length");
    if place.is_null() && rows.as_u64() > Some(5_000) {
        page.evaluate(&format!(
            "avarice.actions.chooseValue(avarice.store.values.runs[0].byName.get({name:?}).index, 0)"
        ));
        page.settle();
        return;
    }
    let at = |axis: &str| {
        place[axis]
            .as_f64()
            .unwrap_or_else(|| panic!("{name} has no column"))
    };
    page.click(at("x"), at("y"));
}

/// Presses an arrow key on a slider, and expects its words to change.
fn move_slider(page: &mut Page, slider: &str, words: &str, key: (&str, u32)) {
    let before = page.text(words);
    page.evaluate(&format!("document.querySelector('.{slider}').focus()"));
    page.press(key.0, key.1);
    let after = page.text(words);
    assert_ne!(before, after, "the slider {slider} does not move");
}

/// What is expected of every page: it shows something, its sliders move, search finds a value.
fn check_page(page: &mut Page, what: &str) {
    let rows = page.evaluate("document.querySelectorAll('.row').length");
    assert!(rows.as_u64() > Some(0), "{what}: no code is shown");
    move_slider(page, "to-decision", DECISION, ("ArrowLeft", 37));
    move_slider(page, "to-pass", PASS, ("ArrowLeft", 37));
    move_slider(page, "to-pass", PASS, ("ArrowRight", 39));
    let name = page.text(
        "(() => { const { store } = avarice; const [run] = store.values.runs; \
         const { ranges } = run.at(store.values.states[0]); \
         return run.values.find((value) => value.kind === 'register' && ranges[value.index] >= 0).name; })()",
    );
    page.evaluate("document.getElementById('search').focus()");
    page.insert(&name);
    let first = page.text("document.querySelector('#found .name').textContent");
    assert_eq!(first.split_whitespace().next(), Some(&*name), "{what}");
    page.press("Enter", 13);
    let chosen = page.text(CHOSEN);
    assert!(
        chosen.starts_with(&name),
        "{what}: {chosen} instead of {name}"
    );
    assert_silent(page, what);
}

/// Clicks on a value that is spilled, before it is: its decisions have the spill, and go there. Then on its slot.
fn check_spill(page: &mut Page, what: &str) {
    let spill = page.evaluate(
        "(() => { const [run] = avarice.store.values.runs; \
         const at = run.states.findIndex(({ decision, places = [] }) => \
           decision?.kind === 'spill' && places.some(([, place]) => run.places[place]?.slot)); \
         if (at < 0) return null; \
         const { about } = run.states[at].decision; \
         avarice.actions.goTo(run, at - 1); \
         const columns = document.getElementById('columns'); \
         columns.value = 'all'; columns.dispatchEvent(new Event('change')); \
         return { at, name: run.values[about[0]].name, slot: run.values[about.at(-1)].name }; })()",
    );
    if spill.is_null() {
        return;
    }
    page.settle();
    let text = |key: &str| spill[key].as_str().unwrap_or_default().to_owned();
    let (name, slot) = (text("name"), text("slot"));
    click_value(page, &name);
    assert!(page.text(CHOSEN).starts_with(&name), "{what}");
    let sentence = format!("{name} is spilled to {slot}");
    let listed = page.text(LISTED);
    assert!(
        listed.contains(&sentence),
        "{what}: no '{sentence}' in:\n{listed}"
    );
    let state = spill["at"].as_u64().unwrap_or_default();
    page.evaluate(&format!(
        "document.querySelector('[data-state=\"{state}\"]').click()"
    ));
    page.settle();
    let words = page.text(DECISION);
    assert!(
        words.contains(&sentence),
        "{what}: the slider is at '{words}'"
    );
    click_value(page, &slot);
    assert!(page.text(LISTED).contains(&sentence), "{what}");
    assert_silent(page, what);
}

#[test]
fn the_page_of_bar_answers_to_mouse_and_keys() {
    let folder = TempDir::new().expect("a folder");
    let input = root().join("filetests/x86_64/seed/bar.ll");
    let input = input.to_str().expect("paths are text");
    let file = make_page(folder.path(), &[input, "-O1"]);
    let mut page = Page::start();
    page.open(&file);
    check_page(&mut page, "bar");
    // A value of LLVM IR is found by its name.
    page.evaluate(
        "document.getElementById('search').value = ''; document.getElementById('search').focus()",
    );
    page.insert("%ir.mul5");
    assert_eq!(
        page.text("document.querySelector('#found .what').textContent"),
        "value"
    );
    page.press("Escape", 27);
    // Both themes.
    for theme in ["dark", "light"] {
        page.evaluate(&format!(
            "document.documentElement.dataset.theme === '{theme}' || document.getElementById('theme').click()"
        ));
        page.settle();
        assert_eq!(page.text("document.documentElement.dataset.theme"), theme);
    }
    // All controls are reached by the tab key.
    page.evaluate("document.activeElement.blur()");
    let mut reached: Vec<String> = Vec::new();
    for _ in 0..40 {
        page.press("Tab", 9);
        reached.push(page.text("document.activeElement.id || document.activeElement.className"));
    }
    for control in [
        "search",
        "columns",
        "theme",
        "to-pass",
        "to-decision",
        "graph",
        "panel-scroll",
        "chart-body",
    ] {
        assert!(
            reached.iter().any(|one| one == control),
            "{control} is not among {reached:?}"
        );
    }
    assert_silent(&page, "bar");
}

#[test]
fn two_runs_stand_side_by_side() {
    let folder = TempDir::new().expect("a folder");
    let input = root().join("filetests/x86_64/seed/bar.ll");
    let input = input.to_str().expect("paths are text");
    let file = make_page(
        folder.path(),
        &[input, "-O1", "--against", "-regalloc=basic"],
    );
    let mut page = Page::start();
    page.open(&file);
    assert_eq!(
        page.evaluate("document.querySelectorAll('.panel').length"),
        2
    );
    let difference = page.text("document.getElementById('difference').textContent");
    assert!(difference.contains("in greedy"), "{difference}");
    page.evaluate("document.getElementById('go-difference').click()");
    page.settle();
    let words =
        page.text("document.querySelector('.timeline .track:nth-child(2) output').textContent");
    assert!(words.contains("%12 gets $ebx"), "{words}");
    assert!(
        page.text("document.getElementById('details').textContent")
            .contains("2 of 4 differ")
    );
    assert_silent(&page, "two runs");
}

#[test]
fn a_log_of_llc_stands_beside_our_run() {
    let folder = TempDir::new().expect("a folder");
    let inputs = root().join("filetests/compare/Inputs");
    let path = |name: &str| {
        inputs
            .join(name)
            .to_str()
            .expect("paths are text")
            .to_owned()
    };
    let (input, log) = (path("two.mir"), path("two.llc-19.log"));
    let line = [
        &*input,
        "-O1",
        "-start-before=register-coalescer",
        "--against-log",
        &log,
    ];
    let file = make_page(folder.path(), &line);
    let mut page = Page::start();
    page.open(&file);
    let difference = page.text("document.getElementById('difference').textContent");
    assert_eq!(difference, "Both runs take the same decisions.");
    let places = page.text("document.getElementById('details').textContent");
    assert!(places.contains("Assignments: 0 of "), "{places}");
    assert_silent(&page, "a log");
}

/// A function of a program: its file, its name, how many instructions of LLVM IR it has.
type Function = (PathBuf, String, usize);

/// The largest functions of all programs, the largest first.
fn largest_functions(count: usize) -> Vec<Function> {
    let folder = root().join("tests/programs/ll/x86_64/O2");
    let mut found: Vec<Function> = Vec::new();
    for entry in fs::read_dir(folder).expect("programs are shipped") {
        let path = entry.expect("readable folder").path();
        let text = fs::read(&path).expect("readable file");
        let module = parse_module(&text).expect("programs are LLVM IR");
        for data in module.globals.values() {
            if let Some(body) = data.body() {
                let name = String::from_utf8_lossy(&data.name).into_owned();
                found.push((path.clone(), name, body.insts.len()));
            }
        }
    }
    found.sort_by_key(|(_, _, size)| std::cmp::Reverse(*size));
    found.truncate(count);
    found
}

#[test]
fn the_largest_functions_of_the_programs_are_usable() {
    let folder = TempDir::new().expect("a folder");
    let mut page = Page::start();
    let mut spills = 0;
    for (path, name, _) in largest_functions(10) {
        let input = path.to_str().expect("paths are text");
        let file = make_page(folder.path(), &[input, "--function", &name]);
        let opened = page.open(&file);
        let size = page.evaluate("avarice.store.values.runs[0].at(0).rows.length");
        let step = page.evaluate(STEP_TIME);
        eprintln!(
            "{name}: {size} lines, {} KiB, opens in {} ms, a step takes {} ms, at most {} ms",
            fs::metadata(&file).map_or(0, |file| file.len() >> 10),
            opened.as_millis(),
            step["mean"],
            step["most"],
        );
        if size.as_u64() < Some(3_000) {
            assert!(opened < OPENS_WITHIN, "{name} opens in {opened:?}");
            assert!(step["mean"].as_f64() < Some(STEPS_WITHIN), "{name}: {step}");
        }
        check_page(&mut page, &name);
        check_spill(&mut page, &name);
        spills += u32::from(page.text(LISTED).contains("is spilled"));
    }
    assert!(spills > 4, "few of the largest functions have spills");
}

/// How long functions of some thousand lines may take to open.
const OPENS_WITHIN: Duration = Duration::from_secs(3);
/// How long the next decision may take there, in milliseconds: twice of what feels immediate, for busy machines.
const STEPS_WITHIN: f64 = 200.0;

/// How long it takes to show the next decision, and to draw it: the mean and the most of 60, in milliseconds.
const STEP_TIME: &str = "(async () => { \
  const { store, actions } = avarice; const [run] = store.values.runs; \
  const times = []; const first = Math.max(0, store.values.states[0] - 60); \
  for (let at = first; at < first + 60; at++) { \
    const start = performance.now(); \
    actions.goTo(run, at); store.flush(); \
    times.push(performance.now() - start); \
    await new Promise((go) => requestAnimationFrame(go)); \
  } \
  const round = (time) => Math.round(time * 10) / 10; \
  return { mean: round(times.reduce((a, b) => a + b) / times.length), most: round(Math.max(...times)) }; })()";
