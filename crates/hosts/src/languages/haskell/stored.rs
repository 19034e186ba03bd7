//! What a player's file is called where the name that it came with is not kept.

/// Haskell wants a file to be called like its module, so it is asked which one it is; a module's name has
/// only letters and digits, and leads nowhere as a path.
pub(super) fn file_name(bytes: &[u8]) -> String {
    format!("{}.hs", module(bytes).unwrap_or("Player"))
}

/// The module that a Haskell file says it is.
fn module(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let mut lines = text.lines();
    let begun =
        lines.find_map(|line| line.strip_prefix("module").filter(|rest| !rest.starts_with(is_of_a_name)));
    // Its name may stand on the next line.
    let name = begun
        .into_iter()
        .chain(lines)
        .flat_map(|line| line.split(|c| !is_of_a_name(c)))
        .find(|word| !word.is_empty())?;
    (name.starts_with(|c: char| c.is_ascii_uppercase()) && name.len() <= 60).then_some(name)
}

fn is_of_a_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_file_is_kept_under_the_name_of_its_module_and_never_under_a_path() {
        let kept = |text: &str| file_name(text.as_bytes());
        assert_eq!(kept("-- | A player.\nmodule Lowest (playCard) where"), "Lowest.hs");
        assert_eq!(kept("module\n  Lowest\n  ( playCard ) where"), "Lowest.hs");
        for other in ["", "choose = id", "modules = 3", "module ../../etc where", "module lower where"] {
            assert_eq!(kept(other), "Player.hs", "{other}");
        }
    }
}
