//! A position as its views are written, for games without a picture of their own.

use serde_json::Value;

use super::cards::Draw;
use super::{Picture, Scene, seats};
use crate::html::Text;

pub(super) fn draw(scene: &Scene<'_>) -> Picture {
    let mut out = String::new();
    seats::open("plain", scene, &mut out);
    for view in scene.views {
        out.push_str("<table><tbody>");
        match view {
            Value::Object(fields) => {
                fields.iter().for_each(|(key, value)| row(key, &value.to_string(), &mut out));
            }
            other => row("view", &other.to_string(), &mut out),
        }
        out.push_str("</tbody></table>");
    }
    seats::close(&mut out);
    Picture { html: out, offers_all: scene.choices.is_empty(), turns_round: false }
}

fn row(key: &str, value: &str, out: &mut String) {
    out.add(format_args!("<tr><th scope=\"row\">{}</th><td>{}</td></tr>", Text(key), Text(value)));
}
