//! `croupier contest`: makes a contest on a site, which may be running.

use std::path::PathBuf;

use croupier_arena::plan::Limits;
use croupier_games::list;
use croupier_portal::store::Store;
use croupier_portal::store::contests::Contest;
use croupier_portal::uploads::kind;
use croupier_portal::{NotMade, house_specs, make_contest};
use croupier_record::UtcTime;
use croupier_session::usual_options;

use crate::failure::Failure;
use crate::output::{say_json, say_line};
use crate::store::StoreArgs;

/// What is said of `--languages`.
fn languages_taken() -> String {
    format!("Which bots are taken: {} [default: all]", kind::words().join(", "))
}

#[derive(Debug, clap::Args)]
pub(crate) struct ContestArgs {
    /// Its name in addresses: small letters, figures and dashes
    pub(crate) name: String,
    /// The game
    #[arg(long)]
    pub(crate) game: String,
    /// Its name for people [default: the game's]
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// How many sit at a table [default: the most the game takes]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seats: Option<i64>,
    /// The game's options, as JSON [default: the game's own]
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
    /// Milliseconds for a move [default: the game's own]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) move_ms: Option<u64>,
    /// Megabytes of memory for each bot
    #[arg(long, value_name = "NUMBER", default_value_t = 512)]
    pub(crate) memory_mb: u64,
    #[arg(long, value_name = "KIND", value_delimiter = ',', help = languages_taken())]
    pub(crate) languages: Vec<String>,
    /// When uploads are taken from, as 2026-10-01 08:00, in UTC [default: now]
    #[arg(long, value_name = "MOMENT")]
    pub(crate) opens: Option<UtcTime>,
    /// When it ends [default: never]
    #[arg(long, value_name = "MOMENT")]
    pub(crate) closes: Option<UtcTime>,
    /// The players of the house on its ladder [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) house: Option<Vec<String>>,
    /// At most so many games of the ladder a minute
    #[arg(long, value_name = "NUMBER", default_value_t = 600)]
    pub(crate) games_a_minute: i64,
    /// The site's folder
    #[arg(long, value_name = "FOLDER", default_value = "croupier-site")]
    pub(crate) data: PathBuf,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &ContestArgs) -> Result<(), Failure> {
    let about = list::about(&args.game)?;
    if args.store.store.is_none() && !args.data.is_dir() {
        let what = format!("there is no site in {}; `croupier serve` makes one", args.data.display());
        return Err(Failure::BadInput(what));
    }
    let limits = Limits { move_ms: args.move_ms, memory_mb: args.memory_mb, ..Limits::default() };
    let house = match &args.house {
        Some(names) => names.iter().filter(|name| !name.is_empty()).map(|name| spec(name)).collect(),
        None => house_specs(&args.game).map_err(failure)?,
    };
    let contest = Contest {
        id: 0,
        name: args.name.clone(),
        title: args.title.clone().unwrap_or_else(|| about.title.to_owned()),
        game: args.game.clone(),
        seats: args.seats.unwrap_or_else(|| about.seats.iter().copied().max().unwrap_or(2) as i64),
        options: match &args.options {
            Some(options) => options.clone(),
            None => usual_options(&args.game)?.to_string(),
        },
        limits: serde_json::to_string(&limits).map_err(|error| Failure::Trouble(error.into()))?,
        languages: args.languages.join(","),
        opens: args.opens.map(UtcTime::milliseconds),
        closes: args.closes.map(UtcTime::milliseconds),
        paused: false,
        games_a_minute: args.games_a_minute,
    };
    let id = make(args, &contest, &house)?;
    if args.json {
        say_json(serde_json::json!({ "id": id, "name": contest.name, "house": house }));
    } else {
        say_line(format_args!(
            "{} is at /c/{}, with {} players of the house",
            contest.title,
            contest.name,
            house.len()
        ));
    }
    Ok(())
}

fn make(args: &ContestArgs, contest: &Contest, house: &[String]) -> Result<i64, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Trouble(error.into()))?;
    runtime.block_on(async {
        let store = Store::of_site(&args.data, args.store.store.as_ref())
            .await
            .map_err(|error| Failure::Trouble(error.into()))?;
        let made = make_contest(&store, contest, house).await;
        store.close().await;
        made.map_err(failure)
    })
}

fn spec(name: &str) -> String {
    format!("house:{}", name.strip_prefix("house:").unwrap_or(name))
}

fn failure(error: NotMade) -> Failure {
    match error {
        NotMade::Bad(what) => Failure::BadInput(what),
        other => Failure::Trouble(other.into()),
    }
}
