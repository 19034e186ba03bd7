//! A round of Jujitsu with four cards: what the best answer to a player wins of it.

use std::collections::HashMap;

use croupier_bots::exact::{Goal, Ranking, Strategy, Tree};
use croupier_games::jujitsu::{Bid, Jujitsu, JujitsuOptions};
use croupier_games::{Game, Seat, Seed, Turn, View};

use super::{Asked, player, strongest};

/// So often a player is asked in each view; its chances are the shares of its bids.
const ASKED: u64 = 24;

/// Points won, less the other's.
struct Points;

impl Goal<Jujitsu> for Points {
    fn is_over(&self, game: &Jujitsu) -> bool {
        game.turn() == Turn::Over
    }

    fn worth(&self, game: &Jujitsu, seat: Seat) -> f64 {
        game.figures(seat)[1].unwrap()
    }
}

/// Every order of four victory cards, once.
fn deals() -> Vec<Jujitsu> {
    let options = JujitsuOptions { rounds: vec![4] };
    let mut deals: HashMap<Vec<u8>, Jujitsu> = HashMap::new();
    for seed in 0..2000 {
        let deal = Jujitsu::deal(2, &options, Seed::plain(seed)).unwrap();
        deals.entry(order(&deal)).or_insert(deal);
    }
    let mut deals: Vec<_> = deals.into_iter().collect();
    deals.sort_by(|one, other| one.0.cmp(&other.0));
    assert_eq!(deals.len(), 24);
    deals.into_iter().map(|(_, deal)| deal).collect()
}

/// The order in which the victory cards of a round come.
fn order(deal: &Jujitsu) -> Vec<u8> {
    let (mut game, mut cards) = (deal.clone(), Vec::new());
    while let Some(card) = game.view(Seat(0)).victory_card() {
        cards.push(card);
        for seat in [Seat(0), Seat(1)] {
            let mut legal = Vec::new();
            game.legal(seat, &mut legal);
            game.play(seat, legal[0]).unwrap();
        }
    }
    cards
}

/// Bids by view.
type Bids = HashMap<Vec<u8>, Vec<Bid>>;

/// How seat 0 bids where it bids like this; seat 1 bids anything.
fn strategy_of(tree: &Tree<Bid>, bids: &Bids) -> Strategy {
    tree.strategy(|known, bid| {
        let known = &tree.known[known];
        let asked = bids.get(&known.view);
        asked.map_or(1.0, |asked| asked.iter().filter(|&&asked| asked == known.moves[bid]).count() as f64)
    })
}

/// Asks a player in every view that seat 0 can have.
fn ask_everywhere(game: &Jujitsu, mind: &mut Asked<Jujitsu>, bids: &mut Bids) {
    let Some(seat) = game.turn().next() else { return };
    let (view, mut bytes, mut legal) = (game.view(seat), Vec::new(), Vec::new());
    view.bytes(&mut bytes);
    view.legal(&mut legal);
    // A last card needs no asking.
    let times = if legal.len() == 1 { 1 } else { ASKED };
    if seat == Seat(0) {
        bids.entry(bytes).or_insert_with(|| {
            let mind = mind.anew();
            (0..times).map(|luck| mind.choose_with(view, luck)).collect()
        });
    }
    for bid in legal {
        let mut after = game.clone();
        after.play(seat, bid).unwrap();
        ask_everywhere(&after, mind, bids);
    }
}

#[test]
fn the_flagship_loses_little_to_an_equilibrium_and_less_to_its_best_answer_than_draw_card_does() {
    let deals = deals();
    let (points, matches) = (Tree::new(&deals, &Points), Tree::new(&deals, &Ranking));
    let perfect = points.equilibrium(200);
    let measured = |name: &str, mind: &mut Asked<Jujitsu>| {
        let mut bids = Bids::new();
        deals.iter().for_each(|deal| ask_everywhere(deal, mind, &mut bids));
        let own = [&points, &matches].map(|tree| strategy_of(tree, &bids));
        let lost = -points.value(&own[0], &perfect);
        let answers = [points.best_answer(Seat(1), &own[0]), matches.best_answer(Seat(1), &own[1])];
        println!(
            "Jujitsu, four cards, {name}: loses {lost:.3} points to an equilibrium; a best answer wins {:.3} \
             points and {:.3} matches of it",
            answers[0], answers[1]
        );
        (lost, answers[0])
    };
    let draw_card = measured("draw-card", &mut player("draw-card"));
    let advanced = measured("advanced", &mut player("advanced"));
    let flagship = measured("flagship", &mut strongest(1000));
    assert!(points.exploitability(&perfect) < 0.01);
    assert!(advanced.0 < 0.05 && advanced.1 < draw_card.1 / 4.0, "{advanced:?}");
    assert!(flagship.0 < 0.15 && flagship.1 < draw_card.1 / 2.0, "{flagship:?}");
}
