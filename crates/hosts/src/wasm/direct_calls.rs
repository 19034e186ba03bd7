//! Direct calls into a bot of the original No Thanks! engine inside the component: starts, asks and ends that
//! go to it past the general calls, which take longer than it does. `languages/wasm/inside` is behind them.
//! They move bytes and know no game.

use std::sync::Arc;

use wasmtime::component::{Instance, TypedFunc};

use super::store_state::StoreState;

/// Where the view begins in a frame: after the length, the kind and the number.
const VIEW: usize = 9;
const WORDS: usize = 7;

/// A view in words, the lowest byte first.
pub(super) type Words = (u64, u64, u64, u64, u64, u64, u64);

/// What the component exports besides. Each answers with a code, or with all ones where something was raised.
#[derive(Clone, Copy)]
pub(super) struct DirectCalls {
    pub(super) begin: TypedFunc<(Arc<Vec<u8>>,), (u64,)>,
    pub(super) decide: TypedFunc<Words, (u64,)>,
    pub(super) finish: TypedFunc<Words, (u64,)>,
}

impl DirectCalls {
    /// Those of an instance; they lead somewhere once its bot is loaded and says so.
    pub(super) fn of(instance: &Instance, store: &mut wasmtime::Store<StoreState>) -> wasmtime::Result<Self> {
        Ok(Self {
            begin: instance.get_typed_func(&mut *store, "begin")?,
            decide: instance.get_typed_func(&mut *store, "decide")?,
            finish: instance.get_typed_func(&mut *store, "finish")?,
        })
    }
}

/// The view in a frame.
pub(super) fn view_in(frame: &[u8]) -> Words {
    let mut view = [[0; 8]; WORDS];
    let seen = frame.get(VIEW..).unwrap_or_default();
    let room = view.as_flattened_mut();
    let length = seen.len().min(room.len());
    room[..length].copy_from_slice(&seen[..length]);
    let [a, b, c, d, e, f, g] = view.map(u64::from_le_bytes);
    (a, b, c, d, e, f, g)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_what_follows_the_number_in_words_with_the_lowest_byte_first() {
        let mut frame: Vec<u8> = vec![0xff; VIEW];
        frame.extend(1..=10);
        assert_eq!(view_in(&frame), (0x0807_0605_0403_0201, 0x0a09, 0, 0, 0, 0, 0));
        assert_eq!(view_in(&[1, 2, 3]), (0, 0, 0, 0, 0, 0, 0));
    }

    #[test]
    fn a_view_of_five_players_has_room() {
        // Six bytes, and nine for every player.
        const { assert!(6 + 9 * 5 <= 8 * WORDS) };
    }
}
