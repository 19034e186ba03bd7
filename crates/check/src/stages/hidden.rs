//! Does it look only at what it is shown?
//!
//! Three new instances are asked the same questions. The first two sit at the same tables; should they
//! differ, the bot uses luck of its own and nothing can be said. The third sits where everything hidden is
//! another: should it differ, the bot knows something it was not shown.

use croupier_games::{Chance, Game};
use croupier_record::{Ask, Notice};

use super::luck::HIDDEN;
use crate::first_misstep::view_of;
use crate::run::Run;
use crate::stage::{Failing, Verdict};
use crate::stage_table::entrants;
use crate::start_position::{StartPosition, any};
use crate::subject::Trouble;

/// So many questions.
const QUESTIONS: u64 = 24;

const NAME: &str = "looks only at what it is shown";
const RANDOM: &str = "random: it answers the same question differently";

pub(crate) fn run<G: Game>(run: &mut Run<'_, G>) -> Result<(), Trouble> {
    run.stage(NAME, |run| {
        if !G::ABOUT.hidden {
            return Ok((Verdict::NotChecked, format!("nothing is hidden in {}", G::ABOUT.title)));
        }
        let mut here = questions(run);
        // A bot that thinks long is asked what all five instances have the time to answer.
        let first = answers(run, &here, 5)?;
        here.truncate(first.len());
        let elsewhere: Vec<_> = here.iter().enumerate().map(|(number, one)| imagined(one, number)).collect();
        let second = answers(run, &here, 4)?;
        if !agree(&first, &second) {
            return Ok((Verdict::NotChecked, RANDOM.to_owned()));
        }
        let third = answers(run, &elsewhere, 3)?;
        let asked = second.len().min(third.len());
        if asked == 0 {
            return Ok((Verdict::NotChecked, "there was no time to ask three times".to_owned()));
        }
        let Some(differs) = (0..asked).find(|&at| first[at] != third[at]) else {
            return Ok((Verdict::Passed, format!("{asked} questions")));
        };
        // Once more at the first tables: luck may have been the same twice by chance.
        for instances in [2, 1] {
            let again = answers(run, &here, instances)?;
            if !agree(&first, &again) {
                return Ok((Verdict::NotChecked, RANDOM.to_owned()));
            }
            if again.len() <= differs {
                return Ok((Verdict::NotChecked, "there was no time to ask once more".to_owned()));
            }
        }
        let [told, other] = [&first[differs], &third[differs]].map(|answer| in_words::<G>(answer));
        let what = format!("answered {told}, and {other} where only what it cannot see was different");
        let position = &here[differs];
        let view = view_of(&position.start, position.seat);
        Ok((Verdict::Failed(Box::new(Failing { what, view, ..Failing::default() })), String::new()))
    })
}

/// Positions in which the bot is asked: the first of a game for a bot that cannot join one later.
fn questions<G: Game>(run: &Run<'_, G>) -> Vec<StartPosition<G>> {
    let seats = G::ABOUT.seats[G::ABOUT.seats.len() - 1];
    let joins = run.can_join();
    let seed = run.setting.seed.child(HIDDEN);
    let question = |number| {
        let mut chance = Chance::new(seed.child(number));
        let mut turns = if joins { chance.below(8) } else { 0 };
        let position = StartPosition::<G>::dealt(seats, run.setting.options, seed, number)?;
        position.played_until(any::<G>, &mut chance, |_, _| {
            turns = turns.wrapping_sub(1);
            turns == usize::MAX
        })
    };
    (0..QUESTIONS).filter_map(question).collect()
}

/// The same question in another world.
fn imagined<G: Game>(position: &StartPosition<G>, number: usize) -> StartPosition<G> {
    let mut chance = Chance::new(position.luck.deal().child(HIDDEN + number as u64));
    StartPosition { start: G::imagine(position.start.view(position.seat), &mut chance), ..position.clone() }
}

/// Whether two instances answered alike, as far as both were asked.
fn agree<M: PartialEq>(one: &[Option<M>], other: &[Option<M>]) -> bool {
    one.iter().zip(other).all(|(one, other)| one == other)
}

