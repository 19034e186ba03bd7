//! `croupier bots [GAME]`: the players of the house, and which of them take a budget behind their
//! name.

use croupier_bots::{House, house};
use croupier_games::list;
use croupier_report::{Align, Columns};
use serde_json::json;

use crate::args::BotsArgs;
use crate::failure::Failure;
use crate::output::{say, say_json, say_line};

pub(crate) fn run(args: &BotsArgs) -> Result<(), Failure> {
    let games: Vec<&str> = match &args.game {
        Some(game) => vec![game],
        None => list::names(),
    };
    let mut players = Vec::new();
    for game in games {
        players.extend(house::players_of(game)?);
    }
    if args.json {
        let as_json = |p: &House| {
            let bot = format!("house:{}", p.name);
            json!({"game": p.game, "bot": bot, "about": p.about, "takes_budget": p.thinks})
        };
        say_json(format_args!("{:#}", json!(players.iter().map(as_json).collect::<Vec<_>>())));
        return Ok(());
    }
    let budget = |p: &House| if p.thinks { "@10ms" } else { "" };
    let row =
        |p: &House| vec![p.game.to_owned(), format!("house:{}{}", p.name, budget(p)), p.about.to_owned()];
    let columns = [("game", Align::Left), ("bot", Align::Left), ("how it plays", Align::Left)];
    say(Columns::new(&columns).table(&players.iter().map(row).collect::<Vec<_>>()));
    if players.iter().any(|player| player.thinks) {
        say_line("\nBehind @ stands a budget for a move: a time (10ms, 2s), or steps (5000).");
    }
    Ok(())
}
