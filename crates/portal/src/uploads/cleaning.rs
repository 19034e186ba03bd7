//! What failed is cleaned away: files of uploads that failed their check and never played, and what
//! nobody's row knows.

use std::collections::HashSet;
use std::path::Path;
use std::{fs, io};

use super::content_store::ContentStore;
use crate::store::{Store, StoreError, Stored, bots, uploads};

/// Removes the files of a content where nobody needs them: everyone who sent it failed with it, and
/// it never played.
pub(crate) async fn clean(store: &Store, contents: &ContentStore, hash: &str) -> Stored<()> {
    if hash.is_empty() {
        return Ok(());
    }
    // Somebody may be sending the same at this moment: here they are waited for, and in another
    // process they store it with its row, before this write or after it.
    let _nobody_arrives = contents.nobody_arrives().await;
    let mut write = store.write().await?;
    if !uploads::is_needless(&mut write, hash).await? {
        return Ok(());
    }
    bots::remove(&mut write, hash).await?;
    uploads::set_gone(&mut write, hash).await?;
    write.commit().await?;
    // Where that does not come to pass, the next start finds a folder that no row knows.
    remove(&contents.folder_of(hash)).await
}

async fn remove(folder: &Path) -> Stored<()> {
    let path = folder.to_owned();
    let removed = tokio::task::spawn_blocking(move || fs::remove_dir_all(path)).await;
    match removed.map_err(io::Error::other).flatten() {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(StoreError::File { path: folder.to_owned(), error })
        }
        _ => Ok(()),
    }
}

/// Cleans all contents that nobody needs.
pub(crate) async fn clean_all(store: &Store, contents: &ContentStore) -> Stored<()> {
    for hash in uploads::needless(store).await? {
        clean(store, contents, &hash).await?;
    }
    Ok(())
}

/// Removes the folders that no row knows, before anybody can send anything.
pub(crate) async fn sweep(store: &Store, contents: &ContentStore) -> Stored<()> {
    let known: HashSet<String> = uploads::kept_hashes(store).await?.into_iter().collect();
    let folder = contents.folder().to_owned();
    let at = |error| StoreError::File { path: folder.clone(), error };
    for entry in fs::read_dir(&folder).map_err(at)? {
        let entry = entry.map_err(at)?;
        // An upload that was interrupted between its files and its row was never acknowledged.
        if !known.contains(entry.file_name().to_string_lossy().as_ref()) {
            fs::remove_dir_all(entry.path()).map_err(at)?;
        }
    }
    Ok(())
}
