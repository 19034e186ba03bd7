//! No Thanks! for five by hand: random answers, no trait, no views, no checks.

use croupier_games::Chance;

const SEATS: usize = 5;
const CARDS: usize = 33;
const PLAYED: usize = 24;

/// Plays one game; gives back the sum of the penalties.
pub(crate) fn play(chance: &mut Chance) -> u64 {
    let mut deck: [u8; CARDS] = std::array::from_fn(|n| n as u8 + 3);
    chance.shuffle_first(&mut deck, PLAYED);
    let (mut coins, mut held) = ([11_u8; SEATS], [0_u64; SEATS]);
    let (mut at, mut on_card) = (0, 0);
    for &card in &deck[..PLAYED] {
        while coins[at] > 0 && chance.bits() >> 63 == 1 {
            coins[at] -= 1;
            on_card += 1;
            at = if at + 1 == SEATS { 0 } else { at + 1 };
        }
        held[at] |= 1 << card;
        coins[at] += on_card;
        on_card = 0;
    }
    let penalty = |seat: usize| i64::from(sum(held[seat])) - i64::from(coins[seat]);
    (0..SEATS).map(penalty).sum::<i64>() as u64
}

fn sum(held: u64) -> u32 {
    let mut costly = held & !(held << 1);
    let mut sum = 0;
    while costly != 0 {
        sum += costly.trailing_zeros();
        costly &= costly - 1;
    }
    sum
}
