//! Pictures of pages, for people to look at, and what can be told of a page's looks without looking.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::page::{LAPTOP, PHONE, Page, Scheme};

/// No picture is longer than this many pixels.
const LONGEST: f64 = 3_000.0;

impl Page {
    /// Looks at the page on a phone and a laptop, light and dark: axe finds nothing, nothing is wider than
    /// the screen, and pictures are kept under this name.
    #[track_caller]
    pub(crate) fn inspect(&mut self, name: &str) {
        let before = (self.size, self.scheme);
        for (size, scheme) in [(PHONE, Scheme::Light), (LAPTOP, Scheme::Dark), (LAPTOP, Scheme::Light)] {
            self.show(size, scheme);
            self.fits();
            self.accessible();
            self.picture(name);
        }
        self.show(before.0, before.1);
        self.behaved();
    }

    /// Fails where the page is wider than the screen.
    #[track_caller]
    pub(crate) fn fits(&self) {
        // `innerWidth` grows with a page that is too wide for a phone: it zooms out.
        let width = self.size.1;
        let script = format!(
            "Array.from(document.querySelectorAll('body *'))
            .filter((node) => node.getBoundingClientRect().right > {width} + 1)
            .map((node) => node.outerHTML.slice(0, 100)).slice(0, 5)"
        );
        let wide = self.eval(&format!("document.documentElement.scrollWidth > {width}"));
        assert!(wide == false, "{} is wider than a {}: {:#}", self.path(), self.size.0, self.eval(&script));
    }

    /// Keeps a picture of the whole page.
    pub(crate) fn picture(&self, name: &str) {
        let metrics = self.call("Page.getLayoutMetrics", json!({}));
        let content = &metrics["cssContentSize"];
        let height = content["height"].as_f64().unwrap().clamp(1.0, LONGEST);
        let width = f64::from(self.size.1);
        let clip =
            json!({"x": 0, "y": 0, "width": width, "height": height.max(f64::from(self.size.2)), "scale": 1});
        let wish = json!({"format": "png", "captureBeyondViewport": true, "clip": clip});
        let taken = self.call("Page.captureScreenshot", wish);
        let folder = folder();
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join(format!("{name}-{}-{}.png", self.size.0, self.scheme.word()));
        std::fs::write(file, bytes_of(taken["data"].as_str().unwrap())).unwrap();
    }
}

/// Beside the build's own files, `target/tmp/screenshots`.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots")
}

/// What a text in base 64 stands for.
fn bytes_of(text: &str) -> Vec<u8> {
    let digit = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u32> = text.bytes().filter_map(digit).map(u32::from).collect();
    let group = |four: &[u32]| {
        let whole = four.iter().fold(0, |sum, &digit| sum << 6 | digit) << (6 * (4 - four.len()));
        let [_, bytes @ ..] = whole.to_be_bytes();
        bytes.into_iter().take(four.len() - 1).collect::<Vec<u8>>()
    };
    digits.chunks(4).flat_map(group).collect()
}
