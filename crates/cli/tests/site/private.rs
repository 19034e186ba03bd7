//! What a bot remembers and prints, and the words of its exceptions, are its author's: on every public page,
//! in every public record and call they are missing, and the games replay all the same.

use std::io::Read;
use std::path::Path;
use std::process::Command;

use crate::site::{Browser, RunningSite};
use croupier_record::RecordReader;

/// Sound in its check, where it has its class's name; on the ladder it remembers, prints and now and then
/// fails, each with a word that is nobody else's business.
const TALKATIVE: &str = "from croupier import hearts
class Talkative(hearts.Player):
    wants_legal = True
    def start(self, start):
        self.live = 'Ada' in start.players
        self.asked = 0
    def choose(self, view):
        self.asked += 1
        if self.live and self.asked % 4 == 3:
            raise ValueError('pl4n: secret in an exception')
        print('pl4n: secret in print')
        return view.legal[0], 'pl4n: secret in memory'
";
const SECRET: &str = "pl4n";

fn organiser(site: &RunningSite) -> Browser {
    let link = site.organiser.clone().unwrap();
    let mut browser = site.browser();
    assert_eq!(browser.post(&link, &link, &[("name", "Prof"), ("password", "correct horse")]).status, 303);
    browser
}

fn token(browser: &mut Browser) -> String {
    let made = browser.post("/home", "/home/tokens", &[("label", "laptop")]).text();
    made.split("<code>").nth(1).unwrap().split('<').next().unwrap().to_owned()
}

/// A program's exit code and all that it said.
fn croupier(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.current_dir(folder).env("XDG_CONFIG_HOME", folder).args(words);
    let output = command.env_remove("CROUPIER_TOKEN").env_remove("CROUPIER_SITE").output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// All that a record tells, which verifies.
fn told(folder: &Path, record: &[u8]) -> String {
    let path = folder.join("looked-at.croupier");
    std::fs::write(&path, record).unwrap();
    let verified = croupier(folder, &["verify", "looked-at.croupier"]);
    assert_eq!(verified.0, Some(0), "{}", verified.1);
    let (code, story) = croupier(folder, &["log", "looked-at.croupier", "0"]);
    assert_eq!(code, Some(0), "{story}");
    story + &plain(record)
}

/// All blocks of a record, unpacked: nothing that a story leaves out can hide in them.
fn plain(record: &[u8]) -> String {
    let mut reader = RecordReader::in_memory(Path::new("record"), record).unwrap();
    let blocks = std::iter::from_fn(|| reader.next_block().unwrap());
    blocks.map(|block| String::from_utf8_lossy(&block.plain).into_owned()).collect()
}

fn unzipped(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes.to_vec())).unwrap();
    (0..zip.len())
        .map(|at| {
            let mut record = Vec::new();
            zip.by_index(at).unwrap().read_to_end(&mut record).unwrap();
            record
        })
        .collect()
}

#[test]
fn a_bots_notes_prints_and_exceptions_are_for_its_author_and_organisers_only() {
    let data = tempfile::tempdir().unwrap();
    let home = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let mut prof = organiser(&site);
    let mut author = site.browser();
    author.sign_up("Ada");
    let status = author.upload("hearts", "talkative.py", TALKATIVE.as_bytes()).unwrap();
    author.get_until(&status, |text| text.contains("plays on the ladder"));
    let games = author.get_until("/api/v1/games?contest=hearts&faulty=true", |text| text.contains("\"Ada\""));
    let games: serde_json::Value = serde_json::from_str(&games).unwrap();
    let id = games[0]["id"].as_i64().unwrap();
    let seat = games[0]["seats"].as_array().unwrap().iter().find(|seat| seat["name"] == "Ada").unwrap();
    let (entry, seat) = (seat["entry"].as_i64().unwrap(), seat["seat"].as_i64().unwrap());
    let mut rival = site.browser();
    rival.sign_up("Mal");

    // All that a stranger can read, signed in or not.
    let pages = [
        "/".to_owned(),
        "/games?contest=hearts".to_owned(),
        format!("/players/{entry}"),
        format!("/games/{id}"),
        format!("/games/{id}?turn=9999&seat={seat}"),
        format!("/games/{id}/turns?turn=20"),
        format!("/games?entry={entry}"),
        "/api/v1/games?contest=hearts".to_owned(),
        format!("/api/v1/games/{id}"),
        "/c/hearts".to_owned(),
    ];
    let archive = format!("/players/{entry}/games.zip");
    for stranger in [&mut site.browser(), &mut rival] {
        for page in &pages {
            let answer = stranger.get(page);
            assert_eq!(answer.status, 200, "{page}");
            assert!(!answer.text().contains(SECRET), "{page}: {}", answer.text());
        }
        let record = stranger.get(&format!("/games/{id}/record"));
        assert!(!told(home.path(), &record.body).contains(SECRET));
        let packed = unzipped(&stranger.get(&archive).body);
        assert!(!packed.is_empty());
        assert!(packed.iter().all(|record| !plain(record).contains(SECRET)));
    }
    let shown = site.browser().get(&format!("/api/v1/games/{id}")).text();
    assert!(shown.contains("\"fault\":\"crashed\""), "the kind is everyone's: {shown}");

    // Its author and organisers.
    for reader in [&mut author, &mut prof] {
        let page = reader.get(&format!("/games/{id}")).text();
        assert!(page.contains("secret in print") && page.contains("secret in an exception"), "{page}");
        let record = told(home.path(), &reader.get(&format!("/games/{id}/record")).body);
        assert!(record.contains("secret in memory") && record.contains("secret in an exception"));
        assert!(unzipped(&reader.get(&archive).body).iter().any(|record| plain(record).contains(SECRET)));
    }
    let url = format!("http://{}", site.address);
    let number = id.to_string();
    let (own, other) = (token(&mut author), token(&mut rival));
    for (word, file, sees) in [(&own, "own", true), (&other, "other", false)] {
        let words = ["fetch-game", &number, "--to", &url, "--token", word, "--out", file];
        let (code, said) = croupier(home.path(), &words);
        assert_eq!(code, Some(0), "{said}");
        let record = std::fs::read(home.path().join(file)).unwrap();
        assert_eq!(told(home.path(), &record).contains(SECRET), sees, "{file}");
    }
}
