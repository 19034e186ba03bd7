//! `croupier submit`, `croupier status` and `croupier fetch-game`: a site from the command line.

mod client;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use croupier_hosts::http::Url;
use serde_json::Value;

use crate::failure::Failure;
use crate::output::{say, say_json, say_line};
use client::{Client, Part, SiteArgs};

/// How often a site is asked how a check goes.
const ASKED: Duration = Duration::from_millis(500);

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 the bot passed; 1 it failed, or trouble outside; 2 bad input; 130 \
                  interrupted, and the check goes on without you.")]
pub(crate) struct SubmitArgs {
    /// The bot: a file, a zip archive, or a url
    pub(crate) bot: String,
    /// The contest's name, as in its address
    #[arg(long, value_name = "NAME")]
    pub(crate) contest: String,
    #[command(flatten)]
    pub(crate) site: SiteArgs,
    /// Do not wait for the end of the check
    #[arg(long)]
    pub(crate) no_wait: bool,
    /// Print the upload as JSON, once
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct StatusArgs {
    /// The number of an upload [default: all of yours]
    pub(crate) upload: Option<i64>,
    #[command(flatten)]
    pub(crate) site: SiteArgs,
    /// Print it as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct FetchGameArgs {
    /// The number of the game
    pub(crate) game: i64,
    /// Where to write its record [default: game-<number>.croupier]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) site: SiteArgs,
}

pub(crate) fn submit(args: &SubmitArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let client = Client::new(&args.site)?;
    let path = format!("/api/v1/contests/{}/uploads", args.contest);
    let sent = if Url::is_one(&args.bot) {
        client.send(&path, &Part::Url(&args.bot))?
    } else {
        let bytes =
            fs::read(&args.bot).map_err(|error| Failure::BadInput(format!("{}: {error}", args.bot)))?;
        let name = PathBuf::from(&args.bot);
        let name = name.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        client.send(&path, &Part::File { name: &name, bytes: &bytes })?
    };
    client.remember()?;
    let id = sent["id"].as_i64().unwrap_or_default();
    if !args.json {
        say_line(format_args!("Upload {id} is at {}/uploads/{id}", client.site));
    }
    let upload = if args.no_wait { sent } else { followed(&client, id, stop, args.json)? };
    if args.json {
        say_json(format_args!("{upload:#}"));
    }
    if upload["state"] == "failed" { Err(Failure::NotSound) } else { Ok(()) }
}

/// Tells each stage as it ends, until the check is over.
fn followed(client: &Client, id: i64, stop: &AtomicBool, quiet: bool) -> Result<Value, Failure> {
    let (mut told, mut place) = (0, None);
    loop {
        let upload = client.get(&format!("/api/v1/uploads/{id}"))?;
        if !quiet {
            if upload["place"].as_i64() != place {
                place = upload["place"].as_i64();
                if let Some(place) = place {
                    say_line(format_args!("waiting, number {place} in the queue"));
                }
            }
            told = tell_stages(&upload, told);
        }
        if upload["state"] == "passed" || upload["state"] == "failed" {
            if !quiet {
                say_line(format_args!("{}", upload["detail"].as_str().unwrap_or_default()));
            }
            return Ok(upload);
        }
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        std::thread::sleep(ASKED);
    }
}

/// Tells the stages that ended since; gives how many are told.
fn tell_stages(upload: &Value, told: usize) -> usize {
    let stages = upload["stages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let ended = stages.iter().take_while(|stage| stage["verdict"] != "running").count();
    for stage in stages.iter().take(ended).skip(told) {
        say(stage_lines(stage));
    }
    if told == 0
        && ended > 0
        && let Some(compiler) = upload["compiler"].as_str()
    {
        say_line(compiler);
    }
    ended.max(told)
}

fn stage_lines(stage: &Value) -> String {
    let word = |key: &str| stage[key].as_str().unwrap_or_default();
    let mut lines = format!("{:<12}{}", word("verdict"), word("name"));
    if !word("detail").is_empty() {
        lines += &format!(": {}", word("detail"));
    }
    lines.push('\n');
    if let Some(what) = stage["failing"]["what"].as_str() {
        lines += &format!("            {what}\n");
    }
    for (title, key) in [("it was shown", "view"), ("it answered", "answer")] {
        if !stage["failing"][key].is_null() {
            lines += &format!("            {title}: {}\n", stage["failing"][key]);
        }
    }
    if let Some(replay) = stage["replay"].as_str() {
        lines += &format!("            to see it again: {replay}\n");
    }
    lines
}

pub(crate) fn status(args: &StatusArgs) -> Result<(), Failure> {
    let client = Client::new(&args.site)?;
    let path = args.upload.map_or_else(|| "/api/v1/uploads".to_owned(), |id| format!("/api/v1/uploads/{id}"));
    let answer = client.get(&path)?;
    if args.json {
        say_json(format_args!("{answer:#}"));
        return Ok(());
    }
    let one = std::slice::from_ref(&answer);
    let uploads = answer.as_array().map_or(one, Vec::as_slice);
    for upload in uploads {
        let plays = if upload["plays"] == true { ", plays" } else { "" };
        let place = upload["place"]
            .as_i64()
            .map(|place| format!(", number {place} in the queue"))
            .unwrap_or_default();
        let word = |key: &str| upload[key].as_str().unwrap_or_default();
        say_line(format_args!(
            "{:>6}  {:<12}{:<20}{}{place}{plays}",
            upload["id"],
            word("contest"),
            word("file_name"),
            word("state")
        ));
    }
    if args.upload.is_some() {
        tell_stages(&answer, 0);
    }
    Ok(())
}

pub(crate) fn fetch_game(args: &FetchGameArgs) -> Result<(), Failure> {
    let client = Client::new(&args.site)?;
    let record = client.bytes(&format!("/games/{}/record", args.game))?;
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("game-{}.croupier", args.game)));
    let written =
        fs::File::create_new(&path).and_then(|mut file| std::io::Write::write_all(&mut file, &record));
    written.map_err(|error| Failure::BadInput(format!("{}: {error}", path.display())))?;
    say_line(format_args!(
        "{} is written; croupier log {} 0 tells its story",
        path.display(),
        path.display()
    ));
    Ok(())
}
