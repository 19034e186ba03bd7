//! What bots are written in, tried one by one: the table of languages, and two ways to run bots that are
//! none.

use croupier_arena::self_test::{DoesNotWork, Works, play_once, self_test};
use croupier_games::Game;
use croupier_games::no_thanks::NoThanks;
use croupier_hosts::cell::Sandbox;
use croupier_hosts::languages::{self, Language};
use croupier_hosts::{CellKind, Runtimes};

use super::server::Server;

/// Something that runs bots, and how it is tried.
pub(super) struct Trial {
    pub(super) name: &'static str,
    what: What,
}

enum What {
    Language(&'static Language),
    Http,
    PythonInWasm,
}

/// All that there is to try.
pub(super) fn trials() -> impl Iterator<Item = Trial> {
    let languages =
        languages::ALL.iter().map(|language| Trial { name: language.title, what: What::Language(language) });
    languages.chain([
        Trial { name: "HTTP", what: What::Http },
        Trial { name: "Python in WebAssembly", what: What::PythonInWasm },
    ])
}

impl Trial {
    /// Plays a game of an example bot.
    pub(super) fn tried(&self, runtimes: &Runtimes) -> Result<Works, DoesNotWork> {
        match self.what {
            What::Language(language) => self_test(language, runtimes),
            What::Http => http(runtimes),
            What::PythonInWasm => {
                let runtimes = Runtimes::new(Sandbox::Best).with_python_in(CellKind::Wasm);
                self_test(languages::python(), &runtimes)
            }
        }
    }
}

fn http(runtimes: &Runtimes) -> Result<Works, DoesNotWork> {
    let server = Server::start()?;
    let took = play_once::<NoThanks>(&server.url(), runtimes)?;
    Ok(Works { version: "a web server on this machine".to_owned(), game: NoThanks::ABOUT.title, took })
}
