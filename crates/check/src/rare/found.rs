//! What is rare in a game that has no list of its own: positions that any game may have, looked for in games
//! of random players. What those meet often needs no search, and what they never meet is not asked for.

use std::marker::PhantomData;

use croupier_games::{Chance, Game, Seat, Seats, Seed, Turn};

use super::{Rare, forced};

/// So many games are looked through at each size of table.
const GAMES: u64 = 100;
/// One position in so many, or fewer, is rare.
const ONE_IN: u64 = 20;
/// No game is followed further.
const LONGEST: usize = 10_000;

/// The kinds of one game, which a static cannot be generic over.
struct Kinds<G>(PhantomData<G>);

impl<G: Game> Kinds<G> {
    const ALL: &'static [Rare<G>] = &[
        Rare::met("only one legal move", 1, forced::<G>),
        Rare::met("a move that ends the game", 1, ends::<G>),
        Rare::met("8 legal moves or more", 1, many::<G, 8>),
        Rare::met("32 legal moves or more", 1, many::<G, 32>),
        Rare::met("128 legal moves or more", 1, many::<G, 128>),
    ];
}

/// The kinds that random players of this game meet, and seldom.
pub(super) fn found<G: Game>() -> Vec<&'static Rare<G>> {
    let mut met = vec![0_u64; Kinds::<G>::ALL.len()];
    let mut positions = 0_u64;
    for &seats in G::ABOUT.seats {
        for number in 0..GAMES {
            let mut chance = Chance::new(Seed::plain(number));
            let Ok(game) = G::deal(seats, &G::Options::default(), chance.seed()) else { continue };
            each_turn(game, &mut chance, |game, seat| {
                positions += 1;
                for (met, rare) in met.iter_mut().zip(Kinds::<G>::ALL) {
                    *met += u64::from((rare.holds)(game, seat));
                }
            });
        }
    }
    let is_rare = |met: u64| met > 0 && met * ONE_IN <= positions;
    Kinds::<G>::ALL.iter().zip(met).filter(|&(_, met)| is_rare(met)).map(|(rare, _)| rare).collect()
}

/// Plays a game at random, and looks at it before every turn for everyone who is asked in it.
fn each_turn<G: Game>(mut game: G, chance: &mut Chance, mut look: impl FnMut(&G, Seat)) {
    for _ in 0..LONGEST {
        let Turn::Waiting(seats) = game.turn() else { return };
        seats.for_each(|seat| look(&game, seat));
        play_turn(&mut game, seats, chance);
    }
}

/// Each of these seats plays any move.
fn play_turn<G: Game>(game: &mut G, seats: Seats, chance: &mut Chance) {
    for seat in seats {
        let mv = game.any(seat, chance);
        // What is drawn from the legal moves is legal; a game that says otherwise fails its own suite.
        let _ = game.play(seat, mv);
    }
}

fn many<G: Game, const MOVES: usize>(game: &G, seat: Seat) -> bool {
    legal(game, seat).len() >= MOVES
}

/// Some move of this seat ends the game, together with any of those who move at the same time.
fn ends<G: Game>(game: &G, seat: Seat) -> bool {
    let Turn::Waiting(seats) = game.turn() else { return false };
    let others: Seats = seats.filter(|&other| other != seat).collect();
    legal(game, seat).into_iter().any(|mv| {
        let mut after = game.clone();
        let played = after.play(seat, mv).is_ok();
        play_turn(&mut after, others, &mut Chance::new(Seed::plain(0)));
        played && after.turn() == Turn::Over
    })
}

fn legal<G: Game>(game: &G, seat: Seat) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal(seat, &mut moves);
    moves
}
