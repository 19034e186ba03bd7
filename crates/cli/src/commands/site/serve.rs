//! `croupier serve`: the site. Here the command line becomes its configuration; what it does stands in the
//! crate `portal`.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use croupier_hosts::CellKind;
use croupier_hosts::cell::Sandbox;
use croupier_hosts::http::Reach;
use croupier_portal::store::admissions::Admission;
use croupier_portal::{Clock, Config, NoSite, Served, SignUp, WebLimits, serve};

use crate::failure::Failure;
use crate::output::{say_json, say_line};
use crate::packages::PackagesArgs;
use crate::store::StoreArgs;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 stopped by Ctrl-C; 1 trouble outside; 2 bad input, such as an address in use."
)]
pub(crate) struct ServeArgs {
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// Where everything is kept; beside a --store, the folder of this process
    #[arg(long, value_name = "FOLDER", default_value = "croupier-site")]
    pub(crate) data: PathBuf,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// Begin with one contest per game, players of the house on each ladder and games being played
    #[arg(long)]
    pub(crate) demo: bool,
    /// How bots are locked up: `require` starts only behind all walls, `best` is for a trial, and every page
    /// says so
    #[arg(long, value_name = "WALLS", default_value = "require")]
    pub(crate) sandbox: Sandbox,
    /// Where Python bots run: `process`, or `wasm`, inside WebAssembly, where a decision costs less, time is
    /// counted in fuel, and there is only the standard library
    #[arg(long, value_name = "CELL", default_value = "process")]
    pub(crate) cell: CellKind,
    #[command(flatten)]
    pub(crate) packages: PackagesArgs,
    /// How many workers build, check and play; 0 for a site that only shows [default: one per processor]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) workers: Option<usize>,
    /// Who may sign up: `open`, `code` (an invitation code) or `list` (addresses the organiser entered)
    /// [default: as the organiser chose on the site, and open before that]
    #[arg(long, value_name = "WHO")]
    pub(crate) sign_up: Option<SignUp>,
    /// A file with the codes or addresses that may sign up, one on each line, each of them once; behind a
    /// code may stand the address of whoever is to have it
    #[arg(long, value_name = "FILE")]
    pub(crate) admit: Option<PathBuf>,
    /// Readers come over TLS, through a proxy in front: cookies are sent over nothing else
    #[arg(long)]
    pub(crate) behind_tls: bool,
    /// The proxy in front says in X-Forwarded-For who is asking
    #[arg(long)]
    pub(crate) trust_proxy: bool,
    /// Bots behind urls may be on this machine and its own network: where everyone who uploads is trusted
    /// with that
    #[arg(long)]
    pub(crate) private_urls: bool,
    /// How many connections may be open at once; half of them from one address, and half for live pages
    #[arg(
        long,
        value_name = "NUMBER",
        default_value = "4096",
        value_parser = clap::value_parser!(u16).range(8..)
    )]
    pub(crate) connections: u16,
    /// How many requests a second one address may send; 0 for any number
    #[arg(long, value_name = "NUMBER", default_value = "1000")]
    pub(crate) reads: u32,
    /// How many seconds a request may take to come in, its file included
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "120",
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    pub(crate) request_seconds: u16,
    /// Log every request: method, path, status and milliseconds; without it only those that fail here or take
    /// a second
    #[arg(long)]
    pub(crate) log_requests: bool,
    /// Print where the site is, and the logs, as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &ServeArgs, stop: &Arc<AtomicBool>) -> Result<(), Failure> {
    log(args.json);
    let config = Config {
        listen: args.listen,
        data: args.data.clone(),
        store: args.store.store.clone(),
        demo: args.demo,
        sandbox: args.sandbox,
        cell: args.cell,
        packages: args.packages.read()?,
        workers: args.workers.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
        sign_up: args.sign_up,
        admit: admitted(args)?,
        behind_tls: args.behind_tls,
        trust_proxy: args.trust_proxy,
        reach: if args.private_urls { Reach::Anywhere } else { Reach::PublicOnly },
        limits: WebLimits {
            reads_a_second: args.reads,
            request_time: Duration::from_secs(u64::from(args.request_seconds)),
            log_requests: args.log_requests,
            ..WebLimits::of(usize::from(args.connections))
        },
        clock: Clock::default(),
    };
    serve(&config, stop, |served| ready(args, served)).map_err(|error| match error {
        NoSite::InUse(_)
        | NoSite::Alone(_)
        | NoSite::Listen { .. }
        | NoSite::NoCell(_)
        | NoSite::NoPython(_)
        | NoSite::NoPackages(_)
        | NoSite::Data { .. }
        | NoSite::Server { .. } => Failure::BadInput(error.to_string()),
        other => Failure::Trouble(other.into()),
    })
}

/// The lines of the file that says who may sign up.
fn admitted(args: &ServeArgs) -> Result<Vec<Admission>, Failure> {
    let Some(path) = &args.admit else { return Ok(Vec::new()) };
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::BadInput(format!("{}: {error}", path.display())))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(at, line): (usize, &str)| {
        let why = || {
            let what = "a code, an address, or a code and the address of whoever is to have it";
            Failure::BadInput(format!("{}, line {}: {line:?}; a line is {what}", path.display(), at + 1))
        };
        Admission::read(line).ok_or_else(why)
    };
    lines.map(read).collect()
}

/// Logs go to standard error; for programs they are JSON.
fn log(json: bool) {
    let subscriber = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
    // Somebody may have set one already, in tests; theirs is as good.
    let _ = if json {
        subscriber.json().try_init()
    } else {
        subscriber.with_ansi(std::io::stderr().is_terminal()).try_init()
    };
}

fn ready(args: &ServeArgs, served: &Served) {
    let url = format!("http://{}", served.address);
    let link = served.organiser.as_ref().map(|path| format!("{url}{path}"));
    if args.json {
        say_json(serde_json::json!({ "url": url, "organiser": link, "warning": served.warning }));
        return;
    }
    let kept = match &args.store.store {
        None => format!("everything is kept in {}", args.data.display()),
        Some(server) => format!("everything is kept by {server}"),
    };
    say_line(format_args!("The site is at {url}; {kept}"));
    if let Some(warning) = &served.warning {
        say_line(warning);
    }
    if let Some(link) = link {
        say_line(format_args!("There is no organiser yet; this link makes the first one, once: {link}"));
    }
}
