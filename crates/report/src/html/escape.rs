//! Text that can be nothing but text, in elements and in quoted attributes alike.

use std::fmt::{self, Write};

use croupier_record::shown;

/// Text for a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<'a>(pub(crate) &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Controls are no text, and marks of direction would let a name turn the line it stands in.
        for letter in shown::lines(self.0).chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_neither_end_an_attribute_nor_begin_an_element_nor_turn_the_line() {
        let name = "\"><script>alert('1')</script>&amp;\u{202e}\0";
        let text = Text(name).to_string();
        assert_eq!(text, "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;\\u{202e}\\x00");
    }
}
