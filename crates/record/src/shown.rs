//! Text from elsewhere as it is shown to people: what a bot says, is called, prints or throws, and what a
//! record of unknown origin holds. In a terminal some characters are orders: they move the cursor, rename the
//! window, turn the direction of writing. Here they become words, `\x1b`, and everything that shows such text
//! calls one of these.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character does something else than being seen.
#[must_use]
pub fn is_order(c: char) -> bool {
    match c {
        // The controls of ASCII and of Latin 1: escape sequences begin with one of either.
        c if c.is_control() => true,
        // Marks, embeddings, overrides and isolates of direction: a name could be read from the other end.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        // Ends of lines and paragraphs that are no `\n`.
        '\u{2028}' | '\u{2029}' => true,
        // Nobody sees these: a mark of byte order, shaping, annotations, tags.
        '\u{feff}' | '\u{206a}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        _ => false,
    }
}

/// Text on one line: ends of lines and tabs become words, too.
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_order, plain)
}

/// Text of several lines: ends of lines and tabs stay what they are.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_order(c) && !matches!(c, '\n' | '\t'), plain)
}

/// JSON, which means the same afterwards: outside of its strings there are no such characters but ends of
/// lines and tabs.
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    let order = |c| is_order(c) && !matches!(c, '\n' | '\t' | '\r');
    escaped(text, order, |out, c| {
        let mut units = [0; 2];
        c.encode_utf16(&mut units).iter().for_each(|unit| {
            let _ = write!(out, "\\u{unit:04x}");
        });
    })
}

/// Bytes that may be no text, and of which more may follow: what is not text is shown byte by byte. A
/// character that is not yet whole is left in `open` and waits for the bytes that come next.
#[must_use]
pub fn bytes(open: &mut Vec<u8>, more: &[u8]) -> String {
    open.extend_from_slice(more);
    let (mut out, mut used) = (String::new(), 0);
    for chunk in open.utf8_chunks() {
        out += &lines(chunk.valid());
        used += chunk.valid().len();
        let wrong = chunk.invalid();
        if used + wrong.len() == open.len() && is_beginning(wrong) {
            break;
        }
        wrong.iter().for_each(|&byte| plain(&mut out, char::from(byte)));
        used += wrong.len();
    }
    open.drain(..used);
    out
}

/// Whether bytes at the very end may yet become a character.
fn is_beginning(bytes: &[u8]) -> bool {
    let length = match bytes.first() {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        _ => return false,
    };
    bytes.len() < length
}

fn escaped(text: &str, order: impl Fn(char) -> bool, write: impl Fn(&mut String, char)) -> Cow<'_, str> {
    // Nearly all text is plain, and is not copied.
    let Some(first) = text.find(&order) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len() + 8);
    out.push_str(&text[..first]);
    for c in text[first..].chars() {
        if order(c) { write(&mut out, c) } else { out.push(c) }
    }
    Cow::Owned(out)
}

fn plain(out: &mut String, c: char) {
    // Writing to a string cannot fail.
    let _ = match u32::from(c) {
        low @ 0..=0xff => write!(out, "\\x{low:02x}"),
        high => write!(out, "\\u{{{high:x}}}"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_to_a_terminal_become_words() {
        assert_eq!(one_line("\u{1b}[2J\u{1b}]0;mine\u{7}"), "\\x1b[2J\\x1b]0;mine\\x07");
        assert_eq!(one_line("a\tb\r\nc\0\u{7f}\u{8}"), "a\\x09b\\x0d\\x0ac\\x00\\x7f\\x08");
        assert_eq!(one_line("\u{9b}31m"), "\\x9b31m");
        assert_eq!(one_line("\u{202e}nimda\u{2066}\u{200f}"), "\\u{202e}nimda\\u{2066}\\u{200f}");
        assert_eq!(one_line("\u{2028}\u{feff}\u{e0041}"), "\\u{2028}\\u{feff}\\u{e0041}");
    }

    #[test]
    fn what_can_be_seen_stays_as_it_is_and_is_not_copied() {
        for text in ["", "Zoë λ 漢字 🂡 C:\\x1b", "שלום", "a\u{200d}b"] {
            assert!(matches!(one_line(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    #[test]
    fn several_lines_keep_their_ends_and_tabs() {
        assert_eq!(lines("Traceback:\n\tline 3\r\n\u{1b}[31m"), "Traceback:\n\tline 3\\x0d\n\\x1b[31m");
    }

    #[test]
    fn json_means_the_same_afterwards() {
        let value = serde_json::json!({"name\u{9b}": "\u{1b}\u{202e}x\u{e0041}", "list": [1, "λ"]});
        let text = format!("{value:#}");
        let shown = json(&text);
        assert!(shown.contains("\\u202e") && !shown.chars().any(|c| is_order(c) && c != '\n'), "{shown}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
    }

    #[test]
    fn bytes_that_come_in_pieces_are_shown_as_if_they_came_at_once() {
        let all = "λ\u{1b}[1m漢\n🂡".as_bytes().iter().copied().chain([0xff, 0xe2, b'x', 0xc3]);
        let all: Vec<u8> = all.collect();
        let at_once = bytes(&mut Vec::new(), &all);
        assert_eq!(at_once, "λ\\x1b[1m漢\n🂡\\xff\\xe2x");
        for size in 1..all.len() {
            let mut open = Vec::new();
            let slowly: String = all.chunks(size).map(|piece| bytes(&mut open, piece)).collect();
            assert_eq!((slowly, open.as_slice()), (at_once.clone(), &[0xc3][..]), "pieces of {size}");
        }
    }
}
