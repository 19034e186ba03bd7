//! By what a run is known at the store: the same for a run that goes on, and no other's.

use std::path::{Path, absolute};

use croupier_record::Header;

use crate::machine::machine_name;

/// The name of a run that writes to this folder of this machine. It tells nothing of its luck: what it
/// is made of is hashed, and of the secret only what is published anyway.
#[must_use]
pub fn run_key(header: &Header, folder: &Path) -> String {
    // Whether it is there already makes no difference.
    let folder = absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let commitment = header.origin.commitment().map(|commitment| commitment.to_string());
    let host = machine_name();
    let mut hasher = blake3::Hasher::new_derive_key("croupier: by what a run is known at a store");
    let parts = [
        host.as_bytes(),
        folder.as_os_str().as_encoded_bytes(),
        commitment.as_deref().unwrap_or_default().as_bytes(),
    ];
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    format!("{}-{}", header.game, &hasher.finalize().to_hex()[..16])
}
