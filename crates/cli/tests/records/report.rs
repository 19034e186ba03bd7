//! `croupier report`: pages, texts and tables of real records.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{croupier, file, folder, read};

/// Plays a plan into `logs`.
fn played(dir: &Path, plan: &str) {
    file(dir, "plan.toml", plan);
    let said = croupier(dir, &["run", "plan.toml", "--out", "logs", "-q"]);
    assert_eq!(said.code, 0, "{}", said.err);
}

fn plan(game: &str, bots: &str, games: u64) -> String {
    format!("game = \"{game}\"\nbots = [{bots}]\ngames = {games}\nseed = 11\n")
}

const NO_THANKS: &str = "\"house:CutOff14\", \"house:threshold\", \"house:RandomPlayer\"";

/// The tags of a page, in order, without what is in them.
fn tags(page: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').unwrap();
        tags.push(&rest[start + 1..end]);
        rest = &rest[end + 1..];
    }
    tags
}

fn name_of(tag: &str) -> &str {
    tag.split([' ', '/']).next().unwrap_or_default()
}

/// Every tag is closed in order, every link leads somewhere, every name is given once, nothing is fetched or
/// run.
fn assert_sound(page: &str) {
    let mut open = Vec::new();
    for tag in tags(page) {
        match tag {
            _ if tag.starts_with('!') || name_of(tag) == "meta" || tag.ends_with('/') => {}
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(&tag[1..]), "{tag}"),
            _ => open.push(name_of(tag)),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    let values = |key: &str| -> Vec<String> {
        let key = format!(" {key}=\"");
        let parts = page.split(&key).skip(1);
        parts.map(|part| part[..part.find('"').unwrap()].to_owned()).collect()
    };
    let ids = values("id");
    let known: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(known.len(), ids.len(), "a name is given twice");
    for link in values("href") {
        assert!(link.strip_prefix('#').is_some_and(|id| known.contains(&id.to_owned())), "{link}");
    }
    for name in ["script", "link", "img", "iframe", "object"] {
        assert!(!tags(page).iter().any(|tag| name_of(tag) == name), "{name}");
    }
    for what in [" src=", "http:", "https:", "url(", "@import", " onload="] {
        assert!(!page.contains(what), "{what}");
    }
}

#[test]
fn the_report_of_every_game_is_one_sound_page_that_needs_nothing_else() {
    let fields = [
        ("last-card", "\"house:naive\", \"house:greedy\", \"house:random\", \"house:pass\""),
        ("no-thanks", NO_THANKS),
        ("hearts", "\"house:basic\", \"house:careful\", \"house:random\", \"house:random\""),
        ("jujitsu", "\"house:random\", \"house:draw-card\", \"house:random\""),
        ("score-four", "\"house:random\", \"house:one-ply\", \"house:random\""),
    ];
    for (game, bots) in fields {
        let dir = folder();
        played(dir.path(), &plan(game, bots, 40));
        let said = croupier(dir.path(), &["report", "logs"]);
        assert_eq!((said.code, said.out.as_str()), (0, "logs/report.html is written\n"), "{}", said.err);
        let page = read(dir.path(), "logs/report.html");
        assert_sound(&page);
        for id in ["standings", "scores", "pairs", "seats", "faults", "games", "played"] {
            assert!(page.contains(&format!("<section id=\"{id}\"")), "{game} has no {id}");
        }
        assert!(
            page.contains("<svg")
                && page.contains("scope=\"row\"")
                && page.contains("<article id=\"game-0\"")
        );
    }
}

#[test]
fn a_record_gives_the_same_page_on_any_number_of_threads() {
    let dir = folder();
    played(dir.path(), &plan("no-thanks", NO_THANKS, 2500));
    for (out, threads) in [("one.html", "1"), ("three.html", "3")] {
        let said = croupier(dir.path(), &["report", "logs", "--out", out, "--threads", threads, "-q"]);
        assert_eq!((said.code, said.out.as_str()), (0, ""), "{}", said.err);
    }
    assert!(read(dir.path(), "one.html") == read(dir.path(), "three.html"));
    assert!(read(dir.path(), "one.html").contains("2,500 games among 3 bots, seed 11."));
}

#[cfg(target_os = "linux")]
#[test]
fn no_bot_can_name_or_talk_itself_into_the_page() {
    let dir = folder();
    // A file that does not load is left out under its file's name, and what it says is told.
    file(dir.path(), "<script>alert('1')&\"x\".py", "raise ValueError('<img src=x onerror=alert(2)>')\n");
    let bots = format!("{NO_THANKS}, \"<script>alert('1')&\\\"x\\\".py\"");
    played(dir.path(), &format!("broken = \"skip\"\n{}", plan("no-thanks", &bots, 12)));
    let said = croupier(dir.path(), &["report", "logs", "-q"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let page = read(dir.path(), "logs/report.html");
    let named = page.contains("&lt;script&gt;alert(&#39;1&#39;)&amp;&quot;x&quot;.py");
    assert!(named && page.contains("&lt;img src=x onerror=alert(2)&gt;"));
    assert!(!page.contains("<script") && !page.contains("<img"));
    assert!(page.contains("among 3 bots") && page.contains("Left out: "));
    let text = croupier(dir.path(), &["report", "logs", "--format", "markdown", "--out", "-"]).out;
    assert!(text.contains("\\<script\\>") && !text.contains("<script>"), "{text}");
}

#[test]
fn markdown_tells_the_same_standings() {
    let dir = folder();
    played(dir.path(), &plan("no-thanks", NO_THANKS, 300));
    let text = croupier(dir.path(), &["report", "logs", "--out", "-", "--format", "markdown"]).out;
    assert!(text.starts_with("# No Thanks!\n\n300 games among 3 bots, seed 11."), "{text}");
    let json = croupier(dir.path(), &["run", "plan.toml", "--out", "again", "--json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    for line in json["standings"].as_array().unwrap() {
        let row = format!(
            "| {} | {} | {} | {:.2} |",
            line["rank"],
            line["name"].as_str().unwrap(),
            line["games"],
            line["mean"].as_f64().unwrap()
        );
        assert!(text.contains(&row), "{row}\n{text}");
    }
}

#[test]
fn tables_hold_every_seat_and_every_turn() {
    let dir = folder();
    played(dir.path(), &plan("no-thanks", NO_THANKS, 30));
    let said = croupier(dir.path(), &["report", "logs", "--format", "csv", "--out", "tables"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let games = read(dir.path(), "tables/games.csv");
    let head = "game,deal,seat,bot,score,winner,turns,illegal,faults,disqualified,thinking_us,penalty,won,cards,forced,coins";
    assert_eq!(games.lines().next(), Some(head));
    assert_eq!(games.lines().count(), 1 + 30 * 3);
    let turns: u64 =
        games.lines().skip(1).map(|row| row.split(',').nth(6).unwrap().parse::<u64>().unwrap()).sum();
    let moves = read(dir.path(), "tables/moves.csv");
    assert_eq!(moves.lines().next(), Some("game,turn,seat,bot,move,legal,why,fuel,ms"));
    assert_eq!(moves.lines().count() as u64, 1 + turns);
    let standings = read(dir.path(), "tables/standings.csv");
    assert!(
        standings.lines().nth(1).unwrap().starts_with("1,house:CutOff14,house:CutOff14,,30,"),
        "{standings}"
    );
    let json =
        croupier(dir.path(), &["report", "logs", "--table", "moves", "--format", "json", "--out", "-", "-q"])
            .out;
    let json: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    assert_eq!(json.len() as u64, turns);
    assert_eq!(json[0]["turn"], 1);
    let first = moves.lines().nth(1).unwrap();
    assert!(first.contains(json[0]["bot"].as_str().unwrap()), "{first}");
}

#[test]
fn what_cannot_be_written_is_said_in_a_sentence() {
    let dir = folder();
    played(dir.path(), &plan("no-thanks", NO_THANKS, 10));
    let say = |words: &[&str]| {
        let said = croupier(dir.path(), words);
        (said.code, said.err)
    };
    let (code, why) = say(&["report", "nowhere"]);
    assert!(code == 2 && why == "croupier: there is no record nowhere\n", "{why}");
    let (code, why) = say(&["report", "plan.toml"]);
    assert!(code == 2 && why.contains("this is not a record of croupier"), "{why}");
    let (code, why) = say(&["report", "logs", "--out", "report.pdf"]);
    assert!(code == 2 && why.contains("--out ends in .pdf, which is no format of a report"), "{why}");
    let (code, why) = say(&["report", "logs", "--table", "moves", "--format", "html"]);
    assert!(code == 2 && why.contains("--table moves needs --format csv, json or parquet"), "{why}");
    assert!(!dir.path().join("report.pdf").exists());
}
