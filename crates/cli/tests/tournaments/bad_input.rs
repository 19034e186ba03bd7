//! Bad input: one clear sentence, exit code 2, nothing written.

use crate::common::{croupier, file, tree};
use tempfile::TempDir;

/// Runs a plan that is wrong; gives the one line it says.
fn wrong(name: &str, plan: &str) -> String {
    let dir = TempDir::new().unwrap();
    file(dir.path(), name, plan);
    file(dir.path(), "empty/readme.txt", "no bot");
    let before = tree(dir.path());
    let said = croupier(dir.path(), &["run", name]);
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert!(tree(dir.path()) == before, "something was written");
    // What lies in a searched folder and is no bot has a line of its own, as in the original.
    let lines: Vec<&str> =
        said.err.lines().filter(|line| !line.ends_with("is not valid: skipping")).collect();
    let [line] = lines[..] else { panic!("{}", said.err) };
    line.trim_start_matches("croupier: ").to_owned()
}

#[test]
fn an_unknown_key() {
    let said = wrong("plan.toml", "game = \"no-thanks\"\nbots = []\ngmaes = 3\n");
    assert!(
        said.starts_with("plan.toml, line 3: unknown field `gmaes`, expected one of `game`, `bots`"),
        "{said}"
    );
    let said = wrong("config.json", "{\n  \"ai_dir\": [],\n  \"num_games\": 10\n}");
    assert!(
        said.starts_with("config.json, line 2: unknown field `ai_dir`, expected one of `ai_dirs`"),
        "{said}"
    );
}

#[test]
fn an_unknown_game() {
    let said = wrong("plan.toml", "bots = []\ngame = \"chess\"\n");
    assert!(said.starts_with("plan.toml, line 2: there is no game \"chess\"; the games are "), "{said}");
}

#[test]
fn a_plan_without_a_game() {
    let said = wrong("plan.toml", "bots = []\n");
    assert!(said.starts_with("plan.toml, line 1: missing field `game`"), "{said}");
}

#[test]
fn an_unknown_bot() {
    let said =
        wrong("plan.toml", "game = \"no-thanks\"\nbots = [\n  \"house:random\",\n  \"house:nobody\",\n]\n");
    assert!(
        said.starts_with("plan.toml, line 4: the house has no player \"nobody\" for No Thanks!; it has"),
        "{said}"
    );
    let said = wrong("config.json", "{\n\"ai\": [\n\"bots/team.jar\"],\n\"num_games\": 1}");
    assert!(said.starts_with("config.json, line 3: there is no bot \"bots/team.jar\""), "{said}");
}

#[test]
fn a_url_that_nobody_can_call() {
    let said = wrong(
        "plan.toml",
        "game = \"no-thanks\"\nbots = [\"http://ann:pw@localhost:0/\", \"house:random\"]\n",
    );
    assert_eq!(
        said,
        "plan.toml, line 2: \"http://localhost:0/\" is no url of a bot: its port is not 1 to 65535"
    );
}

#[test]
fn credentials_that_are_of_no_use() {
    let with = |more: &str| {
        let plan = "game = \"jujitsu\"\nbots = [\"http://localhost:1/\", \
                    \"house:random\"]\n[options]\nrounds = [5, 5]\n";
        wrong("plan.toml", &format!("{plan}{more}"))
    };
    let said = with("[credentials.\"http://other.example/\"]\nuser = \"ann\"\npassword = \"pw\"\n");
    assert_eq!(said, "plan.toml, line 5: no bot of this plan has the url http://other.example/");
    let said = with("[credentials.\"http://localhost:1/\"]\nuser = \"ann\"\n");
    assert!(said.ends_with("the credentials need a password or a password_env, and not both"), "{said}");
    let said =
        with("[credentials.\"http://localhost:1/\"]\nuser = \"ann\"\npassword_env = \"CROUPIER_NOT_SET\"\n");
    assert_eq!(said, "plan.toml, line 7: the environment variable CROUPIER_NOT_SET is not set");
}

#[test]
fn too_few_bots() {
    let said = wrong("plan.toml", "game = \"no-thanks\"\nbots = [\"house:random\"]\n");
    assert_eq!(said, "plan.toml: No Thanks! needs at least 2 bots; 1 bot is entered");
}

#[test]
fn a_folder_without_bots_and_a_folder_that_is_not_there() {
    let said = wrong("plan.toml", "game = \"no-thanks\"\ndirs = [\"empty\"]\n");
    assert_eq!(said, "plan.toml, line 2: there is no bot in the folder ./empty");
    let said = wrong("plan.toml", "game = \"no-thanks\"\ndirs = [\"nowhere\"]\n");
    assert!(said.starts_with("plan.toml, line 2: the folder ./nowhere: No such file"), "{said}");
}

#[test]
fn zero_games_and_zero_lanes() {
    let bots = "game = \"no-thanks\"\nbots = [\"house:random\", \"house:random\"]\n";
    let said = wrong("plan.toml", &format!("{bots}games = 0\n"));
    assert_eq!(said, "plan.toml: 0 games are asked for; at least 1 can be played");
    let said = wrong("plan.toml", &format!("{bots}lanes = 0\n"));
    assert_eq!(said, "plan.toml: 0 lanes are asked for; at least 1 is needed");
}

#[test]
fn options_the_game_does_not_have_or_cannot_be_dealt_with() {
    let bots = "game = \"last-card\"\nbots = [\"house:random\"]\n";
    let said = wrong("plan.toml", &format!("{bots}[options]\nturnlimit = 3\n"));
    assert!(
        said.starts_with("plan.toml, line 4: unknown field `turnlimit`, expected `turn_limit`"),
        "{said}"
    );
    let said = wrong("plan.toml", &format!("{bots}[options]\nturn_limit = 0\n"));
    assert_eq!(said, "plan.toml: turn_limit is from 1 to 10000, not 0");
}

#[test]
fn a_plan_that_is_not_there_or_is_no_plan() {
    let dir = TempDir::new().unwrap();
    let said = croupier(dir.path(), &["run", "nowhere.toml"]);
    assert_eq!(said.code, 2);
    assert!(said.err.starts_with("croupier: nowhere.toml: No such file"), "{}", said.err);
    let said = wrong("plan.toml", "game = \"no-thanks\nbots\n");
    assert!(said.starts_with("plan.toml, line "), "{said}");
    let said = wrong("config.json", "{ \"num_games\": \"ten\" }");
    assert!(said.starts_with("config.json, line 1: invalid type: string \"ten\", expected u64"), "{said}");
}

#[test]
fn bad_arguments_exit_with_2() {
    let dir = TempDir::new().unwrap();
    for words in
        [&["fly"][..], &["run"], &["no-thanks", "many"], &["log", "nowhere", "1"], &["bots", "chess"]]
    {
        let said = croupier(dir.path(), words);
        assert_eq!(said.code, 2, "{words:?}: {}", said.err);
        assert!(!said.err.is_empty());
    }
    let usage = croupier(dir.path(), &["no-thanks", "many"]).err;
    assert_eq!(
        usage,
        "croupier: \"many\" is not a number of games; usage: croupier no-thanks [GAMES [BOT...]]\n"
    );
}
