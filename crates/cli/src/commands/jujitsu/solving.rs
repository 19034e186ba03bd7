//! Works out a table, with a word now and then of how far it is, and keeps what is done on the way.
//!
//! It goes on from the layers that a run before has kept. A layer is kept as soon as it is whole,
//! and Ctrl-C keeps the one in work too, so that nothing is worked out twice.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_bots::jujitsu::table::{Making, SolvedRound};

use super::layers::Layers;
use crate::failure::Failure;
use crate::output::Progress;

/// A table that was worked out, here and in runs before.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) table: SolvedRound,
    /// Patterns of hands in all.
    pub(crate) patterns: u64,
    /// Those that runs before had kept.
    pub(crate) resumed: u64,
}

/// The table of rounds of so many cards.
pub(crate) fn made(
    cards: u8,
    threads: usize,
    layers: Option<&Layers>,
    quiet: bool,
    stop: &AtomicBool,
) -> Result<Made, Failure> {
    let mut making = Making::new(cards).map_err(|error| Failure::BadInput(error.to_string()))?;
    let mut progress = Progress::of("patterns of hands", quiet);
    let (mut resumed, patterns) = making.patterns();
    loop {
        while let saved @ 1.. = taken_up(&mut making, layers) {
            resumed += saved;
        }
        if resumed > 0 && !quiet && making.patterns().0 == resumed {
            eprintln!("croupier: going on from {resumed} of {patterns} patterns of hands");
        }
        let worked = making.work(threads, &mut |done, all| {
            // Of what is left to do, so that rate and time left are right.
            progress.played(done - resumed, all - resumed);
            !stop.load(Ordering::Relaxed)
        });
        let Some((held, layer)) = worked else { break };
        let (is_whole, keeping) = (layer.left == 0, layers.map(|layers| layers.keep(held, layer)));
        if !is_whole {
            progress.finish();
            tell_of_stop(making.patterns(), layers.zip(keeping), quiet);
            return Err(Failure::Interrupted);
        }
    }
    progress.finish();
    let table = making.table().ok_or(Failure::Interrupted)?;
    Ok(Made { table, patterns, resumed })
}

/// Goes on from the next layer, if it is kept: how many patterns of hands that saves.
fn taken_up(making: &mut Making, layers: Option<&Layers>) -> u64 {
    let before = making.patterns().0;
    if let Some(layer) = making.wanted().and_then(|held| layers?.read(held)) {
        making.take_up(layer);
    }
    making.patterns().0 - before
}

fn tell_of_stop((done, all): (u64, u64), kept: Option<(&Layers, io::Result<()>)>, quiet: bool) {
    let Some((layers, keeping)) = kept.filter(|(_, keeping)| !quiet || keeping.is_err()) else { return };
    let folder = layers.folder().display();
    let told = match keeping {
        Ok(()) => format!(
            "{done} of {all} patterns of hands are kept in {folder}, and the same command goes on from there"
        ),
        Err(error) => format!("the layer in work is lost, since {folder} cannot be written: {error}"),
    };
    eprintln!("croupier: stopped; {told}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_leaves_no_table() {
        let stopped = made(5, 1, None, true, &AtomicBool::new(true));
        assert!(matches!(stopped, Err(Failure::Interrupted)));
    }

    #[test]
    fn a_damaged_layer_is_made_anew_and_those_behind_it_are_not() {
        let folder = tempfile::TempDir::new().unwrap();
        let layers = Layers::beside(&folder.path().join("table"), 5);
        let go_on = AtomicBool::new(false);
        let whole = made(5, 1, Some(&layers), true, &go_on).unwrap();
        assert_eq!(whole.resumed, 0);
        std::fs::write(layers.folder().join("3"), "damaged").unwrap();
        let again = made(5, 1, Some(&layers), true, &go_on).unwrap();
        assert!(again.table.values().eq(whole.table.values()));
        assert!(
            again.resumed > 0 && again.resumed < whole.patterns,
            "{} of {}",
            again.resumed,
            whole.patterns
        );
        assert_eq!(made(5, 1, Some(&layers), true, &go_on).unwrap().resumed, whole.patterns, "all were kept");
    }
}
