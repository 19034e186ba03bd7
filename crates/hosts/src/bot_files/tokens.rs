//! A Python source cut into tokens: names, texts, marks and ends of statements. It is read, never run, and
//! any bytes are cut without failing: what is no Python gives tokens that nobody looks for.

/// A token of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name, a keyword or a number.
    Name(String),
    /// What stands between quotes, as it is written.
    Text(String),
    /// Any other sign.
    Mark(char),
    /// The end of a line or a `;`, outside brackets and texts.
    End,
}

/// All tokens of a source, without its comments.
pub(super) fn tokens(source: &str) -> Vec<Token> {
    let mut reader = Tokenizer { rest: source, depth: 0, tokens: Vec::new() };
    while let Some(char) = reader.rest.chars().next() {
        reader.step(char);
    }
    reader.tokens.push(Token::End);
    reader.tokens
}

struct Tokenizer<'a> {
    rest: &'a str,
    /// How many brackets are open: a line that ends in one goes on.
    depth: usize,
    tokens: Vec<Token>,
}

impl Tokenizer<'_> {
    fn step(&mut self, char: char) {
        match char {
            '#' => self.skip(self.rest.find('\n').unwrap_or(self.rest.len())),
            '\'' | '"' => self.text(char),
            '\\' => self.line_goes_on(),
            '\n' | '\r' | ';' => {
                if self.depth == 0 || char == ';' {
                    self.tokens.push(Token::End);
                }
                self.skip(1);
            }
            _ if is_of_a_name(char) => self.name(),
            _ if char.is_whitespace() => self.skip(char.len_utf8()),
            _ => self.mark(char),
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    fn mark(&mut self, char: char) {
        match char {
            '(' | '[' | '{' => self.depth += 1,
            ')' | ']' | '}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.tokens.push(Token::Mark(char));
        self.skip(char.len_utf8());
    }

    fn line_goes_on(&mut self) {
        self.skip(1);
        let end = ["\r\n", "\n"].into_iter().find(|end| self.rest.starts_with(end));
        self.skip(end.map_or(0, str::len));
    }

    fn name(&mut self) {
        let length = self.rest.find(|char| !is_of_a_name(char)).unwrap_or(self.rest.len());
        let (name, behind) = self.rest.split_at(length);
        let of_a_text = length <= 2 && name.chars().all(|char| "rRbBfFuUtT".contains(char));
        if !(of_a_text && behind.starts_with(['"', '\''])) {
            self.tokens.push(Token::Name(name.to_owned()));
        }
        self.skip(length);
    }

    fn text(&mut self, quote: char) {
        let three: String = [quote; 3].iter().collect();
        let end = if self.rest.starts_with(&three) { three } else { quote.to_string() };
        self.skip(end.len());
        let length = self.length_of_text(&end);
        self.tokens.push(Token::Text(self.rest[..length].to_owned()));
        self.skip(length);
        if self.rest.starts_with(&end) {
            self.skip(end.len());
        }
    }

    /// The bytes up to the closing quotes, or to where a text must end without them.
    fn length_of_text(&self, end: &str) -> usize {
        let mut escaped = false;
        for (at, char) in self.rest.char_indices() {
            if escaped {
                escaped = false;
            } else if self.rest[at..].starts_with(end) || (end.len() == 1 && char == '\n') {
                return at;
            } else {
                escaped = char == '\\';
            }
        }
        self.rest.len()
    }
}

fn is_of_a_name(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str) -> String {
        let shown = tokens(source).into_iter().map(|token| match token {
            Token::Name(name) => name,
            Token::Text(text) => format!("<{text}>"),
            Token::Mark(mark) => mark.to_string(),
            Token::End => "|".to_owned(),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_source_is_cut_into_tokens_without_its_comments() {
        assert_eq!(shown("x = 'a#b' # c\ny"), "x = <a#b> | y |");
        assert_eq!(shown("f(1,\n  2); g"), "f ( 1 , 2 ) | g |");
        assert_eq!(shown("a \\\n b"), "a b |");
    }

    #[test]
    fn texts_end_where_python_ends_them() {
        assert_eq!(shown(r#"rb'a\'b' "#), r"<a\'b> |");
        assert_eq!(shown("\"\"\"import x\n'\"\"\" y"), "<import x\n'> y |");
        assert_eq!(shown("'open\nimport x"), "<open> | import x |");
    }

    #[test]
    fn any_bytes_are_cut() {
        for odd in ["\\", "'", "\"\"\"", ")))]", "\u{202e}é'\\", "#", "(((", "\r\n"] {
            tokens(odd);
        }
    }
}
