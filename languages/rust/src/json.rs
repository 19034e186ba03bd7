//! JSON as the table writes it.

use std::fmt;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Truth(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// Names with their values, in the order written.
    Object(Vec<(String, Value)>),
}

const NOTHING: Value = Value::Null;

impl Value {
    /// Reads a value; `None` for what is no JSON.
    pub fn read(text: &str) -> Option<Value> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let value = reader.value()?;
        reader.skip();
        if reader.at == reader.text.len() {
            Some(value)
        } else {
            None
        }
    }

    /// A member of an object; [`Value::Null`] where there is none.
    pub fn get(&self, key: &str) -> &Value {
        match self {
            Value::Object(members) => {
                members.iter().find(|(name, _)| name == key).map_or(&NOTHING, |(_, value)| value)
            }
            _ => &NOTHING,
        }
    }

    /// The members of a list; none of anything else.
    pub fn list(&self) -> &[Value] {
        match self {
            Value::List(members) => members,
            _ => &[],
        }
    }

    /// A whole number, where it is one.
    pub fn int(&self) -> Option<i64> {
        match self {
            Value::Number(number) => Some(*number as i64),
            _ => None,
        }
    }

    /// A whole number; 0 where it is none.
    pub fn int_or_zero(&self) -> i64 {
        self.int().unwrap_or(0)
    }

    /// The whole numbers of a list.
    pub fn ints(&self) -> Vec<i64> {
        self.list().iter().map(Value::int_or_zero).collect()
    }

    /// A text, where it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is `true`.
    pub fn is_true(&self) -> bool {
        *self == Value::Truth(true)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Truth(truth) => write!(f, "{truth}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => f.write_str(&quoted(text)),
            Value::List(members) => {
                let members: Vec<String> = members.iter().map(Value::to_string).collect();
                write!(f, "[{}]", members.join(","))
            }
            Value::Object(members) => {
                let member = |(name, value): &(String, Value)| format!("{}:{value}", quoted(name));
                write!(f, "{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// A text as it is written, with its quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            control if control < ' ' => out.push_str(&format!("\\u{:04x}", control as u32)),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn skip(&mut self) {
        while self.peek().map_or(false, |byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Steps over this byte, if it is the next.
    fn take(&mut self, byte: u8) -> bool {
        self.skip();
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self) -> Option<Value> {
        self.skip();
        match self.peek()? {
            b'{' => self.object(),
            b'[' => self.list(),
            b'"' => self.string().map(Value::Text),
            b't' => self.word("true", Value::Truth(true)),
            b'f' => self.word("false", Value::Truth(false)),
            b'n' => self.word("null", Value::Null),
            _ => self.number(),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Option<Value> {
        let is_next = self.text[self.at..].starts_with(word.as_bytes());
        self.at += word.len();
        is_next.then_some(value)
    }

    fn number(&mut self) -> Option<Value> {
        let rest = &self.text[self.at..];
        let is_other = |byte: &u8| !b"+-.0123456789eE".contains(byte);
        let length = rest.iter().position(is_other).unwrap_or(rest.len());
        self.at += length;
        std::str::from_utf8(&rest[..length]).ok()?.parse().ok().map(Value::Number)
    }

    fn list(&mut self) -> Option<Value> {
        let mut members = Vec::new();
        self.at += 1;
        while !self.take(b']') {
            if !members.is_empty() && !self.take(b',') {
                return None;
            }
            members.push(self.value()?);
        }
        Some(Value::List(members))
    }

    fn object(&mut self) -> Option<Value> {
        let mut members = Vec::new();
        self.at += 1;
        while !self.take(b'}') {
            if !members.is_empty() && !self.take(b',') {
                return None;
            }
            self.skip();
            let name = self.string()?;
            if !self.take(b':') {
                return None;
            }
            members.push((name, self.value()?));
        }
        Some(Value::Object(members))
    }

    fn string(&mut self) -> Option<String> {
        if !self.take(b'"') {
            return None;
        }
        let mut bytes = Vec::new();
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => {
                    self.at += 1;
                    let letter = self.escaped()?;
                    bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                }
                byte => bytes.push(byte),
            }
            self.at += 1;
        }
        self.at += 1;
        String::from_utf8(bytes).ok()
    }

    /// What stands behind a `\`; its last byte is the next.
    fn escaped(&mut self) -> Option<char> {
        Some(match self.peek()? {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                let first = self.hex()?;
                if first & 0xfc00 == 0xd800 && self.text[self.at + 1..].starts_with(b"\\u") {
                    self.at += 2;
                    let second = self.hex()?;
                    return char::from_u32(0x10000 + ((first & 0x3ff) << 10) + (second & 0x3ff));
                }
                char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            byte => byte as char,
        })
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = std::str::from_utf8(self.text.get(self.at + 1..self.at + 5)?).ok()?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_again_as_it_was() {
        let text = r#"{"a":[1,-2.5,true,null],"b":{"c":"d\"\\é"},"e":[],"f":{}}"#;
        assert_eq!(Value::read(text).unwrap().to_string(), text);
    }

    #[test]
    fn escapes_are_read_as_what_they_mean() {
        let text = Value::read(r#" "\u00e9\ud83c\udca1\n\t\/" "#).unwrap();
        assert_eq!(text.text(), Some("é🂡\n\t/"));
    }

    #[test]
    fn what_is_no_json_is_none() {
        for other in ["", "{", "[1", "[1 2]", "{\"a\" 1}", "\"open", "nul", "1 2", "{1:2}", "\"\\ud83c"] {
            assert_eq!(Value::read(other), None, "{other}");
        }
    }

    #[test]
    fn what_is_not_there_is_null() {
        let value = Value::read(r#"{"a":1}"#).unwrap();
        assert_eq!((value.get("a").int(), value.get("b")), (Some(1), &Value::Null));
        assert_eq!(value.get("b").get("c").int(), None);
    }
}
