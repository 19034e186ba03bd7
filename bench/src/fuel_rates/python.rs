//! The same of Python inside the component, by what a bot does: the fuel of a millisecond was chosen for
//! these.

use std::path::Path;
use std::time::Duration;

use croupier_arena::Bot;
use croupier_arena::naming::Finder;
use croupier_arena::naming::files::Visibility;
use croupier_games::no_thanks::{NoThanks, NoThanksOptions};
use croupier_games::{Game, Seat};
use croupier_hosts::cell::{ResourceLimits, Sandbox};
use croupier_hosts::wasm::time_of;
use croupier_hosts::{Account, BotLog, BotSetting, CellKind, RemotePlayer, Runtimes, hello};
use croupier_record::{Ask, EntrantId, Instances, Notice, OwnTime, Player};

use super::{ROUNDS, SEED, time_limits};
use crate::clock;

/// A line for each kind of work: processor time over the time that its fuel stands for.
pub(super) fn measure() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let runtimes = Runtimes::new(Sandbox::Best).with_python_in(CellKind::Wasm);
    let finder = Finder {
        base: &root,
        sight: Visibility::default(),
        search: Vec::new(),
        entered: Vec::new(),
        runtimes: &runtimes,
        limits: ResourceLimits::default(),
        loading: Duration::from_secs(60),
    };
    let found =
        finder.find::<NoThanks>("bench/src/fuel_rates/workers.py").map_err(|error| error.to_string())?;
    for bot in &found {
        let Bot::Inside(inside) = &bot.bot else {
            return Err("it does not run inside the component".to_owned());
        };
        let hello = hello::<NoThanks>("bench", 2, &NoThanksOptions::default(), Instances::default())
            .map_err(|error| error.to_string())?;
        let log = BotLog::create(None).map_err(|error| error.to_string())?;
        let setting = BotSetting { hello, time_limits: time_limits(), log, account: Account::default() };
        let mut player = RemotePlayer::<NoThanks>::new(inside.seat(setting));
        println!("Python, {:34} {:8.2}", bot.name, rate(&mut player)?);
    }
    Ok(())
}

fn rate(player: &mut RemotePlayer<NoThanks>) -> Result<f64, String> {
    let game = NoThanks::deal(2, &NoThanksOptions::default(), SEED).map_err(|error| error.to_string())?;
    let view = game.view(Seat(0));
    let begin = Notice::Start {
        view,
        seed: SEED,
        game: 0,
        names: &["a", "b"],
        entrants: &[EntrantId(0), EntrantId(1)],
    };
    player.notice(&begin).map_err(|fault| fault.to_string())?;
    let mut rates = Vec::new();
    for number in 0..ROUNDS as u32 {
        let mut answer = Ok(());
        let took = clock::time(|| {
            answer = player.answer(Ask { number, view, refused: None, memory: None }).map(|_| ());
        });
        answer.map_err(|fault| fault.to_string())?;
        let Some(OwnTime::Fuel(fuel)) = player.own_time() else { return Err("it has no fuel".to_owned()) };
        rates.push(took.as_secs_f64() / time_of(fuel).as_secs_f64());
    }
    Ok(crate::median(rates))
}
