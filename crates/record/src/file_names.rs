//! What the files of a bot are called.

/// The folder for what bots print, in the folder of a run.
pub const BOT_LOGS: &str = "bot-logs";

/// A bot's name as part of a file name: what file systems do not take becomes a dash.
#[must_use]
pub fn file_name(bot: &str) -> String {
    let plain: String =
        bot.chars().map(|c| if matches!(c, ':' | '/' | '\\') || c.is_control() { '-' } else { c }).collect();
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
        assert_eq!((bot_log_name("x", 0), bot_log_name("x", 1)), ("x.log".into(), "x.lane2.log".into()));
    }
}
