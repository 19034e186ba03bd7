//! The games whose views are offered to processes as compact frames beside JSON: an optional list. What a
//! frame holds is the game's own business.

const COMPACT: &[&str] = &["hearts", "jujitsu", "last-card", "no-thanks", "score-four"];

/// Whether views of this game are offered as compact frames.
#[must_use]
pub fn has_compact_frames(game: &str) -> bool {
    COMPACT.contains(&game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_of_a_game() {
        assert!(COMPACT.iter().all(|game| croupier_games::list::about(game).is_ok()));
    }
}
