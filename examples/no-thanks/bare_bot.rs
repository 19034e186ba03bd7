//! A bot in plain Rust: it speaks the protocol of docs/protocol.md, has the legal moves listed, and plays the
//! first. croupier no-thanks 100 bare_bot.rs NoThanksBeginners

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let (input, mut output) = (io::stdin().lock(), io::stdout().lock());
    for line in input.lines() {
        let line = line?;
        if line.contains("\"type\":\"hello\"") {
            writeln!(output, "{{\"type\":\"hello\",\"protocol\":1,\"name\":\"bare \
                              bot\",\"wants\":[\"legal\"]}}")?;
        } else if line.contains("\"type\":\"ask\"") {
            let number = after(&line, "\"number\":");
            let first = after(&line, "\"legal\":[");
            writeln!(output, "{{\"type\":\"answer\",\"number\":{},\"move\":{}}}", number, first)?;
        }
        output.flush()?;
    }
    Ok(())
}

/// What stands behind these words, up to the next comma or bracket.
fn after<'a>(line: &'a str, words: &str) -> &'a str {
    let rest = line.split_once(words).map_or("", |(_, rest)| rest);
    rest.split(|letter| letter == ',' || letter == ']').next().unwrap_or("")
}
