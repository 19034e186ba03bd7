//! `croupier move-store`: a site's memory goes from its folder to a PostgreSQL server, or back.

use croupier_portal::store::NotMoved;
use croupier_portal::{NoMove, NoSite, StorePlace, move_site};

use crate::failure::Failure;
use crate::output::{say_json, say_line};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The site must not be running. Uploaded bots come along. What is moved stays where it was, \
                        too.\n\n\
                        Example: croupier move-store croupier-site postgres://croupier@localhost/croupier\n\n\
                        Exit codes: 0 moved; 1 trouble outside; 2 bad input, with nothing written."
)]
pub(crate) struct MoveStoreArgs {
    /// Where it is: the folder of a site, or postgres://USER:PASSWORD@HOST/DATABASE
    pub(crate) from: StorePlace,
    /// Where it is to be: the same; a database has to be empty, and a folder without one
    pub(crate) to: StorePlace,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &MoveStoreArgs) -> Result<(), Failure> {
    let mut told = |table: &str, rows: i64| {
        if !args.json && rows > 0 {
            eprintln!("croupier: {table}, {rows} rows");
        }
    };
    let moved = move_site(&args.from, &args.to, &mut told).map_err(failure)?;
    if args.json {
        let tables: serde_json::Map<_, _> =
            moved.tables.iter().map(|(table, rows)| (table.clone(), (*rows).into())).collect();
        say_json(serde_json::json!({ "rows": moved.rows(), "tables": tables }));
        return Ok(());
    }
    say_line(format_args!("{}: {} rows, each compared", args.to, moved.rows()));
    match &args.to {
        StorePlace::Server(_) => {
            say_line("croupier serve --store URL goes on from there");
        }
        StorePlace::Folder(folder) => {
            say_line(format_args!("croupier serve --data {} goes on from there", folder.display()));
        }
    }
    Ok(())
}

fn failure(error: NoMove) -> Failure {
    match error {
        NoMove::NoSiteIn(_)
        | NoMove::NotMoved { why: NotMoved::NotEmpty { .. }, .. }
        | NoMove::Place(NoSite::InUse(_) | NoSite::Data { .. } | NoSite::Server { .. }) => {
            Failure::BadInput(error.to_string())
        }
        other => Failure::Trouble(other.into()),
    }
}
