//! Tables for spreadsheets: comma-separated, with nothing in them that a spreadsheet would run.

/// A table that is being written.
#[derive(Debug, Default)]
pub(super) struct Csv(String);

impl Csv {
    /// A table with this head.
    pub(super) fn new(head: &[&str]) -> Self {
        let mut csv = Self::default();
        csv.row(head.iter().map(|cell| (*cell).to_owned()));
        csv
    }

    /// One more row.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().map(|cell| cell_of(&cell)).collect();
        self.0 += &cells.join(",");
        self.0 += "\r\n";
    }

    /// The whole table.
    pub(super) fn done(self) -> String {
        self.0
    }
}

/// A cell; one that a spreadsheet would take for a formula is told from it by a mark.
fn cell_of(text: &str) -> String {
    let number = text.parse::<f64>().is_ok();
    let formula = !number && text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_a_table_or_become_formulas() {
        let mut csv = Csv::new(&["name", "rating"]);
        csv.row(["=cmd(\"x\"),1".to_owned(), "-3.5".to_owned()]);
        assert_eq!(csv.done(), "name,rating\r\n\"'=cmd(\"\"x\"\"),1\",-3.5\r\n");
    }
}
