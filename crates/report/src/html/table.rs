//! A table with headings that screen readers can follow, in a frame that scrolls where the screen is narrow.

use std::fmt::Write;

use super::drawing::picture;
use super::escape::Text;
use crate::sections::{Cell, Heading, ReportTable, Tint};

pub(super) fn table(out: &mut String, table: &ReportTable) {
    let caption = Text(&table.caption);
    let tinted = table.rows.iter().flatten().any(|cell| cell.tint.is_some());
    let class = if tinted { " class=\"heat\"" } else { "" };
    let _ = write!(
        out,
        "<div class=\"scroll\" role=\"region\" aria-label=\"{caption}\" tabindex=\"0\">\n\
         <table{class}>\n<caption>{caption}</caption>\n<thead><tr>"
    );
    table.headings.iter().for_each(|of| heading(out, of));
    *out += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        *out += "<tr>";
        for (at, of) in row.iter().enumerate() {
            let name = row.get(table.named_by).map_or("", |cell| cell.text.as_str());
            cell(out, of, at == table.named_by, name);
        }
        *out += "</tr>\n";
    }
    *out += "</tbody>\n</table>\n</div>\n";
}

fn heading(out: &mut String, heading: &Heading) {
    let class = if heading.numbers { " class=\"n\"" } else { "" };
    let _ = write!(out, "<th scope=\"col\"{class}{}>{}", title(&heading.meaning), Text(&heading.text));
    if let Some((from, to)) = &heading.axis {
        let _ =
            write!(out, "<span class=\"axis\"><span>{}</span> <span>{}</span></span>", Text(from), Text(to));
    }
    *out += "</th>";
}

fn cell(out: &mut String, cell: &Cell, names_row: bool, row: &str) {
    let mut classes: Vec<String> = Vec::new();
    if cell.number {
        classes.push("n".to_owned());
    }
    if let Some(Tint(tint)) = cell.tint {
        let side = if tint < 0 { "bad" } else { "good" };
        classes.push(format!("{side} t{}", tint.unsigned_abs().min(5)));
    }
    if cell.picture.is_some() {
        classes.push("drawn".to_owned());
    }
    let class = if classes.is_empty() { String::new() } else { format!(" class=\"{}\"", classes.join(" ")) };
    let (open, close) = if names_row { ("th scope=\"row\"", "th") } else { ("td", "td") };
    let _ = write!(out, "<{open}{class}{}>", title(&cell.meaning));
    match &cell.link {
        Some(link) => {
            let _ = write!(out, "<a href=\"#{}\">{}</a>", Text(link), Text(&cell.text));
        }
        None => {
            let _ = write!(out, "{}", Text(&cell.text));
        }
    }
    if let Some(drawn) = &cell.picture {
        picture(out, drawn, row);
    }
    let _ = write!(out, "</{close}>");
}

fn title(meaning: &str) -> String {
    if meaning.is_empty() { String::new() } else { format!(" title=\"{}\"", Text(meaning)) }
}
