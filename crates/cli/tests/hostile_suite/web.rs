//! Hostile web servers, in a tournament of Jujitsu with an honest one, an honest bot in a process and the
//! house.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::bots::{self, Bot, folder_of};
use super::common::server::{Server, lowest, ok};
use super::common::{croupier, file, folder};
use super::tournament::Played;

/// A server of `tests/hostile/http`; killed when it is dropped.
struct Hostile {
    child: Child,
    port: u16,
}

impl Hostile {
    fn start(file: &Path) -> Self {
        let mut child =
            Command::new("python3").arg(file).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { child, port: line.trim().parse().unwrap() }
    }
}

impl Drop for Hostile {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// The games of a server with the honest ones, or of those alone.
fn played(url: Option<&str>) -> (Played, String) {
    let dir = folder();
    let honest = Server::start(|seen| ok(&lowest(seen)));
    fs::copy(folder_of("honest").join("bids.py"), dir.path().join("bids.py")).unwrap();
    // Servers are judged by the clock on the wall: a second is long for an honest one.
    let plan = format!(
        "game = \"jujitsu\"\ndesign = \"balanced\"\nbots = [{}\"{}\", \"bids.py\", \
         \"house:draw-card\"]\ngames = 6\nseed = 4\n[options]\nrounds = [5, 5]\n[limits]\nmove_ms = \
         1000\nrestarts = 1\n",
        url.map_or_else(String::new, |url| format!("\"{url}\", ")),
        honest.url()
    );
    file(dir.path(), "plan.toml", &plan);
    let said = croupier(dir.path(), &["run", "plan.toml", "--without-broken"]);
    (Played { dir, said }, honest.url())
}

/// The honest games of a tournament.
fn honest_games(played: &Played, server: &str) -> Vec<String> {
    let pairs = [["Bids", "house:draw-card"], ["Bids", server], [server, "house:draw-card"]];
    let stories = pairs.into_iter().flat_map(|pair| played.stories_of(pair));
    stories.map(|story| story.replace(server, "honest")).collect()
}

fn attack(bot: &Bot) -> Vec<String> {
    let server = Hostile::start(&bot.file);
    let scheme = if bot.tries.contains("behind https") { "https" } else { "http" };
    let url = format!("{scheme}://127.0.0.1:{}/player/play", server.port);
    let (played, honest) = played(Some(&url));
    let mut found = played.troubles(&["Bids", "house:draw-card", &honest]);
    let own = |line: &&str| line.contains(&format!("127.0.0.1:{}", server.port)) && line.contains(": ");
    let told: Vec<&str> = played.said.out.lines().filter(own).collect();
    found.extend(bot.judge(&told.join("\n"), "").err());
    let leaves = Server::start(|_| None);
    let other = (played.left_out() == 0).then(|| leaves.url());
    let (beside_one_that_leaves, other) = self::played(other.as_deref());
    if honest_games(&played, &honest) != honest_games(&beside_one_that_leaves, &other) {
        found.push("honest bots had other games than beside one that leaves, or is not there".to_owned());
    }
    found.into_iter().map(|why| format!("{}: {why}", bot.name)).collect()
}

/// Every third server, beginning with this one.
fn every_third(from: usize) {
    let found: Vec<String> = bots::of("http").iter().skip(from).step_by(3).flat_map(attack).collect();
    assert!(found.is_empty(), "{}", found.join("\n\n"));
}

#[test]
fn servers_the_first_third() {
    every_third(0);
}

#[test]
fn servers_the_second_third() {
    every_third(1);
}

#[test]
fn servers_the_last_third() {
    every_third(2);
}
