//! The cell and the languages of this machine, looked for once each, when a bot first needs one.

use std::sync::{Arc, OnceLock};

use crate::cell::{Cell, Sandbox};
use crate::haskell::HaskellHost;
use crate::python::PythonHost;

/// What runs bots outside this process.
#[derive(Debug)]
pub struct Kits {
    sandbox: Sandbox,
    cell: OnceLock<Result<Arc<Cell>, String>>,
    python: OnceLock<Result<Arc<PythonHost>, String>>,
    haskell: OnceLock<Result<Arc<HaskellHost>, String>>,
}

impl Kits {
    /// Nothing is looked for yet.
    #[must_use]
    pub fn new(sandbox: Sandbox) -> Self {
        Self { sandbox, cell: OnceLock::new(), python: OnceLock::new(), haskell: OnceLock::new() }
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
        self.python.get_or_init(|| PythonHost::find().map(Arc::new)).as_ref().map_err(Clone::clone)
    }

    /// Haskell, or why there is none.
    pub fn haskell(&self) -> Result<&Arc<HaskellHost>, String> {
        self.haskell.get_or_init(|| HaskellHost::find().map(Arc::new)).as_ref().map_err(Clone::clone)
    }
}
