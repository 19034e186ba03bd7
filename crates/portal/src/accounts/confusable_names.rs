//! Names that look alike: whoever reads a ladder must be able to tell two people apart.
//!
//! A name's skeleton is what is left of it when everything that looks the same is the same (Unicode's list of
//! confusables). Skeletons are compared and never shown: they are no names.

use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton as confusable;

/// Signs that stand between the parts of a name tell nobody apart.
pub(crate) const SEPARATORS: [char; 5] = [' ', '.', '_', '-', '\''];

/// What a name looks like. Capitals are made small afterwards: a capital I looks like a small l.
#[must_use]
pub(crate) fn skeleton(name: &str) -> String {
    let plain: String = name.nfkc().filter(|c| !c.is_whitespace() && !SEPARATORS.contains(c)).collect();
    let looks: String = confusable(&plain).collect();
    // Made small, letters can look like others once more.
    let small: String = looks.to_lowercase();
    confusable(&small).collect()
}

/// The name as it is kept: letters of other widths and pieced-together ones are the plain ones.
#[must_use]
pub(crate) fn normal(name: &str) -> String {
    let plain: String = name.trim().nfkc().collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        let alike = [
            ("Ada", "Аda"), // A Cyrillic А.
            ("Ada", "ADA"),
            ("Ada", "Ａｄａ"),
            ("paypal", "paypaI"),
            ("Bill", "Bi11"),
            ("Zoo", "Z00"),
            ("Ada L", "Ada.L"),
            ("Amo", "Arno"),
            ("José", "Jose\u{301}"),
            ("scope", "ѕсоре"),
        ];
        for (one, other) in alike {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
    }

    #[test]
    fn other_names_have_others() {
        let names =
            ["Ada", "Adam", "Bo", "Student 1", "Student 2", "Student 10", "José", "Jose", "张伟", "Zoë"];
        for (at, one) in names.iter().enumerate() {
            assert!(names[at + 1..].iter().all(|other| skeleton(one) != skeleton(other)), "{one}");
        }
    }

    #[test]
    fn a_name_is_kept_in_its_plain_form() {
        assert_eq!(normal("  Ａda\u{2003} L "), "Ada L");
    }
}
