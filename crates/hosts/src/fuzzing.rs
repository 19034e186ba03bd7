//! What fuzzers call with any bytes that a bot or a server might send, and what the tests call with those
//! that fuzzers kept. Nothing here may panic, run on for ever, or fill memory.

use std::fs::File;
use std::io::Write;
use std::time::Instant;

use croupier_games::no_thanks::NoThanks;

use crate::batching::fuzzed::AskedGames;
use crate::bot_files::fuzzed as files_fuzzed;
use crate::channel::Message;
use crate::http::fuzzed as http_fuzzed;
use crate::languages::fuzzed as languages_fuzzed;
use crate::pipes::Pipes;
use crate::protocol::FromBot;
use crate::remote::read_answer;
use crate::wire::{LONGEST_MESSAGE, Wire};

/// A pipe takes so much without anyone reading.
const IN_A_PIPE: usize = 60_000;

/// A line from a bot: whether it is a message, what it says of itself, and its answer.
pub fn line(bytes: &[u8]) {
    if let Some(said) = FromBot::read(bytes) {
        let _ = said.greeting();
    }
    read_answer::<NoThanks>(Message::Json(bytes));
    read_answer::<NoThanks>(Message::Reply(bytes));
}

/// What a bot writes: lines, or frames where the first byte is odd. Each message is looked at as an answer
/// would be, and as the answers of as many games as the rest of that byte says.
pub fn messages(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let Some((mut wire, mut bot)) = wire() else { return };
    if first & 1 == 1 {
        wire.use_frames();
    }
    let bytes = &bytes[..bytes.len().min(IN_A_PIPE)];
    if bot.write_all(bytes).is_err() {
        return;
    }
    drop(bot);
    let mut games = AskedGames::new(first >> 1);
    let mut left = bytes.len() + 1;
    while wire.wait_for_message(Instant::now()).is_ok() {
        if let Some(message) = wire.take() {
            answer(message);
            let _ = games.hear(message, answer);
        }
        assert!(left > 0, "there are more messages than bytes");
        left -= 1;
    }
}

fn answer(message: Message<'_>) {
    match message {
        Message::Json(text) => {
            assert!(text.len() <= LONGEST_MESSAGE);
            line(text);
        }
        other => read_answer::<NoThanks>(other),
    }
}

/// An answer over HTTP, in pieces as long as the first byte says, and the sign-in that it asks for.
pub fn http(bytes: &[u8]) {
    let Some((&size, bytes)) = bytes.split_first() else { return };
    http_fuzzed::answer(bytes, usize::from(size));
}

/// A url; what it shows of itself is a url, too, and the same.
pub fn url(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok((url, _)) = crate::http::Url::parse(text) {
        let again = crate::http::Url::parse(&url.to_string()).map(|(url, _)| url);
        assert_eq!(again, Ok(url));
    }
}

/// A jar's manifest, as it is and in a jar, and the jars that it names.
pub fn manifest(bytes: &[u8]) {
    files_fuzzed::manifest(bytes);
}

/// A bot's source, read and not run: its tokens, what it imports, the name that it is kept under, its game.
pub fn sources(bytes: &[u8]) {
    files_fuzzed::python(&String::from_utf8_lossy(bytes));
    languages_fuzzed::source(bytes);
}

/// What a host says of a file's classes.
pub fn listed(bytes: &[u8]) {
    languages_fuzzed::listed(bytes);
}

/// A module of WebAssembly, judged before it is compiled.
#[cfg(feature = "wasm")]
pub fn wasm(bytes: &[u8]) {
    let _ = crate::wasm::judge(bytes);
}

/// A wire whose other end is here.
fn wire() -> Option<(Wire, File)> {
    let (_, input) = rustix::pipe::pipe().ok()?;
    let (output, bot) = rustix::pipe::pipe().ok()?;
    Some((Wire::over(Pipes::new(File::from(input), File::from(output)).ok()?), File::from(bot)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// As many variables and branches as make their product, added to what was before, more than a number
    /// holds.
    #[test]
    #[cfg(feature = "wasm")]
    fn no_module_counts_itself_beyond_the_largest_number() {
        let number = |mut n: u64| {
            let mut out = Vec::new();
            while n > 0x7f {
                out.push(n as u8 | 0x80);
                n >>= 7;
            }
            out.push(n as u8);
            out
        };
        let section = |id: u8, bytes: &[u8]| [&[id][..], &number(bytes.len() as u64), bytes].concat();
        let group = [number(u64::from(u32::MAX)), vec![0x7f]].concat();
        let branches = [0x0c, 0].repeat(70_000);
        let body = [number(70_000), group.repeat(70_000), vec![3, 0x40], branches, vec![11, 11]].concat();
        let code = [&[2, 2, 0, 11][..], &number(body.len() as u64), &body].concat();
        let module = [
            b"\0asm\x01\0\0\0".to_vec(),
            section(1, &[1, 0x60, 0, 0]),
            section(3, &[2, 0, 0]),
            section(10, &code),
        ];
        assert!(crate::wasm::judge(&module.concat()).is_err());
    }

    #[test]
    fn what_fuzzers_kept_is_read_or_refused() {
        let targets = [
            ("line", line as fn(&[u8])),
            ("messages", messages),
            ("http", http),
            ("url", url),
            ("manifest", manifest),
            ("sources", sources),
            ("listed", listed),
            #[cfg(feature = "wasm")]
            ("wasm", wasm),
        ];
        for (target, read) in targets {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
            let mut files = std::fs::read_dir(folder).unwrap().peekable();
            assert!(files.peek().is_some(), "{target} has a corpus");
            files.for_each(|file| read(&std::fs::read(file.unwrap().path()).unwrap()));
        }
    }
}