/// What a new instance answers to each, `None` where it gives no move, whatever the reason; so far as it
/// comes in the time that it shares with the rest of so many instances.
fn answers<G: Game>(
    run: &Run<'_, G>,
    questions: &[StartPosition<G>],
    instances: u64,
) -> Result<Vec<Option<G::Move>>, Trouble> {
    let deadline = run.deadline.share(instances);
    let seats = G::ABOUT.seats[G::ABOUT.seats.len() - 1];
    let mut player = run.subject.seat(seats)?;
    let names = vec![run.subject.name.as_str(); seats];
    let mut answer = |position: &StartPosition<G>| {
        let StartPosition { start, seat, luck, number, .. } = position;
        let (view, luck) = (start.view(*seat), luck.outside(*seat));
        let entrants = entrants(seats, *seat);
        let start = Notice::Start { view, seed: luck, game: *number, names: &names, entrants: &entrants };
        player.notice(&start).ok()?;
        let asked = Ask { number: *number as u32, view, refused: None, memory: None };
        player.answer(asked).ok().map(|answer| answer.mv)
    };
    Ok(questions.iter().take_while(|_| !deadline.is_past()).map(&mut answer).collect())
}

fn in_words<G: Game>(answer: &Option<G::Move>) -> String {
    answer.as_ref().and_then(|mv| serde_json::to_string(mv).ok()).unwrap_or_else(|| "nothing".to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::time::Duration;

    use croupier_games::hearts::{Hearts, HeartsCard, HeartsOptions};
    use croupier_games::{Seed, View};
    use croupier_record::{Answer, Fault, Player};

    use super::*;
    use crate::run::{Report, Setting, check};
    use crate::subject::Subject;

    /// A double: its luck is a seed that nobody gave it.
    struct Knowing {
        luck: Seed,
        answer: Option<(u32, HeartsCard)>,
    }

    impl Player<Hearts> for Knowing {
        fn ask(&mut self, ask: Ask<'_, Hearts>) -> Result<(), Box<Fault>> {
            let mut chance = Chance::new(self.luck.child(u64::from(ask.number)));
            self.answer = Some((ask.number, ask.view.any(&mut chance)));
            Ok(())
        }

        fn reply(&mut self) -> Result<Answer<HeartsCard>, Box<Fault>> {
            let (number, mv) = self.answer.take().expect("it was asked");
            Ok(Answer { number, mv, memory: None })
        }

        fn notice(&mut self, _: &Notice<'_, Hearts>) -> Result<(), Box<Fault>> {
            Ok(())
        }
    }

    /// A check of a bot whose instances have this luck, each by its number.
    fn checked(luck: impl Fn(u64) -> u64) -> Report {
        let made = AtomicU64::new(0);
        let subject = Subject::<Hearts>::new("double", |_| {
            let luck = Seed::plain(luck(made.fetch_add(1, Ordering::Relaxed)));
            Ok(Box::new(Knowing { luck, answer: None }))
        });
        let setting = Setting {
            options: &HeartsOptions { target: 1 },
            amount: crate::Amount::Games(1),
            seed: Seed::plain(3),
            out: None,
            per_move: Duration::from_secs(1),
            stop: &AtomicBool::new(false),
            now: &std::time::Instant::now,
        };
        check(&subject, &setting, &mut |_| {}).unwrap()
    }

    fn stage(report: &Report) -> &crate::Stage {
        report.stages.iter().find(|stage| stage.name == NAME).unwrap()
    }

    /// How many instances are made before this stage: known from a first run, so that no stage has to be
    /// counted here.
    fn made_before() -> u64 {
        let made = AtomicU64::new(0);
        let report = checked(|number| {
            made.store(number, Ordering::Relaxed);
            0
        });
        assert!(matches!(stage(&report).verdict, Verdict::Passed));
        // Three instances are asked here, and four sit at the marked table after them.
        made.load(Ordering::Relaxed) + 1 - 4 - 3
    }

    #[test]
    fn a_bot_that_answers_differently_where_only_the_hidden_differs_fails() {
        let before = made_before();
        let report = checked(|number| u64::from(number == before + 2));
        let Verdict::Failed(failing) = &stage(&report).verdict else { panic!("{:?}", stage(&report)) };
        assert!(failing.what.contains("where only what it cannot see was different"), "{}", failing.what);
        assert!(failing.view.as_ref().unwrap()["hand"].is_array());
        assert!(!report.is_sound());
    }

    #[test]
    fn a_bot_with_luck_of_its_own_is_not_checked_for_it() {
        let report = checked(|number| number);
        assert!(matches!(stage(&report).verdict, Verdict::NotChecked), "{:?}", stage(&report));
        assert!(stage(&report).detail.starts_with("random"));
        assert!(report.is_sound());
    }
}
