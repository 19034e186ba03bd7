//! What a contest asks of its players, in words: how many sit at a table, times, languages, options
//! and limits.

use croupier_arena::plan::Limits;

use super::calendar;
use crate::store::contests::Contest;
use crate::uploads::at_home;
use crate::uploads::kind::title_of;

/// A line each.
pub(in crate::pages) fn of(contest: &Contest) -> Vec<String> {
    let mut lines = vec![format!("{} at a table", contest.seats)];
    if let Some(opens) = contest.opens {
        lines.push(format!("opens {}", calendar::shown(opens)));
    }
    if let Some(closes) = contest.closes {
        lines.push(format!("closes {}", calendar::shown(closes)));
    }
    if !contest.languages.is_empty() {
        let languages: Vec<&str> = contest.languages.split(',').map(title_of).collect();
        lines.push(format!("takes {}", languages.join(", ")));
    }
    if let Some(options) = at_home::options(contest) {
        lines.push(format!("options {options}"));
    }
    lines.extend(limits(contest));
    lines
}

/// What a bot may use.
fn limits(contest: &Contest) -> Vec<String> {
    let Ok(limits) = serde_json::from_str::<Limits>(&contest.limits) else { return Vec::new() };
    let mut lines = vec![
        format!("{} ms for a move", limits.per_move(&contest.game).as_millis()),
        format!("{} MB of memory", limits.memory_mb),
    ];
    if let Some(game) = limits.match_ms {
        lines.insert(1, format!("{game} ms for a game"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contest_tells_what_it_asks() {
        let contest = Contest {
            id: 1,
            name: "autumn".into(),
            title: "Autumn".into(),
            game: "hearts".into(),
            seats: 4,
            options: "{\"target\": 50}".into(),
            limits: "{\"move_ms\": 200}".into(),
            languages: "haskell,url".into(),
            opens: None,
            closes: Some(1_794_787_200_000),
            paused: false,
            games_a_minute: 60,
        };
        assert_eq!(
            of(&contest),
            [
                "4 at a table",
                "closes 2026-11-16 00:00 UTC",
                "takes Haskell, bots behind urls",
                "options {\"target\":50}",
                "200 ms for a move",
                "512 MB of memory"
            ]
        );
    }
}
