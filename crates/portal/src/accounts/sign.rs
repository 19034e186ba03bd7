//! Signing up, in and out, and one-time links: what they change in the store. Errors never tell
//! which accounts exist.

use std::net::IpAddr;

use croupier_record::Day;

use crate::accounts::confusable_names;
use crate::accounts::guesses::{Guess, Guesser};
use crate::accounts::password::Passwords;
use crate::accounts::secrets;
use crate::error::Wrong;
use crate::limits::rate_limit::{CHANGES, CODES};
use crate::limits::slots::network_of;
use crate::site::{SignUp, Site};
use crate::store::accounts::{self, Link, NotFree, Role};
use crate::store::{Write, admissions, devices, now, sessions};

/// How long a session lasts.
pub const SESSION_SECONDS: i64 = 30 * Day::SECONDS;
/// How long a one-time link can be used.
const LINK_MS: i64 = 7 * Day::MS;
/// How long an invitation can be used, where nothing else is said.
pub(crate) const INVITATION_MS: i64 = 60 * Day::MS;
/// A name is at most so long.
const LONGEST_NAME: usize = 40;

/// Where somebody comes from.
#[derive(Debug, Clone)]
pub struct Origin {
    /// Their address.
    pub address: IpAddr,
    /// The word that their browser was given when somebody signed in there before.
    pub device: Option<String>,
}

/// Somebody who is signed in now: the words for their cookies.
#[derive(Debug, Clone)]
pub struct Signed {
    /// For the session.
    pub session: String,
    /// For the browser.
    pub device: String,
}

/// What somebody who signs up wrote.
#[derive(Debug, Clone, Default)]
pub struct NewAccount {
    /// The name on ladders.
    pub name: String,
    /// The mail address, where sign-up goes by a list of them.
    pub address: String,
    /// As typed.
    pub password: String,
    /// The invitation code; empty for none.
    pub code: String,
}

