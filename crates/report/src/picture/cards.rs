//! Cards, face up and face down, as pieces of a page.

use std::fmt::Write;

use crate::html::Text;

/// What the parts of a picture are added to; writing to a string cannot fail.
pub(super) trait Draw {
    /// Adds a piece.
    fn add(&mut self, piece: std::fmt::Arguments<'_>);
}

impl Draw for String {
    fn add(&mut self, piece: std::fmt::Arguments<'_>) {
        let _ = self.write_fmt(piece);
    }
}

/// A card that shows its face.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Face {
    /// The letter or number in its corner.
    pub(super) rank: String,
    /// Its suit as a letter, `S`, `C`, `D` or `H`; `None` for a card with a number alone.
    pub(super) suit: Option<char>,
}

/// How a card lies there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lies<'a> {
    /// To be looked at.
    Still,
    /// To be looked at, and the newest of its pile.
    Newest,
    /// To be played: the value of its button.
    Offered(&'a str),
}

impl Face {
    /// A card of a number alone.
    pub(super) fn number(number: u8) -> Self {
        Self { rank: number.to_string(), suit: None }
    }

    fn sign(&self) -> &'static str {
        match self.suit {
            Some('S') => "♠",
            Some('C') => "♣",
            Some('D') => "♦",
            Some('H') => "♥",
            _ => "",
        }
    }

    fn class(&self) -> &'static str {
        match self.suit {
            Some('D' | 'H') => "card red",
            Some(_) => "card black",
            None => "card number",
        }
    }

    /// The card as a listener is told: `queen of spades`.
    fn spoken(&self) -> String {
        let rank = match self.rank.as_str() {
            "A" => "ace",
            "K" => "king",
            "Q" => "queen",
            "J" => "jack",
            other => other,
        };
        match self.suit {
            Some('S') => format!("{rank} of spades"),
            Some('C') => format!("{rank} of clubs"),
            Some('D') => format!("{rank} of diamonds"),
            Some('H') => format!("{rank} of hearts"),
            _ => format!("card {rank}"),
        }
    }

    /// Adds the card.
    pub(super) fn draw(&self, lies: Lies<'_>, out: &mut String) {
        let (class, spoken, rank, sign) = (self.class(), self.spoken(), Text(&self.rank), self.sign());
        match lies {
            Lies::Offered(value) => out.add(format_args!(
                "<button class=\"{class}\" name=\"move\" value=\"{}\" aria-label=\"Play {spoken}\">\
                 <b>{rank}</b><i>{sign}</i></button>",
                Text(value)
            )),
            Lies::Still | Lies::Newest => {
                let newest = if lies == Lies::Newest { " newest" } else { "" };
                out.add(format_args!(
                    "<span class=\"{class}{newest}\" role=\"img\" \
                     aria-label=\"{spoken}\"><b>{rank}</b><i>{sign}</i></span>"
                ));
            }
        }
    }
}

/// Adds so many cards face down, told to a listener by their number.
pub(super) fn face_down(count: u64, out: &mut String) {
    if count == 0 {
        return out.push_str("<span class=\"none\">no cards</span>");
    }
    let cards = counted(count, "card");
    out.add(format_args!("<span class=\"backs\" role=\"img\" aria-label=\"{cards} face down\">"));
    for _ in 0..count {
        out.push_str("<span class=\"back\"></span>");
    }
    out.push_str("</span>");
}

/// `1 card`, `2 cards`.
pub(super) fn counted(count: impl Into<u64>, thing: &str) -> String {
    let count: u64 = count.into();
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// Adds a small line of text.
pub(super) fn note(text: &str, out: &mut String) {
    out.add(format_args!("<p class=\"note\">{}</p>", Text(text)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_seen_by_its_sign_and_heard_by_its_name() {
        let mut out = String::new();
        Face { rank: "Q".to_owned(), suit: Some('S') }.draw(Lies::Still, &mut out);
        assert_eq!(
            out,
            "<span class=\"card black\" role=\"img\" aria-label=\"queen of spades\"><b>Q</b><i>♠</i></span>"
        );
    }

    #[test]
    fn a_card_that_may_be_played_is_a_button_with_the_move_in_it() {
        let mut out = String::new();
        Face { rank: "10".to_owned(), suit: Some('H') }.draw(Lies::Offered("\"H10\""), &mut out);
        assert!(
            out.starts_with("<button class=\"card red\" name=\"move\" value=\"&quot;H10&quot;\""),
            "{out}"
        );
    }
}
