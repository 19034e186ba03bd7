//! What failed is cleaned away: files of uploads that failed their check and never played, and what
//! nobody's row knows.

use std::collections::HashSet;
use std::{fs, io};

use super::content_store::ContentStore;
use crate::store::{Store, StoreError, Stored, uploads};

/// Removes the files of a content where nobody needs them: everyone who sent it failed with it, and
/// it never played.
pub(crate) async fn clean(store: &Store, contents: &ContentStore, hash: &str) -> Stored<()> {
    if hash.is_empty() {
        return Ok(());
    }
    // Somebody may be sending the same at this moment.
    let _nobody_arrives = contents.nobody_arrives().await;
    if !uploads::is_needless(store, hash).await? {
        return Ok(());
    }
    let folder = contents.folder_of(hash);
    let removed = {
        let folder = folder.clone();
        tokio::task::spawn_blocking(move || fs::remove_dir_all(folder)).await
    };
    match removed.map_err(io::Error::other).flatten() {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(StoreError::File { path: folder, error });
        }
        _ => {}
    }
    let mut write = store.write().await?;
    uploads::set_gone(&mut write, hash).await?;
    write.commit().await?;
    Ok(())
}

/// Cleans all contents, before anybody can send anything.
pub(crate) async fn sweep(store: &Store, contents: &ContentStore) -> Stored<()> {
    let known: HashSet<String> = uploads::kept_hashes(store).await?.into_iter().collect();
    for hash in &known {
        clean(store, contents, hash).await?;
    }
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
