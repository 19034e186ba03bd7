//! Text in columns: the one way tables are laid out here.
//!
//! Cells are padded with spaces and kept apart by two, so that people can read them and programs can split
//! them.

/// On which side a column's cells are flush.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// The columns of a table: headings, sides and widths.
#[derive(Debug, Clone)]
pub struct Columns {
    headings: Vec<Vec<String>>,
    align: Vec<Align>,
    widths: Vec<usize>,
}

const GAP: usize = 2;

impl Columns {
    /// Columns as wide as their headings, each on one line.
    #[must_use]
    pub fn new(headings: &[(&str, Align)]) -> Self {
        let lines = headings.iter().map(|(heading, _)| vec![(*heading).to_owned()]).collect();
        Self::with(lines, headings)
    }

    /// As `new`, with headings of several words on two lines.
    #[must_use]
    pub fn narrow(headings: &[(&str, Align)]) -> Self {
        let lines = headings.iter().map(|(heading, _)| in_two(heading)).collect();
        Self::with(lines, headings)
    }

    fn with(lines: Vec<Vec<String>>, headings: &[(&str, Align)]) -> Self {
        let widths = lines.iter().map(|lines| lines.iter().map(|l| width(l)).max().unwrap_or(0)).collect();
        Self { headings: lines, align: headings.iter().map(|(_, align)| *align).collect(), widths }
    }

    /// Widens a column to hold at least this many characters.
    pub fn at_least(&mut self, column: usize, characters: usize) {
        self.widths[column] = self.widths[column].max(characters);
    }

    /// Widens the columns to hold these cells.
    pub fn fit(&mut self, rows: &[Vec<String>]) {
        for row in rows {
            for (column, cell) in row.iter().enumerate() {
                self.at_least(column, width(cell));
            }
        }
    }

    /// How many columns, from the left, fit into a line of this many characters; at least one.
    #[must_use]
    pub fn that_fit(&self, characters: usize) -> usize {
        let mut used = 0;
        let fitting = self.widths.iter().take_while(|width| {
            used += **width + if used == 0 { 0 } else { GAP };
            used <= characters
        });
        fitting.count().max(1)
    }

    /// By how many characters all columns together are wider than a line.
    pub(crate) fn excess(&self, characters: usize) -> usize {
        let all = self.widths.iter().sum::<usize>() + GAP * self.widths.len().saturating_sub(1);
        all.saturating_sub(characters)
    }

    /// The headings, each line ended by a newline.
    #[must_use]
    pub fn heading(&self) -> String {
        let height = self.headings.iter().map(Vec::len).max().unwrap_or(0);
        let mut out = String::new();
        for line in 0..height {
            let cells: Vec<String> = self
                .headings
                .iter()
                // Short headings stand on the last line, right above their column.
                .map(|lines| (line + lines.len()).checked_sub(height).and_then(|at| lines.get(at)).cloned())
                .map(Option::unwrap_or_default)
                .collect();
            out += &self.row(&cells);
        }
        out
    }

    /// One row, ended by a newline; a last cell may be longer than its column.
    #[must_use]
    pub fn row(&self, cells: &[String]) -> String {
        let mut out = String::new();
        for (column, cell) in cells.iter().enumerate() {
            let room = self.widths.get(column).copied().unwrap_or(0).saturating_sub(width(cell));
            if column > 0 {
                out.push_str("  ");
            }
            match self.align.get(column) {
                Some(Align::Right) => out += &format!("{}{cell}", " ".repeat(room)),
                _ => out += &format!("{cell}{}", " ".repeat(room)),
            }
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    }

    /// The headings and all rows, with columns as wide as they need.
    #[must_use]
    pub fn table(mut self, rows: &[Vec<String>]) -> String {
        self.fit(rows);
        self.heading() + &rows.iter().map(|row| self.row(row)).collect::<String>()
    }
}

/// The heading on one or two lines, as even as its words allow.
fn in_two(heading: &str) -> Vec<String> {
    let cuts = heading.match_indices(' ').map(|(at, _)| at);
    let Some(cut) = cuts.min_by_key(|&at| at.max(heading.len() - at)) else {
        return vec![heading.to_owned()];
    };
    vec![heading[..cut].to_owned(), heading[cut + 1..].to_owned()]
}

/// A name in at most so many characters: a long one is cut in the middle, since bots of one author begin
/// alike and versions of one bot end differently.
pub(crate) fn cut(name: &str, characters: usize) -> String {
    let length = width(name);
    if length <= characters || characters == 0 {
        return name.to_owned();
    }
    let end = (characters - 1) / 2;
    let start = characters - 1 - end;
    name.chars().take(start).chain(['…']).chain(name.chars().skip(length - end)).collect()
}

fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_two_words_take_two_lines_and_no_more_room_than_they_need() {
        let columns = Columns::narrow(&[("bot", Align::Left), ("games won", Align::Right)]);
        let table = columns.table(&[vec!["house:greedy".into(), "0.71".into()]]);
        assert_eq!(table, "              games\nbot             won\nhouse:greedy   0.71\n");
    }

    #[test]
    fn a_long_name_keeps_its_beginning_and_its_end() {
        assert_eq!(cut("minimax_with_pruning_v2", 12), "minima…ng_v2");
        assert_eq!(cut("minimax_with_pruning_v2", 12).chars().count(), 12);
        assert_eq!((cut("short", 5), cut("äöüßéè", 3)), ("short".to_owned(), "ä…è".to_owned()));
    }

    #[test]
    fn columns_that_do_not_fit_are_counted_off() {
        let mut columns =
            Columns::new(&[("bot", Align::Left), ("games", Align::Right), ("mean", Align::Right)]);
        columns.at_least(0, 12);
        assert_eq!((columns.that_fit(80), columns.that_fit(20), columns.that_fit(3)), (3, 2, 1));
    }
}
