//! What a source is called where the name that it came with is not kept.

/// Java wants a file to be called like its public class, so it is asked which one it has; a name of letters
/// and digits leads nowhere as a path.
pub(super) fn file_name(bytes: &[u8]) -> String {
    format!("{}.java", public_class(bytes).unwrap_or("Bot"))
}

fn public_class(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let declared = text.lines().find_map(|line| {
        let rest = line.strip_prefix("public ")?;
        let mut words = rest.split(|letter: char| !is_of_a_name(letter)).filter(|word| !word.is_empty());
        words.find(|word| ["class", "record", "enum", "interface"].contains(word))?;
        words.next()
    })?;
    (declared.len() <= 60 && declared.starts_with(|letter: char| letter.is_ascii_alphabetic()))
        .then_some(declared)
}

fn is_of_a_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_source_is_kept_under_the_name_of_its_public_class_and_never_under_a_path() {
        let kept = |text: &str| file_name(text.as_bytes());
        assert_eq!(kept("import a.B;\n\npublic final class Bargain implements Player {\n"), "Bargain.java");
        assert_eq!(kept("public class A<T> extends B {}"), "A.java");
        for other in ["", "class Hidden {}", "public static void main", "public class ../../etc {}"] {
            let name = kept(other);
            assert!(!name.contains('/') && name.ends_with(".java"), "{other}: {name}");
        }
        assert_eq!(kept("class Hidden {}"), "Bot.java");
    }
}
