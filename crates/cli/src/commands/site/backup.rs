//! `croupier backup`: a copy of a site, while it runs.

use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::output::say_line;

#[derive(Debug, clap::Args)]
pub(crate) struct BackupArgs {
    /// The folder to write, which must not be there yet; a site started on it goes on from the copy
    pub(crate) to: PathBuf,
    /// The site's folder
    #[arg(long, value_name = "FOLDER", default_value = "croupier-site")]
    pub(crate) data: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &BackupArgs) -> Result<(), Failure> {
    if !args.data.join("site.db").is_file() {
        return Err(Failure::BadInput(format!(
            "there is no site in {}; one at a server is copied by `croupier move-store`",
            args.data.display()
        )));
    }
    if args.to.exists() {
        return Err(Failure::BadInput(format!("{} is there already; name a new folder", args.to.display())));
    }
    if !args.json {
        eprintln!("croupier: copying {}", args.data.display());
    }
    let backup =
        croupier_portal::backup(&args.data, &args.to).map_err(|error| Failure::Trouble(error.into()))?;
    if args.json {
        say_line(
            serde_json::json!({ "to": shown(&args.to), "bytes": backup.bytes, "uploads": backup.uploads }),
        );
        return Ok(());
    }
    say_line(format_args!(
        "{}: the database, {} bytes, and {} uploads",
        shown(&args.to),
        backup.bytes,
        backup.uploads
    ));
    Ok(())
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
