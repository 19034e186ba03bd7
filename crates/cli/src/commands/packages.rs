//! `croupier packages FILE`: installs what bots may use, once, and lists what is there.

use std::path::PathBuf;
use std::time::Instant;

use croupier_hosts::packages::{Entry, Installed, PackageLanguage, Uninstalled, install};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output::{note, say_json, say_line};
use crate::packages::read_list;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct PackagesCommandArgs {
    /// The list: packages.toml, with python, java and javascript
    pub(crate) file: PathBuf,
    /// Print what is there as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print what is there and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const EXAMPLE: &str =
    "Exit codes: 0 all are there; 1 the network or this machine does not bring them; 2 bad input, such \
as a package that does not exist.

Example, with packages.toml:
  python = [\"numpy==1.26.4\", \"wheels/mine-1.0-py3-none-any.whl\"]
  java = [\"gson-2.10.1.jar\"]
  javascript = [\"lodash@4.17.21\", \"./helpers\"]

  croupier packages packages.toml
  croupier check bot.py --packages packages.toml";

pub(crate) fn run(args: &PackagesCommandArgs) -> Result<(), Failure> {
    let list = read_list(&args.file)?;
    let mut all = Vec::new();
    for language in PackageLanguage::ALL.into_iter().filter(|language| !list.of(*language).is_empty()) {
        let begun = Instant::now();
        let begin = || {
            let names: Vec<&str> = list.of(language).iter().map(Entry::said).collect();
            if !args.quiet && !args.json {
                note(format_args!("croupier: installing for {}: {} …", language.title(), names.join(", ")));
            }
        };
        let installed = install(&list, language, begin).map_err(|error| failure(args, &error))?;
        if !args.json {
            tell(&installed, begun);
        }
        all.push(installed);
    }
    if args.json {
        let packages: Vec<Value> = all.iter().map(as_json).collect();
        say_json(format_args!("{:#}", json!({"hash": list.hash(), "installed": packages})));
    } else if all.is_empty() {
        say_line(format_args!("{} lists no packages", args.file.display()));
    }
    Ok(())
}

fn tell(installed: &Installed, begun: Instant) {
    let names: Vec<String> = installed.packages.iter().map(ToString::to_string).collect();
    let when = match installed.is_new {
        true => format!("installed in {:.1} s", begun.elapsed().as_secs_f64()),
        false => "there already".to_owned(),
    };
    let title = installed.language.title();
    say_line(format_args!("{title}: {} ({when}, {})", names.join(", "), installed.folder.display()));
}

fn as_json(installed: &Installed) -> Value {
    let package =
        |one: &croupier_hosts::packages::AvailablePackage| json!({"name": one.name, "version": one.version});
    json!({
        "language": installed.language.word(),
        "folder": installed.folder,
        "new": installed.is_new,
        "packages": installed.packages.iter().map(package).collect::<Vec<_>>(),
    })
}

fn failure(args: &PackagesCommandArgs, error: &Uninstalled) -> Failure {
    let said = format!("{}: {error}", args.file.display());
    if error.is_bad_input() { Failure::BadInput(said) } else { Failure::Trouble(anyhow::anyhow!(said)) }
}
