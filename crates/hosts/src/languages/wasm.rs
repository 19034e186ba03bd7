//! Bots that are WebAssembly modules, and Python inside WebAssembly: both run in this very process.

use std::sync::Arc;

use super::{Example, FindSettings, Form, Kit, Language, Missing, Runtime, Shape};

pub(super) const LANGUAGE: Language = Language {
    word: "wasm",
    title: "WebAssembly",
    forms: &[Form {
        shape: Shape::File { ending: "wasm" },
        begins: &[b"\0asm"],
        marks: &[],
        stored_as: |_| "bot.wasm".to_owned(),
    }],
    example: Example { game: "no-thanks", file: "no_thanks.wasm", bytes: EXAMPLE },
    templates: WASM_TEMPLATES,
    kit: Kit {
        folder: "",
        sources: &[("croupier.h", include_bytes!("../../../../languages/wasm/croupier.h"))],
        beside: &[("README.md", include_bytes!("../../../../languages/wasm/README.md"))],
        compiled: None,
    },
    packages: None,
    settings: &[],
    find: modules,
};

#[cfg(not(feature = "wasm"))]
use left_out::{EXAMPLE, modules};
#[cfg(feature = "wasm")]
use there::{EXAMPLE, modules};

/// Sources in C, which `scripts/wasm-compile` makes modules of.
const WASM_TEMPLATES: &[Example] = &[
    template("hearts", "hearts.c", include_bytes!("../../../../languages/wasm/examples/hearts.c")),
    template("jujitsu", "jujitsu.c", include_bytes!("../../../../languages/wasm/examples/jujitsu.c")),
    template("last-card", "last_card.c", include_bytes!("../../../../languages/wasm/examples/last_card.c")),
    template("no-thanks", "no_thanks.c", include_bytes!("../../../../languages/wasm/examples/no_thanks.c")),
    template(
        "score-four",
        "score_four.c",
        include_bytes!("../../../../languages/wasm/examples/score_four.c"),
    ),
];

const fn template(game: &'static str, file: &'static str, bytes: &'static [u8]) -> Example {
    Example { game, file, bytes }
}

/// Python inside WebAssembly.
pub(super) fn python(search: &FindSettings) -> Result<Arc<dyn Runtime>, Missing> {
    #[cfg(feature = "wasm")]
    return there::python(search);
    #[cfg(not(feature = "wasm"))]
    left_out::modules(search)
}

#[cfg(not(feature = "wasm"))]
mod left_out {
    use super::*;
    use crate::inside::WITHOUT_WASM;

    pub(super) const EXAMPLE: &[u8] = b"\0asm";

    pub(super) fn modules(_: &FindSettings) -> Result<Arc<dyn Runtime>, Missing> {
        Err(Missing::NotBuiltIn(WITHOUT_WASM))
    }
}

#[cfg(feature = "wasm")]
mod there {
    use croupier_games::layout::game_number;
    use croupier_games::list;

    use super::*;
    use crate::languages::bot::Runs;
    use crate::languages::classes::choose;
    use crate::languages::python::{Module, SEVERAL};
    use crate::languages::{BotFile, FoundBot, NoBot, Plays};
    use crate::wasm::{BadModule, NotListed, PythonCell, PythonLoader, WASMTIME, WasmModule, counted_by};

    /// `languages/wasm/examples/no_thanks.c`, compiled by `scripts/wasm-compile` and stripped.
    pub(super) const EXAMPLE: &[u8] = include_bytes!("../../../../languages/wasm/examples/no_thanks.wasm");

    pub(super) fn modules(_: &FindSettings) -> Result<Arc<dyn Runtime>, Missing> {
        Ok(Arc::new(Modules))
    }

    pub(super) fn python(_: &FindSettings) -> Result<Arc<dyn Runtime>, Missing> {
        let cell = PythonCell::find().map_err(|why| Missing::Own {
            what: "Python inside WebAssembly".to_owned(),
            why: why.to_string(),
        })?;
        Ok(Arc::new(PythonInside(Arc::new(cell))))
    }

    impl From<BadModule> for NoBot {
        fn from(why: BadModule) -> Self {
            Self::broken(why.to_string())
        }
    }

    impl From<NotListed> for NoBot {
        fn from(why: NotListed) -> Self {
            Self::broken(why.to_string())
        }
    }

    /// What runs modules.
    #[derive(Debug)]
    struct Modules;

    impl Modules {
        fn read(file: &BotFile<'_>) -> Result<WasmModule, NoBot> {
            Ok(WasmModule::read(file.path(), file.limits.clone())?)
        }
    }

    impl Runtime for Modules {
        fn version(&self) -> String {
            format!("Wasmtime {WASMTIME}")
        }

        fn runs_in(&self) -> Option<String> {
            Some(counted_by())
        }

        fn bots(self: Arc<Self>, file: &BotFile<'_>) -> Result<Vec<FoundBot>, NoBot> {
            let runs = Runs::Inside(Arc::new(Self::read(file)?));
            let name = file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Ok(vec![FoundBot { name, hash: file.hash(""), runs }])
        }

        fn plays(self: Arc<Self>, file: &BotFile<'_>) -> Result<Plays, NoBot> {
            let number = Self::read(file)?.game_number(file.loading)?;
            let mut games = list::ALL.iter();
            let found = games.find(|about| game_number(about.name, about.version) == number);
            let unsaid = Plays::Unsaid("its croupier_hello names none of ours");
            Ok(found.map_or(unsaid, |about| Plays::Game(about.name.to_owned())))
        }
    }

    /// The component that holds Python and our host.
    #[derive(Debug)]
    struct PythonInside(Arc<PythonCell>);

    impl Runtime for PythonInside {
        fn version(&self) -> String {
            format!("the component {}", PythonCell::file().unwrap_or_default().display())
        }

        fn runs_in(&self) -> Option<String> {
            Some(self.0.runs_in())
        }

        fn bots(self: Arc<Self>, file: &BotFile<'_>) -> Result<Vec<FoundBot>, NoBot> {
            let module = Module::of(file)?;
            let broken = |why: String| NoBot::broken_with(&why, &module.files);
            let mut listed = self.0.listed(&module).map_err(|why| broken(why.to_string()))?;
            let classes = std::mem::take(&mut listed.classes);
            let wanted = choose(classes, file.class).map_err(|why| broken(why.to_string()))?;
            let bot = |class: String| {
                let bot = PythonLoader::new(&self.0, module.clone(), Some(&class))
                    .noted(listed.notes_of(&class, &module.files));
                let hash = file.hash(&class);
                FoundBot { name: class, hash, runs: Runs::Inside(Arc::new(bot)) }
            };
            Ok(wanted.into_iter().map(bot).collect())
        }

        fn plays(self: Arc<Self>, file: &BotFile<'_>) -> Result<Plays, NoBot> {
            let game = self.0.game(&Module::of(file)?)?;
            Ok(game.map_or(Plays::Unsaid(SEVERAL), Plays::Game))
        }
    }
}
