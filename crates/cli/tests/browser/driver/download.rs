//! Files that a page hands out.

use std::path::PathBuf;

use serde_json::json;

use super::act::What;
use super::page::Page;

/// A file that came.
pub(crate) struct Fetched {
    /// As the site called it.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Page {
    /// Downloads go to a folder of the test, under numbers of the browser's own.
    pub(super) fn keep_downloads(&self) {
        let folder = self.downloads();
        std::fs::create_dir_all(&folder).unwrap();
        let wish = json!({
            "behavior": "allowAndName",
            "browserContextId": self.context,
            "downloadPath": folder,
            "eventsEnabled": true,
        });
        self.wire.borrow_mut().call(None, "Browser.setDownloadBehavior", wish).unwrap();
    }

    fn downloads(&self) -> PathBuf {
        self.wire.borrow().folder.path().join("downloads")
    }

    /// Clicks on something that is a file, and waits until it is here.
    pub(crate) fn fetch(&self, what: What<'_>) -> Fetched {
        self.click(what);
        let folder = self.downloads();
        let mut wire = self.wire.borrow_mut();
        let begun = wire.browser_event("Browser.downloadWillBegin", |_| true);
        let number = begun["params"]["guid"].clone();
        let done = wire.browser_event("Browser.downloadProgress", |progress| {
            progress["guid"] == number && progress["state"] != "inProgress"
        });
        assert_eq!(done["params"]["state"], "completed", "{begun}");
        let bytes = std::fs::read(folder.join(number.as_str().unwrap())).unwrap();
        Fetched { name: begun["params"]["suggestedFilename"].as_str().unwrap().to_owned(), bytes }
    }
}
