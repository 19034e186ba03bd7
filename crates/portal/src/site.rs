//! What every page has at hand: the store, the ladders, the events and the operator's choices.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, PoisonError, RwLock};

use croupier_hosts::cell::Sandbox;
use croupier_hosts::http::Reach;
use croupier_hosts::packages::PackageList;
use croupier_hosts::{CellKind, Runtimes};
use tokio::sync::watch;

use crate::accounts::password::Passwords;
use crate::allowed::Allowed;
use crate::broadcast::Broadcast;
use crate::connections::WebLimits;
use crate::jobs::Queue;
use crate::limits::fair_queue::FairQueue;
use crate::limits::guess_limits::GuessLimits;
use crate::limits::rate_limit::RateLimits;
use crate::limits::slots::Slots;
use crate::offered::Offered;
use crate::pages::Shared;
use crate::practice::Tables;
use crate::rules::Rules;
use crate::store::admissions::Admission;
use crate::store::{ServerUrl, Store, Stored, settings};
use crate::tournament::standing::Standings;
use crate::uploads::content_store::ContentStore;
use crate::uploads::receive::Desk;
use crate::wakeup::Wakeup;

/// Who may sign up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SignUp {
    /// Everyone.
    #[default]
    Open,
    /// Whoever has an invitation code.
    Code,
    /// Whoever's address is on the list.
    List,
}

impl SignUp {
    /// All ways.
    pub const ALL: [Self; 3] = [Self::Open, Self::Code, Self::List];

    /// Its word on the command line.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Code => "code",
            Self::List => "list",
        }
    }
}

/// A word that is no way to sign up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no way to sign up; there are open, code and list")]
pub struct UnknownSignUp(String);

impl FromStr for SignUp {
    type Err = UnknownSignUp;

    fn from_str(word: &str) -> Result<Self, UnknownSignUp> {
        let found = Self::ALL.into_iter().find(|way| way.word() == word);
        found.ok_or_else(|| UnknownSignUp(word.to_owned()))
    }
}

/// What says which day it is, in milliseconds since 1970. A site has the system's; tests have their own.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl Clock {
    /// A clock of one's own.
    pub fn new(read: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    /// The time by it.
    #[must_use]
    pub fn now(&self) -> i64 {
        (self.0)()
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new(crate::store::now)
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clock(..)")
    }
}

/// What the operator chose.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Where everything is kept; beside a server, a folder of this process's own.
    pub data: PathBuf,
    /// The server that keeps the database, where it is not a file in that folder.
    pub store: Option<ServerUrl>,
    /// Whether to begin with one contest per game.
    pub demo: bool,
    /// How bots are locked up.
    pub sandbox: Sandbox,
    /// Where Python bots run.
    pub cell: CellKind,
    /// The packages that bots may use.
    pub packages: Option<Arc<PackageList>>,
    /// How many workers play; 0 for a site that only shows.
    pub workers: usize,
    /// Who may sign up; where nothing is said, whoever the organiser chose, and everyone on a new site.
    pub sign_up: Option<SignUp>,
    /// Codes or addresses that are let in, beside those that are stored.
    pub admit: Vec<Admission>,
    /// Whether readers come over TLS, through a proxy in front of this site: cookies are then sent
    /// only over it.
    pub behind_tls: bool,
    /// Whether the proxy's `X-Forwarded-For` says who is asking.
    pub trust_proxy: bool,
    /// Where bots behind urls may be.
    pub reach: Reach,
    /// What readers may have at once.
    pub limits: WebLimits,
    /// What says which day it is, for the ladders' luck.
    pub clock: Clock,
}

/// The site.
pub struct Site {
    /// What the operator chose.
    pub config: Config,
    /// What is remembered.
    pub store: Store,
    /// What is to be done.
    pub queue: Arc<dyn Queue>,
    /// The ladders, as they stand.
    pub standings: Standings,
    /// The languages that work on this machine.
    pub(crate) offered: Offered,
    /// Where uploads are.
    pub contents: ContentStore,
    /// What changes.
    pub events: Broadcast,
    /// Rung when there is work.
    pub work: Wakeup,
    /// So many games are played elsewhere at a time, by workers that are no part of any process of the site.
    pub elsewhere: Arc<AtomicUsize>,
    /// What form tokens are made with.
    pub key: [u8; 32],
    /// What hashes passwords.
    pub passwords: Passwords,
    /// Where visitors play against the house.
    pub(crate) tables: Tables,
    /// Who may ask how often.
    pub rate_limits: RateLimits,
    /// Who may guess how often, in all processes together.
    pub(crate) guess_limits: GuessLimits,
    /// Which address may read how often: apart, so that a crowd of readers cannot wash out who
    /// guesses passwords.
    pub(crate) reads: RateLimits,
    /// Slots for readers of live pages.
    pub(crate) live: Slots,
    /// Strangers who wait before their password is looked at.
    pub(crate) slowed: FairQueue,
    /// Slots for archives that are being sent.
    pub(crate) archives: Slots,
    /// Says that the site closes; whoever never ends by itself listens to it.
    pub(crate) closing: watch::Sender<bool>,
    /// What many readers ask for at once.
    pub(crate) shared: Shared,
    /// What this process is called, where there are several.
    pub(crate) place: Option<String>,
    /// The packages that bots have.
    pub(crate) allowed: Allowed,
    /// What workers run bots in; pages do no more than ask what that is.
    pub(crate) runtimes: Arc<Runtimes>,
    /// What every page says where bots are not fully locked up.
    pub warning: Option<String>,
    /// Who may sign up, as it was chosen last.
    pub(crate) sign_up: RwLock<SignUp>,
    /// What the organiser set for everyone.
    pub(crate) rules: RwLock<Arc<Rules>>,
}

impl Site {
    /// Who may sign up now.
    #[must_use]
    pub fn sign_up(&self) -> SignUp {
        *self.sign_up.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the organiser set for everyone.
    #[must_use]
    pub fn rules(&self) -> Arc<Rules> {
        Arc::clone(&self.rules.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Where uploads are received.
    pub(crate) fn desk(&self) -> Desk<'_> {
        let Self { store, contents, events, .. } = self;
        Desk { store, queue: &*self.queue, contents, events }
    }

    /// Reads again what an organiser set for everyone, in another process maybe.
    pub(crate) async fn read_rules(&self) -> Stored<()> {
        self.set_rules(Rules::read(&self.store).await?);
        let chosen = settings::get(&self.store, settings::SIGN_UP).await?;
        if let Some(way) = chosen.and_then(|word| word.parse().ok()) {
            *self.sign_up.write().unwrap_or_else(PoisonError::into_inner) = way;
        }
        Ok(())
    }

    /// Other rules hold from now on.
    pub(crate) fn set_rules(&self, rules: Rules) {
        *self.rules.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(rules);
    }
}
