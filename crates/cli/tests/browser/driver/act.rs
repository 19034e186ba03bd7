//! What hands do: click, write, press, choose, hand over a file. Clicks and keys are real events of the
//! browser.

use std::path::Path;

use serde_json::{Value, json};

use super::page::Page;

const FIND: &str = include_str!("find.js");

/// Where to click, and a watch on where the click then falls.
const AIM: &str = "it.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = it.getClientRects()[0];
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(it.contains(hit) || hit.contains(it))) { throw new Error('covered by ' + hit?.outerHTML); }
    window.missed = true;
    const watch = (event) => {
        window.missed = !it.isConnected || !(it.contains(event.target) || event.target === hit);
        if (window.missed) { event.preventDefault(); event.stopImmediatePropagation(); }
    };
    window.removeEventListener('click', window.clickWatch, true);
    window.addEventListener('click', watch, { capture: true, once: true });
    window.clickWatch = watch;
    return [x, y];";

/// How often a click may miss.
const TRIES: u32 = 20;

/// Something on the page, by the words that a reader would use.
#[derive(Debug, Clone, Copy)]
pub(crate) enum What<'a> {
    Link(&'a str),
    Button(&'a str),
    /// The field with this label.
    Field(&'a str),
    /// By a selector, where words would not do.
    At(&'a str),
}

impl What<'_> {
    /// The expression that finds it.
    fn found(self) -> String {
        let (how, words) = match self {
            What::Link(words) => ("link", words),
            What::Button(words) => ("button", words),
            What::Field(words) => ("field", words),
            What::At(selector) => ("at", selector),
        };
        format!("{how}({})", json!(words))
    }
}

impl Page {
    /// Does something with an element, which the script calls `it`.
    fn with(&self, what: What<'_>, script: &str) -> Value {
        self.eval(&format!("(() => {{ {FIND}\nconst it = {};\n{script} }})()", what.found()))
    }

    /// Whether there is such a thing.
    pub(crate) fn has(&self, what: What<'_>) -> bool {
        self.try_eval(&format!("(() => {{ {FIND}\nreturn Boolean({}); }})()", what.found())).is_ok()
    }

    /// Clicks in its middle, which must not be covered by anything else. Where a live part was renewed or
    /// moved between the look and the click, the click went elsewhere: it is held back there, and made again.
    pub(crate) fn click(&self, what: What<'_>) {
        for _ in 0..TRIES {
            let place = self.with(what, AIM);
            for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
                let event =
                    json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
                self.call("Input.dispatchMouseEvent", event);
            }
            // Without scripts nothing moves, and nobody could tell. A page that was left says nothing of it.
            if !self.scripts.get() || !self.try_eval("window.missed").is_ok_and(|missed| missed == true) {
                return;
            }
        }
        panic!("{}: {what:?} was never hit", self.path());
    }

    /// Clicks, and waits for the page that it leads to.
    pub(crate) fn follow(&self, what: What<'_>) {
        self.following(|| self.click(what));
    }

    /// Writes into a field, in place of what stood there.
    pub(crate) fn write(&self, label: &str, text: &str) {
        self.with(What::Field(label), "it.scrollIntoView({ block: 'center' }); it.focus(); it.select();");
        match text.is_empty() {
            true => self.press("Delete"),
            false => self.type_in(text),
        }
    }

    /// Writes where the keyboard is.
    pub(crate) fn type_in(&self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
    }

    /// Chooses from a list by the words of an option.
    pub(crate) fn choose(&self, label: &str, option: &str) {
        let script = format!(
            "const found = Array.from(it.options).find((one) => plain(one.text).startsWith({0}));
            if (!found) {{ throw new Error('no option ' + {0}); }}
            it.value = found.value; it.dispatchEvent(new Event('change', {{ bubbles: true }}));",
            json!(option)
        );
        self.with(What::Field(label), &script);
    }

    /// Hands a file to a field.
    pub(crate) fn hand_over(&self, label: &str, file: &Path) {
        let script = format!("(() => {{ {FIND}\nreturn {}; }})()", What::Field(label).found());
        let found = self.call("Runtime.evaluate", json!({"expression": script}));
        let object = &found["result"]["objectId"];
        self.call("DOM.setFileInputFiles", json!({"files": [file], "objectId": object}));
    }

    /// Presses a key: a letter or its name, `ArrowLeft`, `Tab`, `Enter`.
    pub(crate) fn press(&self, key: &str) {
        let (code, number, text) = match key {
            "Tab" => ("Tab", 9, ""),
            "Enter" => ("Enter", 13, "\r"),
            "Delete" => ("Delete", 46, ""),
            "End" => ("End", 35, ""),
            "Home" => ("Home", 36, ""),
            "ArrowLeft" => ("ArrowLeft", 37, ""),
            "ArrowRight" => ("ArrowRight", 39, ""),
            " " => ("Space", 32, " "),
            "," => ("Comma", 188, ","),
            "." => ("Period", 190, "."),
            other => panic!("the driver has no key {other}"),
        };
        let mut event =
            json!({"key": key, "code": code, "windowsVirtualKeyCode": number, "type": "rawKeyDown"});
        if !text.is_empty() {
            (event["type"], event["text"]) = ("keyDown".into(), text.into());
        }
        self.call("Input.dispatchKeyEvent", event.clone());
        event["type"] = "keyUp".into();
        self.call("Input.dispatchKeyEvent", event);
    }
}
