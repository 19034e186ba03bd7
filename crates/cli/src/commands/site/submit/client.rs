//! What talks to a site from the command line: one address, one token, JSON back. What it was told last is
//! remembered.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use croupier_hosts::http::Url;
use croupier_record::atomic_file::AtomicFile;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::failure::Failure;

/// An answer is at most so large.
const MOST_BYTES: u64 = 64 << 20;
const REQUEST_LIMIT: Duration = Duration::from_secs(60);

/// Which site, and who is calling.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SiteArgs {
    /// The site's address [default: the one of the last submit]
    #[arg(long, value_name = "URL", env = "CROUPIER_SITE")]
    pub(crate) to: Option<String>,
    /// Your personal token, made on the site's page Home [default: the one of the last submit]
    #[arg(long, value_name = "WORD", env = "CROUPIER_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
}

/// What is remembered from the last submit.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Remembered {
    site: Option<String>,
    token: Option<String>,
}

/// A site to talk to.
pub(crate) struct Client {
    agent: ureq::Agent,
    pub(crate) site: String,
    token: Option<String>,
}

impl Client {
    /// The site that is named, or the remembered one.
    pub(crate) fn new(args: &SiteArgs) -> Result<Self, Failure> {
        let remembered = Remembered::read();
        let site = args.to.clone().or(remembered.site.clone());
        let site = site.ok_or_else(|| bad("no site is named; say it with --to https://…".to_owned()))?;
        let site = site.trim_end_matches('/').to_owned();
        if !Url::is_one(&site) {
            return Err(bad(format!("{site} is no address of a site; one begins with https:// or http://")));
        }
        // A token is for the site that gave it, and for no other.
        let same = remembered.site.as_deref() == Some(&site);
        let token = args.token.clone().or(remembered.token.filter(|_| same));
        let config = ureq::Agent::config_builder();
        let config = config.http_status_as_error(false).max_redirects(0).timeout_global(Some(REQUEST_LIMIT));
        Ok(Self { agent: config.build().into(), site, token })
    }

    /// Remembers site and token for the next command, in a file that only this user reads.
    pub(crate) fn remember(&self) -> Result<(), Failure> {
        let Some(path) = Remembered::path() else { return Ok(()) };
        let remembered = Remembered { site: Some(self.site.clone()), token: self.token.clone() };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(Failure::unwritten(folder))?;
        }
        let text =
            serde_json::to_string_pretty(&remembered).map_err(|error| Failure::Trouble(error.into()))?;
        let mut file = AtomicFile::create_private(&path).map_err(Failure::unwritten(&path))?;
        file.write_all(text.as_bytes()).and_then(|()| file.finish()).map_err(Failure::unwritten(&path))
    }

    /// Reads something as JSON.
    pub(crate) fn get(&self, path: &str) -> Result<Value, Failure> {
        json(&self.bytes(path)?)
    }

    /// Reads something.
    pub(crate) fn bytes(&self, path: &str) -> Result<Vec<u8>, Failure> {
        let mut request = self.agent.get(format!("{}{path}", self.site));
        if let Some(token) = &self.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        self.answer(request.call())
    }

    /// Sends a form of one part.
    pub(crate) fn send(&self, path: &str, part: &Part<'_>) -> Result<Value, Failure> {
        let token = self.token.as_ref().ok_or_else(|| {
            bad("no token is given; make one on the site's page Home and say it with --token or \
                 CROUPIER_TOKEN"
                .into())
        })?;
        let edge = format!("croupier-{}", std::process::id());
        let request = self
            .agent
            .post(format!("{}{path}", self.site))
            .header("Authorization", format!("Bearer {token}"))
            .header("Content-Type", format!("multipart/form-data; boundary={edge}"));
        json(&self.answer(request.send(part.form(&edge).as_slice()))?)
    }

    fn answer(
        &self,
        sent: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<Vec<u8>, Failure> {
        let trouble = |error: ureq::Error| Failure::Trouble(anyhow::anyhow!("{}: {error}", self.site));
        let mut response = sent.map_err(trouble)?;
        let status = response.status().as_u16();
        let body = response.body_mut().with_config().limit(MOST_BYTES).read_to_vec().map_err(trouble)?;
        if status < 300 {
            return Ok(body);
        }
        let said = json(&body).ok().and_then(|value| value["error"].as_str().map(str::to_owned));
        let said = said.unwrap_or_else(|| format!("the site answered {status}"));
        if status >= 500 { Err(Failure::Trouble(anyhow::anyhow!("{said}"))) } else { Err(bad(said)) }
    }
}

/// What is sent: a file, or a url.
pub(crate) enum Part<'a> {
    File { name: &'a str, bytes: &'a [u8] },
    Url(&'a str),
}

impl Part<'_> {
    fn form(&self, edge: &str) -> Vec<u8> {
        let (head, bytes) = match self {
            Self::File { name, bytes } => {
                let plain: String =
                    name.chars().map(|c| if c == '"' || c.is_control() { '_' } else { c }).collect();
                (
                    format!("name=\"file\"; filename=\"{plain}\"\r\nContent-Type: application/octet-stream"),
                    *bytes,
                )
            }
            Self::Url(url) => ("name=\"url\"".to_owned(), url.as_bytes()),
        };
        let mut form = format!("--{edge}\r\nContent-Disposition: form-data; {head}\r\n\r\n").into_bytes();
        form.extend_from_slice(bytes);
        form.extend_from_slice(format!("\r\n--{edge}--\r\n").as_bytes());
        form
    }
}

impl Remembered {
    fn path() -> Option<PathBuf> {
        let folder = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
        let folder =
            folder.or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config")));
        folder.map(|folder| folder.join("croupier").join("site.json"))
    }

    fn read() -> Self {
        let text = Self::path().and_then(|path| fs::read_to_string(path).ok());
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }
}

fn json(bytes: &[u8]) -> Result<Value, Failure> {
    serde_json::from_slice(bytes)
        .map_err(|error| Failure::Trouble(anyhow::anyhow!("the site's answer is not JSON: {error}")))
}

fn bad(what: String) -> Failure {
    Failure::BadInput(what)
}