/// With what somebody gets an account.
enum Key<'a> {
    /// Everyone may.
    Open,
    /// An invitation, which is used up and may bind an address.
    Code(&'a str),
    /// An address on the list, which becomes the account's.
    Address(&'a str),
    /// The first organiser's link, by its hash.
    Link(&'a str),
}

/// Signs somebody up and in.
pub async fn up(site: &Site, new: NewAccount, from: &Origin) -> Result<Signed, Wrong> {
    let name = checked_name(&new.name)?;
    Passwords::check(&new.password)?;
    let address = checked_address(&new.address)?;
    let (key, refusal) = match (site.sign_up(), &address) {
        (SignUp::Open, _) => (Key::Open, ""),
        (SignUp::Code, _) => {
            (Key::Code(new.code.trim()), "this invitation code is not known, was used or is too old")
        }
        (SignUp::List, Some(address)) => {
            (Key::Address(address), "this address is not on the list, or was used; ask your organiser")
        }
        (SignUp::List, None) => return Err(Wrong::Bad("write the address that is on the list".to_owned())),
    };
    if let Key::Code(word) | Key::Address(word) = key {
        let bucket = format!("code {}", network_of(from.address));
        if !site.guess_limits.take(&bucket, CODES).await? {
            return Err(Wrong::TooMany);
        }
        if !admissions::is_open(&site.store, word).await? {
            return Err(Wrong::Bad(refusal.to_owned()));
        }
        site.guess_limits.give_back(&bucket, CODES).await?;
    }
    add(site, &name, new.password, Role::Player, key, from).await
}

async fn add(
    site: &Site,
    name: &str,
    password: String,
    role: Role,
    key: Key<'_>,
    from: &Origin,
) -> Result<Signed, Wrong> {
    let hash = site.passwords.hash(password, from.address).await?;
    let mut write = site.store.write().await?;
    if let Key::Link(link) = key
        && !accounts::use_link(&mut write, link).await?
    {
        return Err(spent());
    }
    let address = if let Key::Address(address) = key { Some(address) } else { None };
    let account = accounts::add(&mut write, name, address, &hash, role).await?.map_err(not_free)?;
    if let Key::Code(word) | Key::Address(word) = key {
        // Somebody may have been quicker while the password was hashed.
        let bound = admissions::use_up(&mut write, word, account).await?;
        let bound = bound.ok_or_else(|| Wrong::Bad("this invitation was used just now".to_owned()))?;
        if let Some(bound) = bound
            && !accounts::set_address(&mut write, account, Some(&bound)).await?
        {
            return Err(Wrong::Bad("the address of this invitation has an account already".to_owned()));
        }
    }
    let signed = begin(&mut write, account, from).await?;
    write.commit().await?;
    site.store.settle().await?;
    Ok(signed)
}

fn not_free(why: NotFree) -> Wrong {
    Wrong::Bad(match why {
        NotFree::Taken => "this name or address is taken; choose another".to_owned(),
        NotFree::LooksAlike => "this name looks like one that is taken; choose another".to_owned(),
    })
}

/// Signs somebody in.
pub async fn r#in(site: &Site, name: &str, password: String, from: &Origin) -> Result<Signed, Wrong> {
    let account = accounts::named(&site.store, name.trim()).await?;
    // However it was named, it is one account; what is none counts by its name.
    let key = account.as_ref().map_or_else(
        || format!("of {}", name.trim().to_lowercase()),
        |account| format!("of number {}", account.id),
    );
    let device = match (&account, &from.device) {
        (Some(account), Some(word)) => {
            let hash = secrets::hash(word);
            devices::knows(&site.store, &hash, account.id).await?.then_some(hash)
        }
        _ => None,
    };
    let guesser = Guesser { account: &key, address: from.address, device: device.as_deref() };
    let guess = Guess::begin(&site.guess_limits, guesser).await?;
    if let Some(wait) = guess.wait {
        let turn = site.slowed.take(from.address).await?;
        tokio::time::sleep(wait).await;
        drop(turn);
    }
    let hash = account.as_ref().map(|account| account.password.clone());
    let fits = site.passwords.verify(password, hash, from.address).await?;
    let Some(account) = account.filter(|_| fits) else {
        return Err(Wrong::Bad("name and password do not fit together".to_owned()));
    };
    guess.was_right(&site.guess_limits).await?;
    let mut write = site.store.write().await?;
    let signed = begin(&mut write, account.id, from).await?;
    write.commit().await?;
    Ok(signed)
}

async fn begin(write: &mut Write, account: i64, from: &Origin) -> Result<Signed, Wrong> {
    let session = secrets::word();
    sessions::begin(write, &secrets::hash(&session), account, now() + SESSION_SECONDS * 1000).await?;
    let device = from.device.clone().unwrap_or_else(secrets::word);
    devices::remember(write, &secrets::hash(&device), account).await?;
    Ok(Signed { session, device })
}

/// Ends a session.
pub async fn out(site: &Site, cookie: &str) -> Result<(), Wrong> {
    let mut write = site.store.write().await?;
    sessions::end(&mut write, &secrets::hash(cookie)).await?;
    write.commit().await?;
    Ok(())
}

/// Changes a password that is known; all sessions and tokens end, and a new session begins.
pub async fn change(
    site: &Site,
    account: i64,
    old: String,
    new: String,
    from: &Origin,
) -> Result<Signed, Wrong> {
    Passwords::check(&new)?;
    let known = accounts::get(&site.store, account).await?.ok_or(Wrong::SignIn)?;
    let bucket = format!("change {account}");
    if !site.guess_limits.take(&bucket, CHANGES).await? {
        return Err(Wrong::TooMany);
    }
    if !site.passwords.verify(old, Some(known.password), from.address).await? {
        return Err(Wrong::Bad("the old password is not that".to_owned()));
    }
    site.guess_limits.give_back(&bucket, CHANGES).await?;
    set_password(site, account, new, None, from).await
}

async fn set_password(
    site: &Site,
    account: i64,
    new: String,
    link: Option<&str>,
    from: &Origin,
) -> Result<Signed, Wrong> {
    let hash = site.passwords.hash(new, from.address).await?;
    let mut write = site.store.write().await?;
    if let Some(link) = link
        && !accounts::use_link(&mut write, link).await?
    {
        return Err(spent());
    }
    accounts::set_password(&mut write, account, &hash).await?;
    let signed = begin(&mut write, account, from).await?;
    write.commit().await?;
    site.store.settle().await?;
    Ok(signed)
}

/// Makes a one-time link and gives its word.
pub async fn make_link(site: &Site, link: Link) -> Result<String, Wrong> {
    let word = secrets::word();
    let mut write = site.store.write().await?;
    accounts::add_link(&mut write, &secrets::hash(&word), link, now() + LINK_MS).await?;
    write.commit().await?;
    Ok(word)
}

/// Uses a link: a new password for its account, or the first organiser's account with this name.
pub async fn use_link(
    site: &Site,
    word: &str,
    name: &str,
    password: String,
    from: &Origin,
) -> Result<Signed, Wrong> {
    Passwords::check(&password)?;
    let hash = secrets::hash(word);
    let bucket = format!("code {}", network_of(from.address));
    if !site.guess_limits.take(&bucket, CODES).await? {
        return Err(Wrong::TooMany);
    }
    let link = accounts::link(&site.store, &hash).await?.ok_or_else(spent)?;
    site.guess_limits.give_back(&bucket, CODES).await?;
    match link {
        Link::Password(account) => set_password(site, account, password, Some(&hash), from).await,
        Link::Organiser => {
            let name = checked_name(name)?;
            add(site, &name, password, Role::Organiser, Key::Link(&hash), from).await
        }
    }
}

fn spent() -> Wrong {
    Wrong::Bad("this link was used or is too old; ask for a new one".to_owned())
}

/// A name of letters, figures and a few signs, or why it is none.
pub(crate) fn checked_name(name: &str) -> Result<String, Wrong> {
    let name = confusable_names::normal(name);
    let plain = |c: char| c.is_alphanumeric() || confusable_names::SEPARATORS.contains(&c);
    let looks_empty = confusable_names::skeleton(&name).is_empty();
    if looks_empty || name.chars().count() > LONGEST_NAME || !name.chars().all(plain) {
        return Err(Wrong::Bad(format!(
            "a name has 1 to {LONGEST_NAME} letters, figures, spaces, dots, dashes and underscores"
        )));
    }
    // Players of the house are called `house:` and their name.
    let house =
        name.to_lowercase().strip_prefix("house").map(|rest| !rest.starts_with(char::is_alphanumeric));
    if house == Some(true) {
        return Err(Wrong::Bad("the house has names of its own; choose another".to_owned()));
    }
    Ok(name)
}

/// A mail address as it is kept, nothing for none, or why it is none.
pub(crate) fn checked_address(address: &str) -> Result<Option<String>, Wrong> {
    let address = address.trim();
    if address.is_empty() {
        return Ok(None);
    }
    let parts = address.split_once('@').filter(|(one, other)| !one.is_empty() && other.contains('.'));
    if parts.is_none() || address.len() > 200 || address.chars().any(char::is_whitespace) {
        return Err(Wrong::Bad(format!("{address} is no mail address")));
    }
    Ok(Some(address.to_owned()))
}
