//! Pictures as plain values: what is drawn, not how.

/// Something drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Picture {
    /// A mean and its interval on a scale that all rows share.
    Interval(Interval),
    /// Bars side by side.
    Bars(Bars),
}

/// A mean with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lowest value that the data allow.
    pub low: f64,
    /// What the data say.
    pub mean: f64,
    /// The highest value that the data allow.
    pub high: f64,
    /// Where the scale begins and ends.
    pub scale: (f64, f64),
}

/// Counts as bars.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// How much falls into each bar, from the left.
    pub counts: Vec<u64>,
    /// Where the first bar begins.
    pub from: f64,
    /// How much a bar is wide.
    pub width: f64,
    /// The share of all that the height of the picture stands for; the same for all pictures of a gallery.
    pub tallest: f64,
    /// A value to mark, such as the mean.
    pub mark: Option<f64>,
    /// What the values are.
    pub unit: &'static str,
}

impl Bars {
    /// How many were counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}
