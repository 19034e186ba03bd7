//! What a plan says of bots behind urls: whom to trust, and how to sign in. Passwords are read here
//! and shown nowhere.

use std::fs;
use std::path::Path;

use croupier_arena::plan::{Credentials, Plan};
use croupier_hosts::http::{SignIn, Url, Web};

/// Something that is wrong in the plan, and the text to look for to say on which line.
pub(crate) struct Wrong {
    pub(crate) key: String,
    pub(crate) what: String,
}

/// What the plan says; paths are relative to its folder.
pub(crate) fn web_of<O>(plan: &Plan<O>, folder: &Path) -> Result<Web, Wrong> {
    let mut web = Web::default();
    if let Some(file) = &plan.authorities {
        let wrong = |what: String| Wrong { key: file.clone(), what: format!("{file}: {what}") };
        let pem = fs::read(folder.join(file)).map_err(|error| wrong(error.to_string()))?;
        web.trust(&pem).map_err(|why| wrong(why.to_string()))?;
    }
    let shown = |url: &str| Url::parse(url).map(|(url, _)| url.to_string());
    for (url, credentials) in &plan.credentials {
        let wrong = |what: String| Wrong { key: url.clone(), what };
        let named = shown(url).map_err(|why| wrong(format!("the credentials are for no url: {why}")))?;
        if !plan.named().any(|bot| shown(bot).is_ok_and(|bot| bot == named)) {
            return Err(wrong(format!("no bot of this plan has the url {named}")));
        }
        let password = password(url, credentials)?;
        let signed_in = web.sign_in(url, SignIn::new(&credentials.user, &password));
        signed_in.map_err(|why| wrong(why.to_string()))?;
    }
    Ok(web)
}

fn password(url: &str, credentials: &Credentials) -> Result<String, Wrong> {
    match (&credentials.password, &credentials.password_env) {
        (Some(password), None) => Ok(password.clone()),
        (None, Some(name)) => std::env::var(name).map_err(|_| Wrong {
            key: name.clone(),
            what: format!("the environment variable {name} is not set"),
        }),
        _ => {
            let what = "the credentials need a password or a password_env, and not both".to_owned();
            Err(Wrong { key: format!("credentials.\"{url}\""), what })
        }
    }
}
