//! Leases: one that was lost ends its games, and one that is given back is somebody else's at once.

use crate::common::file;
use crate::common::running::Running;
use crate::place::Place;

/// A bot whose games take seconds.
const SLOW: &str = "import time\nfrom croupier import no_thanks\nclass Slow(no_thanks.Player):\n    def \
                    choose(self, view):\n        time.sleep(0.05)\n        return view.coins_on_card > 2\n";
const PLAN: &str = "game = \"no-thanks\"\nplayers = 3\nbots = [\"slow.py\", \"house:TakeSmall\", \
                    \"house:threshold\"]\nseed = 7\ngames = 12\n";

fn slow(place: &Place) {
    file(place.path(), "slow.py", SLOW);
    place.plan(PLAN);
}

fn is_held(place: &Place) -> bool {
    place.server.psql("SELECT count(*) FROM croupier_queue.leases") != "0\n"
}

#[test]
fn whoever_stood_still_until_others_had_its_games_breaks_them_off_and_each_counts_once() {
    let place = Place::new();
    slow(&place);
    let here = place.play_here();
    let still =
        place.worker_with("still", &["--languages", "python", "--jobs", "1", "--term", "2"]).until_ready();
    let run = place.begin("out", &[]);
    run.until("a lease", || is_held(&place));
    still.signal("STOP");
    let _other = place.worker("other", "python").until_ready();
    let (code, said) = run.end();
    assert_eq!(code, Some(0), "{said}");
    still.signal("CONT");
    still.until("are somebody else's by now");
    assert_eq!(place.games_hash("out"), here);
    place.assert_clean();
}

#[test]
fn a_worker_that_is_told_to_stop_hands_back_what_it_does_not_finish_and_leaves_no_bot() {
    let place = Place::new();
    slow(&place);
    let here = place.play_here();
    let more = ["--languages", "python", "--jobs", "1", "--term", "3600", "--grace", "0"];
    let stopped = place.worker_with("stopped", &more).until_ready();
    let run = place.begin("out", &[]);
    run.until("a lease", || is_held(&place));
    run.until("a bot", || !stopped.bots().is_empty());
    let bots = stopped.bots();
    stopped.signal("TERM");
    stopped.until("handing back 1 job");
    assert_eq!(stopped.end(), Some(0));
    Running::until_gone(&bots);
    // Its lease would have held for an hour.
    let _other = place.worker("other", "python").until_ready();
    let (code, said) = run.end();
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(place.games_hash("out"), here);
}

#[test]
fn the_second_signal_ends_a_worker_at_once_with_all_its_bots() {
    let place = Place::new();
    slow(&place);
    let more = ["--languages", "python", "--jobs", "1", "--grace", "3000"];
    let worker = place.worker_with("worker", &more).until_ready();
    let run = place.begin("out", &[]);
    run.until("a bot", || !worker.bots().is_empty());
    let bots = worker.bots();
    worker.signal("TERM");
    worker.until("handing back 1 job");
    worker.signal("TERM");
    assert_eq!(worker.end(), Some(130));
    Running::until_gone(&bots);
}
