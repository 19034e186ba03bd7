//! A jar as a bot.

use std::path::Path;
use std::sync::Arc;

use croupier_hosts::JavaBot;

use crate::crew::Bot;
use crate::naming::{BadBot, Finder, NamedBot, broken, file_name, hash_of};

impl Finder<'_> {
    /// The bot of a jar, called by the jar's name. Which class plays is found in the cell, when the bot is started.
    pub(crate) fn java(&self, spec: &str, jar: &Path, class: Option<&str>) -> Result<NamedBot, BadBot> {
        let missing = |why: String| BadBot::NoHost { spec: spec.to_owned(), why };
        self.kits.cell().map_err(missing)?;
        let host = self.kits.java().map_err(missing)?;
        let files = match self.files(spec, jar)? {
            Ok(files) => files,
            Err(why) => return Ok(broken(spec, jar, &why)),
        };
        let bot = JavaBot::new(host, files, class, self.limits.clone());
        Ok(NamedBot {
            name: file_name(jar),
            spec: spec.to_owned(),
            hash: hash_of(jar, class.unwrap_or_default()),
            bot: Bot::Foreign(Arc::new(bot)),
        })
    }
}
