//! What the files of a bot are called.

/// The folder for what bots print, in the folder of a run.
pub const BOT_LOGS: &str = "bot-logs";

/// A file's name has 255 bytes on most disks, and more than a bot's name goes into it.
const MOST_BYTES: usize = 200;

/// A bot's name as part of a file name: what file systems do not take becomes a dash, and what is too long is
/// cut.
#[must_use]
pub fn file_name(bot: &str) -> String {
    let fitting = bot.char_indices().take_while(|(at, c)| at + c.len_utf8() <= MOST_BYTES).map(|(_, c)| c);
    let plain: String =
        fitting.map(|c| if matches!(c, ':' | '/' | '\\') || c.is_control() { '-' } else { c }).collect();
    if plain.starts_with('.') { format!("-{plain}") } else { plain }
}

/// The log of what a bot prints in a lane: lanes after the first have files of their own.
#[must_use]
pub fn bot_log_name(bot: &str, lane: usize) -> String {
    let name = file_name(bot);
    if lane == 0 { format!("{name}.log") } else { format!("{name}.lane{}.log", lane + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_its_folder() {
        assert_eq!(file_name("house:greedy"), "house-greedy");
        assert_eq!(file_name("../../etc/passwd"), "-..-..-etc-passwd");
        assert_eq!(file_name("a\nb"), "a-b");
        assert_eq!(file_name(&"ä".repeat(300)), "ä".repeat(100));
        assert_eq!((bot_log_name("x", 0), bot_log_name("x", 1)), ("x.log".into(), "x.lane2.log".into()));
    }
}
