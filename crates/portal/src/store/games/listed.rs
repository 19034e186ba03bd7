//! Games as lists and pages show them, read in one row: handing rows over from the database's
//! thread costs more than finding them.
//!
//! A list comes as one text, games apart by an empty line: a line of the game's own numbers, then a
//! line for each seat. Names are not in it; the ladders know them.

use crate::store::games::{GameRow, SeatNote, SeatRow, Wanted};
use crate::store::{Store, StoreError, Stored, sql};

/// What of a game stands in a list.
const LINES: &str =
    "g.id || ' ' || g.contest || ' ' || g.ended || ' ' || g.took || ' ' || g.faults || '\n' || g.seats";

/// The newest games that are wanted, the newest first.
pub async fn list(store: &Store, wanted: Wanted) -> Stored<Vec<GameRow>> {
    let faulty = if wanted.faulty { "AND g.faults > 0" } else { "" };
    let (from, whose) = match (wanted.entry, wanted.contest) {
        (Some(entry), _) => (
            format!(
                "seats s JOIN games g ON g.id = s.game WHERE s.entry = $1 AND s.game < $2 {faulty} \
                 ORDER BY s.game"
            ),
            entry,
        ),
        (None, Some(contest)) => {
            (format!("games g WHERE g.contest = $1 AND g.id < $2 {faulty} ORDER BY g.id"), contest)
        }
        (None, None) => (format!("games g WHERE $1 = 0 AND g.id < $2 {faulty} ORDER BY g.id"), 0),
    };
    let sql = format!(
        "SELECT string_agg({LINES}, '\n\n' ORDER BY g.id DESC) FROM (SELECT g.* FROM {from} DESC \
         LIMIT $3) AS g"
    );
    let (text,): (Option<String>,) = sql::query_as(sqlx::AssertSqlSafe(sql))
        .bind(whose)
        .bind(wanted.before.unwrap_or(i64::MAX))
        .bind(wanted.most)
        .fetch_one(store.read())
        .await?;
    text.iter().flat_map(|text| text.split("\n\n")).map(read).collect()
}

/// The game of this number.
pub async fn get(store: &Store, id: i64) -> Stored<Option<GameRow>> {
    let sql = sqlx::AssertSqlSafe(format!("SELECT {LINES} FROM games g WHERE g.id = $1"));
    let row: Option<(String,)> = sql::query_as(sql).bind(id).fetch_optional(store.read()).await?;
    row.map(|(text,)| read(&text)).transpose()
}

/// The game of this number, with its record.
pub async fn with_record(store: &Store, id: i64) -> Stored<Option<(GameRow, Vec<u8>)>> {
    let sql =
        format!("SELECT {LINES}, r.record FROM games g JOIN records r ON r.game = g.id WHERE g.id = $1");
    let row: Option<(String, Vec<u8>)> =
        sql::query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(store.read()).await?;
    row.map(|(text, record)| Ok((read(&text)?, record))).transpose()
}

/// The seats of a game that ended, as its row keeps them.
pub(super) fn written(seats: &[SeatRow]) -> String {
    let line = |seat: &SeatRow| {
        let fault = seat.fault.as_deref().unwrap_or_default().replace('\n', " ");
        format!("{} {} {} {} {fault}", seat.entry, seat.place, seat.score, seat.faults)
    };
    seats.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Who sat in a game, by its lines.
pub(super) fn entries(seats: &str) -> Vec<i64> {
    seats
        .lines()
        .map(|line| line.split(' ').next().and_then(|entry| entry.parse().ok()).unwrap_or(0))
        .collect()
}

fn read(text: &str) -> Stored<GameRow> {
    let unreadable = || StoreError::Unreadable(format!("a game is stored as {text:?}"));
    let mut lines = text.lines();
    let numbers: Result<Vec<i64>, _> = lines.next().unwrap_or_default().split(' ').map(str::parse).collect();
    let Ok([id, contest, ended, took, faults]) = numbers.as_deref() else { return Err(unreadable()) };
    let seats: Option<Vec<SeatNote>> = lines.map(seat).collect();
    Ok(GameRow {
        id: *id,
        contest: *contest,
        ended: *ended,
        took: *took,
        faults: *faults,
        seats: seats.ok_or_else(unreadable)?,
    })
}

fn seat(line: &str) -> Option<SeatNote> {
    let mut words = line.splitn(5, ' ');
    let mut word = || words.next();
    Some(SeatNote {
        entry: word()?.parse().ok()?,
        place: word()?.parse().ok()?,
        score: word()?.parse().ok()?,
        faults: word()?.parse().ok()?,
        fault: word().filter(|fault| !fault.is_empty()).map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_come_back_as_they_were_written_faults_and_fractions_included() {
        let row = |score: f64, fault: Option<&str>| SeatRow {
            entry: 7,
            upload: None,
            place: 2,
            score,
            figures: "[]".into(),
            faults: i64::from(fault.is_some()),
            fault: fault.map(str::to_owned),
            log: String::new(),
        };
        let seats = [row(-0.1, None), row(1.0 / 3.0, Some("played ♠Q: \"no such card\"\nin hand"))];
        let game = read(&format!("5 1 1700000000000 12 1\n{}", written(&seats))).unwrap();
        assert_eq!((game.id, game.contest, game.took, game.faults), (5, 1, 12, 1));
        assert_eq!(game.seats.iter().map(|seat| seat.score).collect::<Vec<_>>(), [-0.1, 1.0 / 3.0]);
        assert_eq!(game.seats[0].fault, None);
        assert_eq!(game.seats[1].fault.as_deref(), Some("played ♠Q: \"no such card\" in hand"));
    }

    #[test]
    fn a_row_that_makes_no_sense_is_said_to() {
        for text in ["", "1 2 3", "1 2 3 4 five", "1 2 3 4 5\n1 2"] {
            assert!(matches!(read(text), Err(StoreError::Unreadable(_))), "{text:?}");
        }
    }
}
