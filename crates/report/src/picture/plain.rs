//! A position as its views are written, for games without a picture of their own: a line for each field, a
//! table where it holds a list of things.

use serde_json::{Map, Value};

use super::cards::Draw;
use super::{Picture, Scene, seats};
use crate::html::Text;

pub(super) fn draw(scene: &Scene<'_>) -> Picture {
    let mut out = String::new();
    seats::open("plain", scene, &mut out);
    for view in scene.views {
        let seat = view["seat"].as_u64().and_then(|seat| usize::try_from(seat).ok());
        if let Some(seat) = seat {
            out.add(format_args!("<h3>{}</h3>", Text(scene.name(seat))));
        }
        match view {
            Value::Object(fields) => table(fields, &mut out),
            other => value(other, &mut out),
        }
    }
    seats::close(&mut out);
    Picture { html: out, offers_all: scene.choices.is_empty(), turns_round: false }
}

/// An object as lines of names and values.
fn table(fields: &Map<String, Value>, out: &mut String) {
    out.push_str("<table><tbody>");
    for (key, inner) in fields {
        out.add(format_args!("<tr><th scope=\"row\">{}</th><td>", Text(&key.replace('_', " "))));
        value(inner, out);
        out.push_str("</td></tr>");
    }
    out.push_str("</tbody></table>");
}

fn value(value: &Value, out: &mut String) {
    match value {
        Value::Object(fields) => table(fields, out),
        Value::Array(items) => list(items, out),
        other => out.add(format_args!("{}", Text(&word(other)))),
    }
}

/// A list of things as a table of its own, one of plain values in one line.
fn list(items: &[Value], out: &mut String) {
    if items.iter().any(|item| item.is_object() || item.is_array()) {
        out.push_str("<table><tbody>");
        for (number, item) in items.iter().enumerate() {
            out.add(format_args!("<tr><th scope=\"row\">{number}</th><td>"));
            value(item, out);
            out.push_str("</td></tr>");
        }
        out.push_str("</tbody></table>");
    } else {
        let words: Vec<String> = items.iter().map(word).collect();
        out.add(format_args!("{}", Text(&words.join(", "))));
    }
}

fn word(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_lines_and_lists_of_things_are_tables() {
        let players = [serde_json::json!({"coins": 2}), serde_json::json!({"coins": 5})];
        let view = serde_json::json!({"seat": 1, "hand": [3, 7], "to_move": null, "players": players});
        let scene = Scene { views: &[view], names: &["Ada", "<Ben>"], choices: &[], turned: 0 };
        let html = draw(&scene).html;
        for piece in [
            "<h3>&lt;Ben&gt;</h3>",
            "<th scope=\"row\">hand</th><td>3, 7</td>",
            "<th scope=\"row\">to move</th><td>–</td>",
            "<th scope=\"row\">1</th><td><table><tbody><tr><th scope=\"row\">coins</th><td>5</td>",
        ] {
            assert!(html.contains(piece), "{piece} in {html}");
        }
    }
}
