//! Signing up, in and out, and one-time links: what they change in the store. Errors never tell which accounts exist.

use crate::accounts::password::Passwords;
use crate::error::Wrong;
use crate::secrets;
use crate::site::{SignUp, Site};
use crate::store::accounts::{self, Link, Role};
use crate::store::{now, sessions};

/// How long a session lasts.
pub const SESSION_SECONDS: i64 = 30 * 86_400;
/// How long a one-time link can be used.
const LINK_MS: i64 = 7 * 86_400 * 1000;
/// A name is at most so long.
const LONGEST_NAME: usize = 40;

/// What somebody who signs up wrote.
#[derive(Debug, Clone, Default)]
pub struct NewAccount {
    /// The name on ladders.
    pub name: String,
    /// The mail address; empty for none.
    pub address: String,
    /// The password.
    pub password: String,
    /// The invitation code; empty for none.
    pub code: String,
}

/// Signs somebody up and in; gives the word for the session's cookie.
pub async fn up(site: &Site, new: NewAccount) -> Result<String, Wrong> {
    let name = checked_name(&new.name)?;
    Passwords::check(&new.password)?;
    let address = checked_address(&new.address)?;
    admitted(site, address.as_deref(), &new.code).await?;
    add(site, &name, address.as_deref(), new.password, Role::Player, None).await
}

async fn admitted(site: &Site, address: Option<&str>, code: &str) -> Result<(), Wrong> {
    let (word, refusal) = match site.sign_up() {
        SignUp::Open => return Ok(()),
        SignUp::Code => (Some(code.trim()), "this invitation code is not known"),
        SignUp::List => (address, "this address is not on the list; ask your organiser"),
    };
    let known = match word {
        Some(word) if !word.is_empty() => accounts::is_admitted(&site.store, word).await?,
        _ => false,
    };
    if known { Ok(()) } else { Err(Wrong::Bad(refusal.to_owned())) }
}

async fn add(
    site: &Site,
    name: &str,
    address: Option<&str>,
    password: String,
    role: Role,
    link: Option<&str>,
) -> Result<String, Wrong> {
    let hash = site.passwords.hash(password).await?;
    let cookie = secrets::word();
    let mut write = site.store.write().await?;
    if let Some(link) = link
        && !accounts::use_link(&mut write, link).await?
    {
        return Err(spent());
    }
    let taken = || Wrong::Bad("this name or address is taken; choose another".to_owned());
    let account = accounts::add(&mut write, name, address, &hash, role).await?.ok_or_else(taken)?;
    sessions::begin(&mut write, &secrets::hash(&cookie), account, now() + SESSION_SECONDS * 1000).await?;
    write.commit().await?;
    site.store.settle().await?;
    Ok(cookie)
}

/// Signs somebody in; gives the word for the session's cookie.
pub async fn r#in(site: &Site, name: &str, password: String) -> Result<String, Wrong> {
    let account = accounts::named(&site.store, name.trim()).await?;
    let hash = account.as_ref().map(|account| account.password.clone());
    let fits = site.passwords.verify(password, hash).await?;
    let Some(account) = account.filter(|_| fits) else {
        return Err(Wrong::Bad("name and password do not fit together".to_owned()));
    };
    begin(site, account.id).await
}

async fn begin(site: &Site, account: i64) -> Result<String, Wrong> {
    let cookie = secrets::word();
    let mut write = site.store.write().await?;
    sessions::begin(&mut write, &secrets::hash(&cookie), account, now() + SESSION_SECONDS * 1000).await?;
    write.commit().await?;
    Ok(cookie)
}

/// Ends a session.
pub async fn out(site: &Site, cookie: &str) -> Result<(), Wrong> {
    let mut write = site.store.write().await?;
    sessions::end(&mut write, &secrets::hash(cookie)).await?;
    write.commit().await?;
    Ok(())
}

/// Changes a password that is known; all sessions end, and a new one begins.
pub async fn change(site: &Site, account: i64, old: String, new: String) -> Result<String, Wrong> {
    Passwords::check(&new)?;
    let known = accounts::get(&site.store, account).await?.ok_or(Wrong::SignIn)?;
    if !site.passwords.verify(old, Some(known.password)).await? {
        return Err(Wrong::Bad("the old password is not that".to_owned()));
    }
    set_password(site, account, new, None).await
}

async fn set_password(site: &Site, account: i64, new: String, link: Option<&str>) -> Result<String, Wrong> {
    let hash = site.passwords.hash(new).await?;
    let mut write = site.store.write().await?;
    if let Some(link) = link
        && !accounts::use_link(&mut write, link).await?
    {
        return Err(spent());
    }
    accounts::set_password(&mut write, account, &hash).await?;
    write.commit().await?;
    site.store.settle().await?;
    begin(site, account).await
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
pub async fn use_link(site: &Site, word: &str, name: &str, password: String) -> Result<String, Wrong> {
    Passwords::check(&password)?;
    let hash = secrets::hash(word);
    match accounts::link(&site.store, &hash).await?.ok_or_else(spent)? {
        Link::Password(account) => set_password(site, account, password, Some(&hash)).await,
        Link::Organiser => {
            let name = checked_name(name)?;
            add(site, &name, None, password, Role::Organiser, Some(&hash)).await
        }
    }
}

fn spent() -> Wrong {
    Wrong::Bad("this link was used or is too old; ask for a new one".to_owned())
}

/// A name of letters, figures and a few signs, or why it is none.
fn checked_name(name: &str) -> Result<String, Wrong> {
    let name = name.trim();
    let plain = |c: char| c.is_alphanumeric() || " ._-'".contains(c);
    if name.is_empty() || name.chars().count() > LONGEST_NAME || !name.chars().all(plain) {
        return Err(Wrong::Bad(format!(
            "a name has 1 to {LONGEST_NAME} letters, figures, spaces, dots, dashes and underscores"
        )));
    }
    Ok(name.to_owned())
}

fn checked_address(address: &str) -> Result<Option<String>, Wrong> {
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
