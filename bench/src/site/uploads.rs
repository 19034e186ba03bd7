//! A rush: every student of a class uploads once within a minute, while games are played. All must be taken,
//! and be checked in the order in which they came.
//!
//! `croupier-bench uploads [STUDENTS [SECONDS]]`

use std::time::{Duration, Instant};

use croupier_portal::store::bench_data;
use croupier_portal::store::uploads::State;

use super::running::{Running, WORKERS};
use super::sending::{contests, ended, python_bot, send};
use super::{Failed, number, words};

/// Sends the uploads, and prints what became of them.
pub(super) fn measure(args: &[String]) -> Result<(), Failed> {
    let (students, seconds) = (number(args, 0, 200)?, number(args, 1, 60)?);
    let room = crate::room()?;
    let runtime = tokio::runtime::Runtime::new().map_err(words)?;
    let store = runtime.block_on(contests(room.path(), &[("no-thanks", 5)], true))?;
    let tokens = runtime.block_on(bench_data::class(&store, students)).map_err(words)?;
    let site = Running::start(room.path(), false)?;
    let address = site.address;
    let begun = Instant::now();
    let sending = async {
        let mut answers = Vec::with_capacity(students);
        for (at, token) in tokens.into_iter().enumerate() {
            let due = begun + Duration::from_secs_f64((seconds * at) as f64 / students as f64);
            answers.push(tokio::spawn(async move {
                tokio::time::sleep_until(due.into()).await;
                let asked = Instant::now();
                let id = send(address, &token, "no-thanks", "plain.py", &python_bot(at)).await?;
                Ok::<_, Failed>((id, asked.elapsed()))
            }));
        }
        let mut taken = Vec::with_capacity(students);
        for answer in answers {
            match answer.await.map_err(words)? {
                Ok(sent) => taken.push(sent),
                Err(why) => eprintln!("{why}"),
            }
        }
        Ok::<_, Failed>(taken)
    };
    let taken = runtime.block_on(sending)?;
    let sent = begun.elapsed();
    let slowest = taken.iter().map(|(_, took)| took.as_secs_f64() * 1e3).fold(0.0, f64::max);
    println!("| what | figure |");
    println!("| --- | --- |");
    println!("| uploads sent within {:.0} s | {students} |", sent.as_secs_f64());
    println!("| accepted | {} |", taken.len());
    println!("| slowest answer to an upload | {slowest:.0} ms |");
    let mut checked = Vec::with_capacity(taken.len());
    for (at, &(id, _)) in taken.iter().enumerate() {
        let upload = runtime.block_on(ended(&store, id))?;
        checked.push((upload.ended.unwrap_or_default(), id, upload.state));
        eprint!("\r{} of {} checks have ended", at + 1, taken.len());
    }
    eprintln!();
    let all = begun.elapsed();
    runtime.block_on(store.close());
    site.stop()?;
    let passed = checked.iter().filter(|(_, _, state)| *state == State::Passed).count();
    println!("| passed their check | {passed} |");
    println!("| furthest out of turn, with {WORKERS} workers | {} places |", out_of_turn(&mut checked));
    println!("| first upload to the end of the last check | {:.0} s |", all.as_secs_f64());
    Ok(())
}

/// By how many places the end of a check was away from the place in which its upload came, at most.
fn out_of_turn(checked: &mut [(i64, i64, State)]) -> usize {
    checked.sort_unstable_by_key(|&(ended, id, _)| (ended, id));
    let mut came: Vec<i64> = checked.iter().map(|&(_, id, _)| id).collect();
    came.sort_unstable();
    let places = checked
        .iter()
        .enumerate()
        .filter_map(|(at, (_, id, _))| Some(came.binary_search(id).ok()?.abs_diff(at)));
    places.max().unwrap_or(0)
}
