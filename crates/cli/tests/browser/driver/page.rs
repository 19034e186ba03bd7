//! One page: where it is, how large and how light it is, what it says, and what it did that it should not.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use serde_json::{Value, json};

use super::wire::{PATIENCE, Wire};

/// A screen in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) &'static str, pub(crate) u32, pub(crate) u32);

pub(crate) const PHONE: Size = Size("phone", 390, 844);
pub(crate) const LAPTOP: Size = Size("laptop", 1280, 800);
pub(crate) const PROJECTOR: Size = Size("projector", 1920, 1080);

/// What a reader's system prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    Light,
    Dark,
}

impl Scheme {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        }
    }
}

/// A page of one visitor.
pub(crate) struct Page {
    pub(super) wire: Rc<RefCell<Wire>>,
    pub(super) session: String,
    pub(super) context: String,
    site: String,
    pub(super) size: Size,
    pub(super) scheme: Scheme,
    /// Whether the site's own scripts may run.
    pub(super) scripts: Cell<bool>,
}

impl Page {
    pub(super) fn open(wire: Rc<RefCell<Wire>>, address: &str) -> Self {
        let ask = |method: &str, params: Value| wire.borrow_mut().call(None, method, params).unwrap();
        let context = ask("Target.createBrowserContext", json!({}));
        let context = context["browserContextId"].as_str().unwrap().to_owned();
        let new = json!({"url": "about:blank", "browserContextId": context, "newWindow": true});
        let target = ask("Target.createTarget", new)["targetId"].take();
        let attached = ask("Target.attachToTarget", json!({"targetId": target, "flatten": true}));
        let session = attached["sessionId"].as_str().unwrap().to_owned();
        let site = format!("http://{address}");
        let mut page = Self {
            wire,
            session,
            context,
            site,
            size: LAPTOP,
            scheme: Scheme::Light,
            scripts: Cell::new(true),
        };
        for part in ["Page", "Runtime", "Network", "Log", "DOM"] {
            page.call(&format!("{part}.enable"), json!({}));
        }
        // Of several pages of a window only one is in front; here each believes that it is.
        page.call("Emulation.setFocusEmulationEnabled", json!({"enabled": true}));
        page.show(LAPTOP, Scheme::Light);
        page.keep_downloads();
        page
    }

    /// A command for this page.
    pub(super) fn call(&self, method: &str, params: Value) -> Value {
        let answer = self.wire.borrow_mut().call(Some(&self.session), method, params);
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Goes to an address of the site and waits until it is loaded.
    pub(crate) fn go(&self, path: &str) {
        let url = format!("{}{path}", self.site);
        self.following(|| {
            let went = self.call("Page.navigate", json!({"url": url}));
            assert!(went["errorText"].is_null(), "{url}: {went}");
        });
    }

    /// Does something that leads to another page, and waits until that one is loaded.
    pub(crate) fn following(&self, act: impl FnOnce()) {
        self.wire.borrow_mut().taken(&self.session, "Page.loadEventFired");
        act();
        self.wire.borrow_mut().event(&self.session, "Page.loadEventFired");
    }

    /// The value of an expression in the page; a promise is waited for.
    pub(crate) fn eval(&self, script: &str) -> Value {
        self.try_eval(script).unwrap_or_else(|error| panic!("{error}\nin: {script}\nat: {}", self.path()))
    }

    pub(super) fn try_eval(&self, script: &str) -> Result<Value, String> {
        let params = json!({"expression": script, "awaitPromise": true, "returnByValue": true});
        let mut answer = self.wire.borrow_mut().call(Some(&self.session), "Runtime.evaluate", params)?;
        match answer.get("exceptionDetails") {
            Some(thrown) => {
                let said = thrown["exception"]["description"].as_str();
                Err(said.unwrap_or(thrown["text"].as_str().unwrap_or("an exception")).to_owned())
            }
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// Waits until an expression in the page holds: each time the page changes, and a few times a second
    /// besides.
    pub(crate) fn until(&self, holds: &str) {
        let script = format!(
            "new Promise((yes, no) => {{
                const stop = () => {{ watch.disconnect(); clearInterval(tick); clearTimeout(end); }};
                const look = () => {{ try {{ if ({holds}) {{ stop(); yes(true); }} }} catch (wrong) {{ stop(); no(wrong); }} }};
                const watch = new MutationObserver(look);
                watch.observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
                const tick = setInterval(look, 200);
                const end = setTimeout(() => {{ stop(); no(new Error('never came: ' + document.body.innerText)); }}, {});
                look();
            }})",
            PATIENCE.as_millis() * 3 / 4
        );
        self.eval(&script);
    }

