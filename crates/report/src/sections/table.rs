//! A table before it is laid out.

use super::picture::Picture;

/// A table with a row per thing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReportTable {
    /// What it shows.
    pub caption: String,
    /// The headings of its columns.
    pub headings: Vec<Heading>,
    /// Its rows, as wide as the headings.
    pub rows: Vec<Vec<Cell>>,
    /// The column that names the row.
    pub named_by: usize,
}

/// The heading of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Its words.
    pub text: String,
    /// What they mean, where that needs a sentence.
    pub meaning: String,
    /// Whether numbers stand below it.
    pub numbers: bool,
    /// Where a scale that is drawn below it begins and ends.
    pub axis: Option<(String, String)>,
}

/// How strongly a cell is tinted, and to which side: from −5, worst, to 5, best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tint(pub i8);

/// What stands in a place of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cell {
    /// Its words.
    pub text: String,
    /// More words, for whoever asks.
    pub meaning: String,
    /// Where in the page it leads.
    pub link: Option<String>,
    /// What is drawn in it.
    pub picture: Option<Picture>,
    /// The colour behind it, where it means something.
    pub tint: Option<Tint>,
    /// Whether it is a number.
    pub number: bool,
}

impl Tint {
    /// The tint of a value, where `good` is better the higher and `largest` is the farthest from 0. Roots are
    /// taken, so that one very bad bot does not make all others look alike.
    pub(crate) fn of(good: f64, largest: f64) -> Self {
        if largest <= 0.0 {
            return Self(0);
        }
        let depth = ((good.abs() / largest).sqrt() * 5.0).round() as i8;
        Self(if good < 0.0 { -depth } else { depth })
    }
}

impl Heading {
    /// A heading above words.
    pub(crate) fn words(text: &str) -> Self {
        Self { text: text.to_owned(), meaning: String::new(), numbers: false, axis: None }
    }

    /// A heading above numbers.
    pub(crate) fn numbers(text: &str, meaning: &str) -> Self {
        Self { text: text.to_owned(), meaning: meaning.to_owned(), numbers: true, axis: None }
    }
}

impl Cell {
    /// Words.
    pub(crate) fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A number.
    pub(crate) fn number(text: impl Into<String>) -> Self {
        Self { text: text.into(), number: true, ..Self::default() }
    }

    /// A picture.
    pub(crate) fn picture(picture: Picture) -> Self {
        Self { picture: Some(picture), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tints_reach_from_worst_to_best_and_keep_small_differences_visible() {
        let tints = [-48.0, -2.0, 0.0, 8.0, 48.0].map(|good| Tint::of(good, 48.0).0);
        assert_eq!(tints, [-5, -1, 0, 2, 5]);
        assert_eq!(Tint::of(0.0, 0.0), Tint(0));
    }
}
