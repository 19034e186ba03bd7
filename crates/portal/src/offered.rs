//! Which languages a site offers: those whose example plays a game on this machine. Tried in the background
//! after every start; until that is done, a language is taken to work.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use croupier_arena::self_test::{DoesNotWork, Works, self_test};
use croupier_hosts::Runtimes;
use croupier_hosts::languages::{self, Language};

/// On a busy machine an honest example may be late once.
const TRIES: usize = 2;

/// The languages that do not work here, by their words, with what is missing.
#[derive(Debug, Clone, Default)]
pub(crate) struct Offered(Arc<RwLock<BTreeMap<&'static str, String>>>);

impl Offered {
    /// Whether bots of this word can be run here.
    #[must_use]
    pub(crate) fn has(&self, word: &str) -> bool {
        !self.0.read().unwrap_or_else(PoisonError::into_inner).contains_key(word)
    }

    /// Tries all languages; those that do not work are told in the log with what helps, and offered no more.
    pub(crate) fn try_all(&self, runtimes: &Runtimes, stop: &AtomicBool) {
        self.try_each(stop, |language| self_test(language, runtimes));
    }

    fn try_each(&self, stop: &AtomicBool, mut test: impl FnMut(&Language) -> Result<Works, DoesNotWork>) {
        for language in languages::ALL {
            let mut tried = test(language);
            for _ in 1..TRIES {
                // What is missing does not come by trying again.
                if matches!(tried, Ok(_) | Err(DoesNotWork::Missing(_))) {
                    break;
                }
                tried = test(language);
            }
            if stop.load(Ordering::Relaxed) {
                return;
            }
            match tried {
                Ok(works) => tracing::info!(version = %works.version, "bots in {} are taken", language.title),
                Err(why) => {
                    tracing::warn!("bots in {} are not taken: {why}", language.title);
                    self.without(language.word, why.to_string());
                }
            }
        }
    }

    fn without(&self, word: &'static str, why: String) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(word, why);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_hosts::languages::Missing;
    use std::time::Duration;

    fn works() -> Works {
        Works { version: "1".to_owned(), game: "Hearts", took: Duration::ZERO }
    }

    #[test]
    fn what_does_not_work_is_offered_no_more_and_everything_else_is() {
        let offered = Offered::default();
        assert!(offered.has("haskell"), "before anything was tried");
        offered.try_each(&AtomicBool::new(false), |language| match language.word {
            "haskell" => Err(Missing::NotBuiltIn("no").into()),
            "java" => Err(DoesNotWork::Example("failed: late".to_owned())),
            _ => Ok(works()),
        });
        let words = languages::words().into_iter().filter(|word| !offered.has(word));
        assert_eq!(words.collect::<Vec<_>>(), ["java", "haskell"]);
    }

    #[test]
    fn who_was_late_once_is_tried_again_and_a_site_that_ends_judges_nobody() {
        let mut tries = 0;
        let offered = Offered::default();
        offered.try_each(&AtomicBool::new(false), |language| {
            tries += usize::from(language.word == "java");
            let late = language.word == "java" && tries == 1;
            if late { Err(DoesNotWork::Example("failed: late".to_owned())) } else { Ok(works()) }
        });
        assert!(offered.has("java") && tries == 2, "{tries}");
        offered.try_each(&AtomicBool::new(true), |_| Err(DoesNotWork::Example("was ended".to_owned())));
        assert!(languages::words().into_iter().all(|word| offered.has(word)));
    }
}