    /// Waits until the page says this.
    pub(crate) fn until_it_says(&self, words: &str) {
        self.until(&format!("document.querySelector('main').innerText.includes({})", json!(words)));
    }

    /// All that can be read on the page.
    pub(crate) fn text(&self) -> String {
        self.eval("document.body.innerText").as_str().unwrap().to_owned()
    }

    /// The text of the first element that fits.
    pub(crate) fn text_of(&self, selector: &str) -> String {
        let script = format!("document.querySelector({}).innerText", json!(selector));
        self.eval(&script).as_str().unwrap_or_default().trim().to_owned()
    }

    /// How many elements fit.
    pub(crate) fn count(&self, selector: &str) -> u64 {
        self.eval(&format!("document.querySelectorAll({}).length", json!(selector))).as_u64().unwrap()
    }

    /// Fails unless the page says this.
    #[track_caller]
    pub(crate) fn says(&self, words: &str) {
        let text = self.text();
        assert!(text.contains(words), "{} does not say {words:?}: {text}", self.path());
    }

    /// Fails where the page says this.
    #[track_caller]
    pub(crate) fn hides(&self, words: &str) {
        let text = self.text();
        assert!(!text.contains(words), "{} says {words:?}: {text}", self.path());
    }

    /// The address inside the site.
    pub(crate) fn path(&self) -> String {
        let at = self.try_eval("location.pathname + location.search").unwrap_or_default();
        at.as_str().unwrap_or_default().to_owned()
    }

    /// Sets the screen and what the system prefers.
    pub(crate) fn show(&mut self, size: Size, scheme: Scheme) {
        (self.size, self.scheme) = (size, scheme);
        let Size(_, width, height) = size;
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == PHONE});
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        let prefers = json!([{"name": "prefers-color-scheme", "value": scheme.word()},
                             {"name": "prefers-reduced-motion", "value": "reduce"}]);
        self.call("Emulation.setEmulatedMedia", json!({"features": prefers}));
    }

    /// Switches the site's own scripts off or on, from the next page.
    pub(crate) fn allow_scripts(&self, allowed: bool) {
        self.scripts.set(allowed);
        self.call("Emulation.setScriptExecutionDisabled", json!({"value": !allowed}));
    }

    /// Everything since the last call that a page must not do: errors, breaches of the policy, requests to
    /// other hosts.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let mut wire = self.wire.borrow_mut();
        let mut take = |method: &str| wire.taken(&self.session, method);
        let requests = take("Network.requestWillBeSent");
        let answers = take("Network.responseReceived");
        let foreign = requests.iter().filter_map(|event| event["params"]["request"]["url"].as_str());
        let own =
            |url: &&str| url.starts_with(&self.site) || url.starts_with("data:") || *url == "about:blank";
        let mut found: Vec<String> =
            foreign.filter(|url| !own(url)).map(|url| format!("asked another host: {url}")).collect();
        let thrown = take("Runtime.exceptionThrown");
        found.extend(thrown.iter().map(|event| event["params"]["exceptionDetails"].to_string()));
        let said = take("Runtime.consoleAPICalled");
        let errors = said.iter().filter(|event| event["params"]["type"] == "error");
        found.extend(errors.map(|event| event["params"]["args"].to_string()));
        // A page that answers 404 is no error of a page; a script or a picture that does is one.
        let document = |url: &Value| {
            answers
                .iter()
                .any(|e| e["params"]["type"] == "Document" && e["params"]["response"]["url"] == *url)
        };
        let logged = take("Log.entryAdded");
        let logged = logged.iter().map(|event| &event["params"]["entry"]);
        let bad = logged.filter(|entry| entry["level"] == "error" && !document(&entry["url"]));
        found.extend(bad.map(|entry| format!("{} {}", entry["text"], entry["url"])));
        found
    }

    /// Fails where there was anything to complain about.
    #[track_caller]
    pub(crate) fn behaved(&self) {
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "{}: {complaints:#?}", self.path());
    }
}
