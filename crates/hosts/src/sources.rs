//! The sources of our kits, which the binary carries; the build script lists them.

/// A file by its name in the kit's folder, in the order of names.
pub type KitSource = (&'static str, &'static [u8]);

include!(concat!(env!("OUT_DIR"), "/sources.rs"));
