//! A headless Chromium, driven through its DevTools protocol over pipes.
//!
//! The browser reads commands from file descriptor 3 and writes answers and events to 4, each one JSON text followed by
//! a zero byte. A shell joins these to our ends of its standard streams:
//!
//! ```text
//!   command {"id":7,"method":"Runtime.evaluate",…}   ─▶  3
//!   answer  {"id":7,"result":…}                      ◀─  4
//!   event   {"method":"Runtime.exceptionThrown",…}   ◀─  4
//! ```

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(90);

/// Joins the standard streams to the descriptors of the protocol.
const JOIN_PIPES: &str = r#"exec "$@" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null"#;

/// Options that make it quiet, and work where there is neither a screen nor another user.
const OPTIONS: [&str; 11] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1500,900",
    "--remote-debugging-pipe",
];

/// A page in a browser of its own.
pub struct Page {
    browser: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    session: Option<String>,
    last_id: u64,
    /// What the page complained of.
    pub errors: Vec<String>,
    _profile: TempDir,
}

impl Page {
    /// Starts the browser with an empty page.
    pub fn start() -> Self {
        let profile = TempDir::new().expect("a folder for the browser's profile");
        let mut browser = Command::new("sh")
            .args(["-c", JOIN_PIPES, "sh", "chromium"])
            .args(OPTIONS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell starts");
        let commands = browser.stdin.take().expect("standard input is a pipe");
        let answers = browser.stdout.take().expect("standard output is a pipe");
        let mut page = Self {
            browser,
            commands,
            answers: BufReader::new(answers),
            session: None,
            last_id: 0,
            errors: Vec::new(),
            _profile: profile,
        };
        let target = page.call("Target.createTarget", json!({"url": "about:blank"}));
        let target = json!({"targetId": target["targetId"], "flatten": true});
        let session = page.call("Target.attachToTarget", target);
        page.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            page.call(domain, json!({}));
        }
        page
    }

    /// Opens a file and waits until it shows something. Returns how long that took.
    pub fn open(&mut self, file: &Path) -> Duration {
        let start = Instant::now();
        let url = format!("file://{}", file.display());
        self.call("Page.navigate", json!({"url": url}));
        self.wait_for(
            "location.protocol === 'file:' && document.body?.dataset.shown !== undefined",
        );
        start.elapsed()
    }

    /// The value of an expression of JavaScript; of a promise, what it brings.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let parameters =
            json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let mut answer = self.call("Runtime.evaluate", parameters);
        let failure = &answer["exceptionDetails"];
        assert!(failure.is_null(), "{expression}: {failure}");
        answer["result"]["value"].take()
    }

    /// The text that an expression gives.
    pub fn text(&mut self, expression: &str) -> String {
        let value = self.evaluate(expression);
        value.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true.
    pub fn wait_for(&mut self, expression: &str) {
        let start = Instant::now();
        while self.evaluate(&format!("Boolean({expression})")) != Value::Bool(true) {
            assert!(
                start.elapsed() < PATIENCE,
                "never true: {expression}; {:?}",
                self.errors
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until what was changed is drawn.
    pub fn settle(&mut self) {
        self.evaluate(
            "new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))",
        );
    }

    /// Clicks with the mouse.
    pub fn click(&mut self, x: f64, y: f64) {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let parameters =
                json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", parameters);
        }
        self.settle();
    }

    /// Presses a key that types no letter, such as `ArrowRight`.
    pub fn press(&mut self, key: &str, code: u32) {
        for kind in ["rawKeyDown", "keyUp"] {
            let parameters =
                json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", parameters);
        }
        self.settle();
    }

    /// Types text where the focus is.
    pub fn insert(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
        self.settle();
    }

    /// Sends a command and waits for its result.
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        let mut command = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        let sent = write!(self.commands, "{command}\0").and_then(|()| self.commands.flush());
        sent.expect("the browser takes commands");
        loop {
            let mut message = self.receive();
            if message["id"] == json!(id) {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].take();
            }
            self.note_error(&message);
        }
    }

    fn receive(&mut self) -> Value {
        let mut text = Vec::new();
        let count = self.answers.read_until(0, &mut text);
        let is_there = count.is_ok_and(|count| count > 0);
        assert!(
            is_there,
            "the browser is gone (is Debian's chromium installed?)"
        );
        text.pop();
        serde_json::from_slice(&text).expect("the browser answers in JSON")
    }

    /// Keeps exceptions, errors that were logged, and what could not be loaded.
    fn note_error(&mut self, message: &Value) {
        let parameters = &message["params"];
        let is_error = match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => {
                parameters["type"] == "error" || parameters["type"] == "warning"
            }
            Some("Log.entryAdded") => parameters["entry"]["level"] == "error",
            _ => false,
        };
        if is_error {
            self.errors.push(parameters.to_string());
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}
