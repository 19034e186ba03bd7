//! The cell and the languages of this machine, looked for once each, when a bot first needs one.

use std::sync::{Arc, OnceLock};

use crate::cell::{Cell, Sandbox};
use crate::haskell::{Compiling, HaskellHost};
use crate::http::Web;
use crate::inside::CellKind;
use crate::interrupt::Interrupt;
use crate::java::JavaHost;
use crate::python::PythonHost;
#[cfg(feature = "wasm")]
use crate::wasm::PythonCell;

/// What runs bots outside this process.
#[derive(Debug)]
pub struct Kits {
    sandbox: Sandbox,
    cell: OnceLock<Result<Arc<Cell>, String>>,
    python: OnceLock<Result<Arc<PythonHost>, String>>,
    web: OnceLock<Web>,
    java: OnceLock<Result<Arc<JavaHost>, String>>,
    haskell: OnceLock<Result<Arc<HaskellHost>, String>>,
    python_runs_in: CellKind,
    interrupt: Interrupt,
    #[cfg(feature = "wasm")]
    python_cell: OnceLock<Result<Arc<PythonCell>, String>>,
}

impl Kits {
    /// Nothing is looked for yet.
    #[must_use]
    pub fn new(sandbox: Sandbox) -> Self {
        Self {
            sandbox,
            cell: OnceLock::new(),
            python: OnceLock::new(),
            web: OnceLock::new(),
            java: OnceLock::new(),
            haskell: OnceLock::new(),
            python_runs_in: CellKind::Process,
            interrupt: Interrupt::default(),
            #[cfg(feature = "wasm")]
            python_cell: OnceLock::new(),
        }
    }

    /// Runs in a cell that is there already.
    #[must_use]
    pub fn in_cell(cell: Cell) -> Self {
        let kits = Self::new(Sandbox::Best);
        // A lock that was made a line ago is empty.
        let _ = kits.cell.set(Ok(Arc::new(cell)));
        kits
    }

    /// Where bots run, or why there is no such place.
    pub fn cell(&self) -> Result<&Arc<Cell>, String> {
        let find = || Cell::find(self.sandbox).map(Arc::new).map_err(|none| none.to_string());
        self.cell.get_or_init(find).as_ref().map_err(Clone::clone)
    }

    /// Python, or why there is none.
    pub fn python(&self) -> Result<&Arc<PythonHost>, String> {
        let find = || PythonHost::find().map(|host| Arc::new(host.stopped_by(&self.interrupt)));
        self.python.get_or_init(find).as_ref().map_err(Clone::clone)
    }

    /// Says what ends the waits of all these from outside, before any is asked for.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// What ends every wait for a bot from outside.
    #[must_use]
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Says what is known of bots behind urls, before the first of them is asked for.
    #[must_use]
    pub fn with_web(self, web: Web) -> Self {
        Self { web: OnceLock::from(web), ..self }
    }

    /// Says where Python bots run.
    #[must_use]
    pub fn with_python_in(self, cell: CellKind) -> Self {
        Self { python_runs_in: cell, ..self }
    }

    /// Where Python bots run.
    #[must_use]
    pub fn python_runs_in(&self) -> CellKind {
        self.python_runs_in
    }

    /// Makes ready what Python bots run in, where that is WebAssembly, or says why they cannot.
    pub fn python_ready(&self) -> Result<(), String> {
        match self.python_runs_in {
            CellKind::Process => Ok(()),
            #[cfg(feature = "wasm")]
            CellKind::Wasm => self.python_cell().map(drop),
            #[cfg(not(feature = "wasm"))]
            CellKind::Wasm => Err("this program was built without WebAssembly".to_owned()),
        }
    }

    /// Python inside WebAssembly, or why there is none.
    #[cfg(feature = "wasm")]
    pub fn python_cell(&self) -> Result<&Arc<PythonCell>, String> {
        self.python_cell.get_or_init(|| PythonCell::find().map(Arc::new)).as_ref().map_err(Clone::clone)
    }

    /// What is known of bots behind urls; nothing, where nothing was said.
    pub fn web(&self) -> &Web {
        self.web.get_or_init(Web::default)
    }

    /// Java, or why there is none.
    pub fn java(&self) -> Result<&Arc<JavaHost>, String> {
        self.java.get_or_init(|| JavaHost::find().map(Arc::new)).as_ref().map_err(Clone::clone)
    }

    /// Haskell, or why there is none.
    pub fn haskell(&self) -> Result<&Arc<HaskellHost>, String> {
        let compiling = || Compiling { interrupt: self.interrupt.clone(), ..Compiling::default() };
        let find = || HaskellHost::find().map(|host| Arc::new(host.compiling(compiling())));
        self.haskell.get_or_init(find).as_ref().map_err(Clone::clone)
    }
}
