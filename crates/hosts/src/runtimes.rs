//! The cell and the languages of this machine, looked for once each, when a bot first needs one.

use std::sync::{Arc, OnceLock};

use crate::cell::{Cell, NoCell, Sandbox};
use crate::http::Web;
use crate::inside::CellKind;
use crate::interrupt::Interrupt;
use crate::languages::{self, FindSettings, Language, Missing, Runtime};
use crate::packages::{AvailablePackage, PackageLanguage, PackageList, available};

/// What runs bots outside this process.
#[derive(Debug)]
pub struct Runtimes {
    sandbox: Sandbox,
    cell: OnceLock<Result<Arc<Cell>, NoCell>>,
    web: OnceLock<Web>,
    search: FindSettings,
    /// Language by language, in the order of their table.
    found: [OnceLock<Result<Arc<dyn Runtime>, Missing>>; languages::ALL.len()],
}

impl Runtimes {
    /// Nothing is looked for yet.
    #[must_use]
    pub fn new(sandbox: Sandbox) -> Self {
        Self {
            sandbox,
            cell: OnceLock::new(),
            web: OnceLock::new(),
            search: FindSettings::default(),
            found: Default::default(),
        }
    }

    /// Runs in a cell that is there already.
    #[must_use]
    pub fn in_cell(cell: Cell) -> Self {
        let runtimes = Self::new(Sandbox::Best);
        // A lock that was made a line ago is empty.
        let _ = runtimes.cell.set(Ok(Arc::new(cell)));
        runtimes
    }

    /// Where bots run, or why there is no such place.
    pub fn cell(&self) -> Result<&Arc<Cell>, NoCell> {
        let find = || Cell::find(self.sandbox).map(Arc::new);
        self.cell.get_or_init(find).as_ref().map_err(Clone::clone)
    }

    /// What runs bots of a language, or what is missing for it.
    pub fn of(&self, language: &Language) -> Result<Arc<dyn Runtime>, Missing> {
        let place = languages::ALL.iter().position(|listed| listed.word == language.word);
        match place {
            Some(place) => self.found[place].get_or_init(|| (language.find)(&self.search)).clone(),
            None => (language.find)(&self.search),
        }
    }

    /// What bots of the language of this word run in, where their clock depends on that.
    #[must_use]
    pub fn runs_in(&self, word: &str) -> Option<String> {
        self.of(languages::named(word)?).ok()?.runs_in()
    }

    /// Says what ends the waits of all these from outside, before any is asked for.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Self {
        Self { search: FindSettings { interrupt, ..self.search }, ..self }
    }

    /// What ends every wait for a bot from outside.
    #[must_use]
    pub fn interrupt(&self) -> &Interrupt {
        &self.search.interrupt
    }

    /// Says what is known of bots behind urls, before the first of them is asked for.
    #[must_use]
    pub fn with_web(self, web: Web) -> Self {
        Self { web: OnceLock::from(web), ..self }
    }

    /// Says where Python bots run.
    #[must_use]
    pub fn with_python_in(self, cell: CellKind) -> Self {
        Self { search: FindSettings { python_runs_in: cell, ..self.search }, ..self }
    }

    /// Where Python bots run.
    #[must_use]
    pub fn python_runs_in(&self) -> CellKind {
        self.search.python_runs_in
    }

    /// Makes ready what Python bots run in, where that is WebAssembly, or says why they cannot.
    pub fn python_ready(&self) -> Result<(), Missing> {
        match self.python_runs_in() {
            CellKind::Process => Ok(()),
            CellKind::Wasm => self.of(languages::python()).map(drop),
        }
    }

    /// Says which packages bots may use, before the first of them is asked for.
    #[must_use]
    pub fn with_packages(self, packages: Option<Arc<PackageList>>) -> Self {
        Self { search: FindSettings { packages, ..self.search }, ..self }
    }

    /// The packages that bots may use.
    #[must_use]
    pub fn packages(&self) -> Option<&PackageList> {
        self.search.packages.as_deref()
    }

    /// The packages that bots of a language have, or why they have none of those that are listed.
    pub fn packages_of(&self, language: PackageLanguage) -> Result<Vec<AvailablePackage>, Missing> {
        let listed = self.packages().is_some_and(|list| !list.of(language).is_empty());
        let Some(named) = languages::named(language.word()).filter(|_| listed) else { return Ok(Vec::new()) };
        let runtime = self.of(named)?;
        Ok(runtime.packages().map(|folder| available(language, folder)).unwrap_or_default())
    }

    /// What is known of bots behind urls; nothing, where nothing was said.
    pub fn web(&self) -> &Web {
        self.web.get_or_init(Web::default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_looked_for_once() {
        let runtimes = Runtimes::new(Sandbox::Off);
        let program = languages::named("program").unwrap();
        let (first, second) = (runtimes.of(program).unwrap(), runtimes.of(program).unwrap());
        assert!(Arc::ptr_eq(&first, &second));
    }
}
