//! The page: one file of HTML with everything in it.
//!
//! The data of each function is in an element of its own, as compressed JSON in base 64, which the page only decodes
//! when the function is selected. A name such as `</script>` cannot end an element: it is in compressed data, or has
//! its `<` escaped. Text is inserted into the page as text, never as HTML.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::model::FunctionView;

const TEMPLATE: &str = include_str!("../assets/page.html");
const STYLE: &str = include_str!("../assets/style.css");

/// The script's files, in the order in which they build on each other.
const SCRIPTS: &[&str] = &[
    include_str!("../assets/tools.js"),
    include_str!("../assets/run.js"),
    include_str!("../assets/loops.js"),
    include_str!("../assets/layout.js"),
    include_str!("../assets/graph.js"),
    include_str!("../assets/chart.js"),
    include_str!("../assets/listing.js"),
    include_str!("../assets/slider.js"),
    include_str!("../assets/search.js"),
    include_str!("../assets/details.js"),
    include_str!("../assets/main.js"),
];

/// What the page shows before a function is selected.
#[derive(Serialize)]
struct Header<'a> {
    title: &'a str,
    functions: Vec<&'a str>,
}

/// The page of `functions`, titled by `title`: the name of the input.
pub fn write(title: &str, functions: &[FunctionView]) -> String {
    let header = Header {
        title,
        functions: functions.iter().map(|function| &*function.name).collect(),
    };
    let json = to_json(&header).replace('<', "\\u003c");
    let mut data = element("application/json", "header", &json);
    for (number, function) in functions.iter().enumerate() {
        let id = format!("function-{number}");
        data.push_str(&element("application/gzip", &id, &compressed(function)));
    }
    let script = format!("(() => {{\n\"use strict\";\n{}\n}})();", SCRIPTS.join("\n"));
    let mut page = String::with_capacity(TEMPLATE.len() + STYLE.len() + data.len() + script.len());
    let mut rest = TEMPLATE;
    let parts = [("{{title}}", &*escape_html(title)), ("{{style}}", STYLE)];
    let parts = parts
        .into_iter()
        .chain([("{{data}}", &*data), ("{{script}}", &*script)]);
    for (mark, text) in parts {
        let (before, after) = rest.split_once(mark).expect("the template has this mark");
        page.push_str(before);
        page.push_str(text);
        rest = after;
    }
    page.push_str(rest);
    page
}

/// An element that holds data.
fn element(kind: &str, id: &str, data: &str) -> String {
    format!("<script type=\"{kind}\" id=\"{id}\">{data}</script>\n")
}

fn to_json(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("the data has no maps with odd keys")
}

/// JSON, compressed with gzip, in base 64.
fn compressed(data: &impl Serialize) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let bytes = encoder
        .write_all(to_json(data).as_bytes())
        .and_then(|()| encoder.finish());
    STANDARD.encode(bytes.expect("writing to a vector"))
}

fn escape_html(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SCHEMA;

    #[test]
    fn no_name_ends_an_element() {
        let name = "f</script><script>alert(1)</script><!--";
        let function = FunctionView {
            schema: SCHEMA,
            name: name.to_owned(),
            runs: Vec::new(),
            difference: None,
        };
        let page = write(name, &[function]);
        assert!(!page.contains("alert(1)<"), "names are escaped");
        // The data of page and function, and the script.
        assert_eq!(page.matches("</script>").count(), 3);
        assert!(page.contains("f\\u003c/script>\\u003cscript>alert(1)"));
        assert!(page.contains("<title>f&lt;/script&gt;"));
    }
}
