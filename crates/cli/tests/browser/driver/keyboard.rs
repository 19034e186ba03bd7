//! Whoever has no mouse: the key Tab reaches every control, and it can be seen where one is.

use serde_json::Value;

use super::page::Page;

const CONTROLS: &str = "Array.from(document.querySelectorAll('a[href], button, input, select, textarea, summary'))
    .filter((node) => node.type !== 'hidden' && !node.disabled && node.tabIndex >= 0 && node.checkVisibility())";

/// What is held now; controls are numbered anew each time, since a live part may have been renewed in
/// between.
const HELD: &str = "((all) => {
    const held = document.activeElement;
    if (!held || held === document.body) { return null; }
    const style = getComputedStyle(held);
    const box = held.getBoundingClientRect();
    return {
        what: held.outerHTML.slice(0, 120),
        number: all.indexOf(held),
        outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
        inside: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    };
})";

impl Page {
    /// Goes through the page with Tab alone; fails where a control is left out or cannot be seen to be held.
    #[track_caller]
    pub(crate) fn tabs_through(&self) {
        let count = self.eval(&format!("{CONTROLS}.length")).as_u64().unwrap();
        let mut reached = Vec::new();
        // Boxes that scroll are stops of their own, so there may be more stops than controls.
        for _ in 0..count * 2 + 20 {
            self.press("Tab");
            let held = self.eval(&format!("{HELD}({CONTROLS})"));
            // After the last one it begins again.
            let number = held["number"].as_u64();
            if held.is_null() || number.is_some_and(|number| reached.contains(&number)) {
                break;
            }
            assert!(held["outlined"] == true, "{}: no outline: {held}", self.path());
            assert!(held["inside"] == true, "{}: out of sight: {held}", self.path());
            reached.extend(number);
        }
        let left: Vec<Value> = (0..count)
            .filter(|number| !reached.contains(number))
            .map(|number| self.eval(&format!("{CONTROLS}[{number}].outerHTML")))
            .collect();
        assert!(count > 0 && left.is_empty(), "{}: Tab never reaches {left:#?}", self.path());
        assert!(reached.is_sorted(), "{}: Tab jumps about: {reached:?}", self.path());
    }
}
