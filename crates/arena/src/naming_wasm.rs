//! Bots in WebAssembly by the names of their files.

#![cfg_attr(not(feature = "wasm"), allow(unused_imports))]

use std::path::Path;
use std::sync::Arc;

use croupier_games::layout::game_number;
use croupier_games::list;
use croupier_hosts::Module;
#[cfg(not(feature = "wasm"))]
use croupier_hosts::WITHOUT_WASM;
#[cfg(feature = "wasm")]
use croupier_hosts::wasm::{PythonNest, WasmModule};

use crate::crew::Bot;
use crate::naming::{BadBot, Finder, NamedBot, broken, hash_of};
use crate::naming_files::with_notes;
use crate::naming_game::NoGame;
use crate::naming_names::choose;

#[cfg(feature = "wasm")]
impl Finder<'_> {
    /// The bots of a Python file, to be run inside WebAssembly.
    pub(crate) fn python_inside(
        &self,
        spec: &str,
        file: &Path,
        class: Option<&str>,
        module: &Module,
    ) -> Result<Vec<NamedBot>, BadBot> {
        let missing = |why: String| BadBot::NoHost { spec: spec.to_owned(), why };
        let cell = self.kits.python_cell().map_err(missing)?;
        let classes = cell.classes(module).and_then(|classes| choose(classes, class));
        let wanted = match classes {
            Ok(wanted) => wanted,
            Err(why) => return Ok(vec![broken(spec, file, &with_notes(&why, &module.files))]),
        };
        let bot = |class: String| NamedBot {
            spec: spec.to_owned(),
            hash: hash_of(file, &class),
            bot: Bot::Inside(Arc::new(PythonNest::new(cell, module.clone(), Some(&class)))),
            name: class,
        };
        Ok(wanted.into_iter().map(bot).collect())
    }

    /// The game that the bots of a Python file play, asked inside WebAssembly.
    pub(crate) fn python_game_inside(&self, spec: &str, module: &Module) -> Result<Option<String>, NoGame> {
        let missing = |why: String| BadBot::NoHost { spec: spec.to_owned(), why };
        self.kits.python_cell().map_err(missing)?.game(module).map_err(NoGame::Broken)
    }

    /// The game that a module plays; `None` where it is none of ours.
    pub(crate) fn module_game(&self, _spec: &str, file: &Path) -> Result<Option<String>, NoGame> {
        let module = WasmModule::read(file, self.limits.clone()).map_err(NoGame::Broken)?;
        let number = module.game_number(self.loading).map_err(NoGame::Broken)?;
        let mut games = list::ALL.iter();
        let found = games.find(|about| game_number(about.name, about.version) == number);
        Ok(found.map(|about| about.name.to_owned()))
    }

    /// The bot of a module; one that does not compile is entered, and stands last with the reason.
    pub(crate) fn module(&self, spec: &str, file: &Path) -> Result<NamedBot, BadBot> {
        let bot = match WasmModule::read(file, self.limits.clone()) {
            Ok(module) => Bot::Inside(Arc::new(module)),
            Err(why) => return Ok(broken(spec, file, &why)),
        };
        let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(NamedBot { name, spec: spec.to_owned(), hash: hash_of(file, ""), bot })
    }
}

#[cfg(not(feature = "wasm"))]
impl Finder<'_> {
    pub(crate) fn python_inside(
        &self,
        spec: &str,
        _: &Path,
        _: Option<&str>,
        _: &Module,
    ) -> Result<Vec<NamedBot>, BadBot> {
        Err(BadBot::NoHost { spec: spec.to_owned(), why: WITHOUT_WASM.to_owned() })
    }

    pub(crate) fn python_game_inside(&self, spec: &str, _: &Module) -> Result<Option<String>, NoGame> {
        Err(BadBot::NoHost { spec: spec.to_owned(), why: WITHOUT_WASM.to_owned() }.into())
    }

    pub(crate) fn module_game(&self, spec: &str, _: &Path) -> Result<Option<String>, NoGame> {
        Err(BadBot::NoHost { spec: spec.to_owned(), why: WITHOUT_WASM.to_owned() }.into())
    }

    pub(crate) fn module(&self, spec: &str, _: &Path) -> Result<NamedBot, BadBot> {
        Err(BadBot::NoHost { spec: spec.to_owned(), why: WITHOUT_WASM.to_owned() })
    }
}
