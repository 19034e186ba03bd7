//! Designs and stopping, as an organiser uses them.

use crate::common::{croupier, file};
use tempfile::TempDir;

const PLAN: &str = "game = \"no-thanks\"\nplayers = 4\nbots = [\"house:threshold\", \"house:CutOff14\", \
                    \"house:LowerPenalty\", \"house:CoinsDependent\", \"house:TakeSmall\", \
                    \"house:RandomPlayer\"]\nseed = 11\ngame_files = false\n";

const DESIGNS: [&str; 5] = ["random", "balanced", "pairs", "substitute", "rotate"];

fn record(dir: &TempDir, folder: &str) -> Vec<u8> {
    std::fs::read(dir.path().join(folder).join("record.croupier")).unwrap()
}

#[test]
fn every_design_gives_the_same_record_on_any_number_of_threads_and_replays() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "plan.toml", PLAN);
    for design in DESIGNS {
        let run = |threads: &str, out: &str| {
            let words =
                ["run", "plan.toml", "-q", "--games", "3001", "--design", design, "--threads", threads];
            let said = croupier(dir.path(), &[&words[..], &["--out", out]].concat());
            assert_eq!(said.code, 0, "{design}: {}", said.err);
            said.out
        };
        let (alone, together) = (format!("{design}-1"), format!("{design}-2"));
        assert_eq!(run("1", &alone), run("2", &together), "{design}");
        assert!(record(&dir, &alone) == record(&dir, &together), "{design}");
        let verified = croupier(dir.path(), &["verify", &alone]);
        assert!(verified.code == 0 && verified.out.contains("the record is complete"), "{}", verified.out);
    }
}

#[test]
fn a_decided_tournament_stops_at_the_same_game_on_any_number_of_threads_and_after_a_cut() {
    let dir = TempDir::new().unwrap();
    file(
        dir.path(),
        "plan.toml",
        &format!("{PLAN}design = \"substitute\"\nuntil = \"decided\"\ntolerance = 4.0\n"),
    );
    let run = |words: &[&str]| {
        let said = croupier(dir.path(), &[&["run", "plan.toml", "--games", "60000"], words].concat());
        assert_eq!(said.code, 0, "{}", said.err);
        said.out
    };
    let alone = run(&["--threads", "1", "--out", "one"]);
    assert!(alone.contains("Decided after "), "{alone}");
    run(&["--threads", "2", "--out", "two"]);
    assert!(record(&dir, "one") == record(&dir, "two"));
    let verified = croupier(dir.path(), &["verify", "one"]).out;
    let told = |text: &str| {
        text.to_lowercase().lines().find_map(|line| Some(line.split_once("decided after ")?.1.to_owned()))
    };
    assert!(told(&verified).is_some() && told(&verified) == told(&alone), "{verified}");
    // A killed run leaves a record that ends somewhere; it goes on to the same end.
    let whole = record(&dir, "one");
    std::fs::write(dir.path().join("two/record.croupier"), &whole[..whole.len() / 2]).unwrap();
    run(&["--resume", "--out", "two"]);
    assert!(whole == record(&dir, "two"));
    // Nothing is left to play.
    run(&["--resume", "--out", "two"]);
    assert!(whole == record(&dir, "two"));
}

#[test]
fn a_cap_that_comes_too_early_names_those_not_told_apart() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "plan.toml", &format!("{PLAN}design = \"rotate\"\nuntil = \"decided\"\n"));
    let said = croupier(dir.path(), &["run", "plan.toml", "--games", "400", "--json", "--out", "out"]);
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let why = json["stopped"].as_str().unwrap();
    assert!(why.starts_with("cap reached after 400 games: ") && why.ends_with(" not told apart"), "{why}");
    assert_eq!(json["complete"], true);
}

#[cfg(target_os = "linux")]
#[test]
fn a_bot_that_could_remember_a_deal_is_refused_in_designs_that_repeat_it() {
    let dir = crate::common::folder();
    file(dir.path(), "mine.py", "from NoThanksPlayer import Player\nclass Mine(Player):\n    pass\n");
    let bots = "bots = [\"mine.py\", \"house:CutOff14\", \"house:TakeSmall\"]";
    let plan = |more: &str| format!("game = \"no-thanks\"\n{bots}\nplayers = 2\ngames = 8\nseed = 1\n{more}");
    file(dir.path(), "plan.toml", &plan(""));
    for design in ["pairs", "substitute", "rotate"] {
        let said = croupier(dir.path(), &["run", "plan.toml", "--design", design]);
        let sentence = format!(
            "croupier: plan.toml: the design {design} deals the same cards again, and mine.py could remember \
             them; add instances = \"game\" to the plan, or take the design balanced or random\n"
        );
        assert_eq!((said.code, said.err), (2, sentence));
        assert!(!dir.path().join("logs").exists());
    }
}

#[test]
fn an_unknown_design_is_refused_with_those_there_are() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "plan.toml", &format!("{PLAN}design = \"fair\"\n"));
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("unknown variant `fair`, expected one of `random`, `balanced`, `pairs`"),
        "{}",
        said.err
    );
    file(dir.path(), "plan.toml", &format!("{PLAN}until = \"decided\"\ntolerance = -1.0\n"));
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert!(said.code == 2 && said.err.contains("the tolerance -1 is no difference"), "{}", said.err);
}
