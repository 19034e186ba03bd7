//! Where a tournament's luck came from, as its record tells it.

use croupier_games::{FIRST_GENERATOR, GENERATOR, Seed};
use serde::{Deserialize, Serialize};

use super::beacon::{BadBeacon, Beacon};
use super::secret::{Commitment, Entries, Secret};
use crate::dates::Day;
use crate::head::header::Entrant;

/// What all luck of a tournament grew from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "LuckSource", into = "LuckSource")]
pub struct Origin {
    source: LuckSource,
    /// Worked out once: every game asks for it.
    seed: Seed,
}

/// The ways luck can begin; in a record, a number, or an object with the secret in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum LuckSource {
    /// A number, and the first generator.
    First(u64),
    /// A seed that was derived from another: the record of a part shows its own luck, and no other part's.
    Part {
        /// All bits of it.
        key: Secret,
    },
    /// One game of a day's ladder: its own luck, and which game of which day it is. The day's secret, from
    /// which all of its games follow, is opened elsewhere when the day is over.
    Day {
        /// Whose ladder it was on.
        day: Day,
        /// Its place among the games of the day.
        game: u64,
        /// All bits of this game's luck.
        key: Secret,
    },
    /// A secret stretched from a number that someone gave; deals depend on nothing else.
    Given {
        /// What was given.
        number: u64,
        /// What it was stretched to.
        secret: Secret,
    },
    /// A secret that nobody chose; deals depend on who is entered, too.
    Drawn {
        /// All bits of it.
        secret: Secret,
        /// Everyone who is entered.
        entries: Entries,
        /// A round of a public beacon, which the deals depend on, too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beacon: Option<Box<Beacon>>,
    },
}

/// What somebody was told of a tournament's luck, to be held against its record.
#[derive(Debug, Clone, Copy, Default)]
pub struct Published {
    /// The hash of the secret, published before the first deal.
    pub commitment: Option<Commitment>,
    /// The secret itself, where it was opened apart from the record.
    pub secret: Option<Secret>,
}

/// What does not hold in a record's account of its luck.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotItsLuck {
    /// The secret is not what its number gives.
    #[error("the secret in the record is not the one of its seed {0}")]
    NotStretched(u64),
    /// Others are entered than the deals depend on.
    #[error("the deals depend on other bots than those that the record names")]
    OtherEntries,
    /// The beacon never said this.
    #[error("the beacon of the record: {0}")]
    Beacon(#[from] BadBeacon),
    /// Something else was published.
    #[error("the record's secret has the commitment {found}, not {published}")]
    OtherCommitment {
        /// What the record's secret has.
        found: Commitment,
        /// What was published.
        published: Commitment,
    },
    /// The opened secret gives another deal.
    #[error("the deal of game {game} of {day} does not follow from this secret")]
    NotOfTheDay {
        /// The day that the record names.
        day: Day,
        /// The game of it.
        game: u64,
    },
    /// The secret stands elsewhere.
    #[error(
        "the record has the key of one deal of {0} and not the secret of that day; --secret takes it, once \
         it is opened"
    )]
    NotOpened(Day),
    /// The record has another secret.
    #[error("the record's secret is another one than this")]
    OtherSecret,
    /// There is no secret to commit to.
    #[error(
        "the record has no secret that could have been published: its luck is a number's or a part of \
         another's"
    )]
    NoSecret,
}

impl Origin {
    /// A number that someone gave, stretched: slow, and meant for the edge.
    #[must_use]
    pub fn given(number: u64) -> Self {
        LuckSource::Given { number, secret: Secret::stretched(number) }.into()
    }

    /// A secret that nobody chose, and everyone who is entered.
    #[must_use]
    pub fn drawn(secret: Secret, entrants: &[Entrant]) -> Self {
        LuckSource::Drawn { secret, entries: entries_of(entrants), beacon: None }.into()
    }

    /// The same where a public beacon has its say, too.
    #[must_use]
    pub fn drawn_with(secret: Secret, entrants: &[Entrant], beacon: Beacon) -> Self {
        LuckSource::Drawn { secret, entries: entries_of(entrants), beacon: Some(Box::new(beacon)) }.into()
    }

    /// The luck of one game of a day's ladder.
    #[must_use]
    pub fn in_day(secret: &Secret, day: Day, game: u64) -> Self {
        LuckSource::Day { day, game, key: Secret::drawn(secret.key_in_day(day, game)) }.into()
    }

    /// A number and the first generator, as records were made with; for tests and simulations, too.
    #[must_use]
    pub fn first(number: u64) -> Self {
        LuckSource::First(number).into()
    }

    /// A seed of which nothing else is known, for records of parts, as of a check's stages.
    #[must_use]
    pub fn part(seed: Seed) -> Self {
        match seed.key() {
            Some(key) => LuckSource::Part { key: Secret::drawn(key) }.into(),
            None => Self::first(seed.number(u64::BITS)),
        }
    }

    /// What deals, seats and players of the tournament get their luck from.
    #[inline]
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// How it began.
    #[must_use]
    pub fn source(&self) -> &LuckSource {
        &self.source
    }

    /// The number that was given, where one was.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        match self.source {
            LuckSource::First(number) | LuckSource::Given { number, .. } => Some(number),
            LuckSource::Part { .. } | LuckSource::Day { .. } | LuckSource::Drawn { .. } => None,
        }
    }

    /// The day of whose ladder this is a game, where it is one.
    #[must_use]
    pub fn day(&self) -> Option<Day> {
        match self.source {
            LuckSource::Day { day, .. } => Some(day),
            _ => None,
        }
    }

    /// The secret, where there is one.
    #[must_use]
    pub fn secret(&self) -> Option<Secret> {
        match self.source {
            LuckSource::First(_) | LuckSource::Part { .. } | LuckSource::Day { .. } => None,
            LuckSource::Given { secret, .. } | LuckSource::Drawn { secret, .. } => Some(secret),
        }
    }

    /// The public beacon's round that the deals depend on, where they do.
    #[must_use]
    pub fn beacon(&self) -> Option<&Beacon> {
        match &self.source {
            LuckSource::Drawn { beacon, .. } => beacon.as_deref(),
            _ => None,
        }
    }

    /// What can be published before the first deal.
    #[must_use]
    pub fn commitment(&self) -> Option<Commitment> {
        self.secret().map(|secret| self.commitment_to(&secret))
    }

    /// The hash by which this secret was published for luck like this.
    fn commitment_to(&self, secret: &Secret) -> Commitment {
        self.beacon().map_or_else(|| secret.commitment(), |beacon| secret.commitment_with(&beacon.named()))
    }

    /// The generator that makes luck of this.
    #[must_use]
    pub fn generator(&self) -> &'static str {
        if self.seed.is_plain() { FIRST_GENERATOR } else { GENERATOR }
    }

    /// The same luck in a record of other entrants, as of a game that was played again: it says no more that
    /// it was drawn for those who play.
    #[must_use]
    pub fn among(self, entrants: &[Entrant]) -> Self {
        match self.source {
            LuckSource::Drawn { entries, .. } if entries != entries_of(entrants) => Self::part(self.seed),
            _ => self,
        }
    }

    /// Checks that the seed of this tournament is the one that it ought to be.
    pub fn check(&self, entrants: &[Entrant], told: &Published) -> Result<(), NotItsLuck> {
        match self.source {
            LuckSource::Given { number, secret } if Secret::stretched(number) != secret => {
                return Err(NotItsLuck::NotStretched(number));
            }
            LuckSource::Drawn { entries, .. } if entries != entries_of(entrants) => {
                return Err(NotItsLuck::OtherEntries);
            }
            _ => {}
        }
        self.beacon().map_or(Ok(()), Beacon::check)?;
        let secret = self.secret_told(told)?;
        match (told.commitment, secret.map(|secret| self.commitment_to(&secret))) {
            (Some(_), None) => Err(NotItsLuck::NoSecret),
            (Some(published), Some(found)) if published != found => {
                Err(NotItsLuck::OtherCommitment { found, published })
            }
            _ => Ok(()),
        }
    }

    /// The secret that the deals follow from, in the record or told, where it is known and the right one.
    fn secret_told(&self, told: &Published) -> Result<Option<Secret>, NotItsLuck> {
        match (&self.source, told.secret) {
            (&LuckSource::Day { day, game, key }, Some(secret)) => {
                let follows = secret.key_in_day(day, game) == key.bits();
                if follows { Ok(Some(secret)) } else { Err(NotItsLuck::NotOfTheDay { day, game }) }
            }
            (&LuckSource::Day { day, .. }, None) if told.commitment.is_some() => {
                Err(NotItsLuck::NotOpened(day))
            }
            (_, None) => Ok(self.secret()),
            (_, Some(secret)) => match self.secret() {
                None => Err(NotItsLuck::NoSecret),
                Some(own) if own != secret => Err(NotItsLuck::OtherSecret),
                Some(own) => Ok(Some(own)),
            },
        }
    }
}

fn entries_of(entrants: &[Entrant]) -> Entries {
    Entries::of(entrants.iter().map(|entrant| entrant.hash.as_str()))
}

impl From<LuckSource> for Origin {
    fn from(source: LuckSource) -> Self {
        let seed = match &source {
            LuckSource::First(number) => Seed::plain(*number),
            LuckSource::Part { key } | LuckSource::Day { key, .. } => Seed::keyed(key.bits()),
            LuckSource::Given { secret, .. } => Seed::keyed(secret.key(None)),
            LuckSource::Drawn { secret, entries, beacon: None } => Seed::keyed(secret.key(Some(entries))),
            LuckSource::Drawn { secret, entries, beacon: Some(beacon) } => {
                Seed::keyed(secret.key_with(entries, beacon))
            }
        };
        Self { source, seed }
    }
}

impl From<Origin> for LuckSource {
    fn from(origin: Origin) -> Self {
        origin.source
    }
}

/// In a line about a tournament: the seed that repeats it, or that nobody chose one.
impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.number() {
            Some(number) => write!(f, "seed {number}"),
            None => f.write_str("drawn luck"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test may.
mod tests {
    use super::*;

    fn entrant(hash: &str) -> Entrant {
        Entrant { hash: hash.to_owned(), ..Entrant::default() }
    }

    fn drawn() -> Origin {
        Origin::drawn(Secret::drawn([7; 32]), &[entrant("bb"), entrant("a")])
    }

    fn in_day() -> Origin {
        Origin::in_day(&Secret::drawn([7; 32]), "2026-11-16".parse().unwrap(), 17)
    }

    fn key_of(origin: &Origin) -> String {
        blake3::Hash::from_bytes(origin.seed().key().unwrap()).to_string()
    }

    // Computed apart from this code, from the published definition of BLAKE3.
    #[test]
    fn what_grows_from_a_secret_never_changes() {
        assert_eq!(
            drawn().commitment().unwrap().to_string(),
            "c0d92e40dbf3cb73f192da58d97fcd9e084f17887111fc7b1347bdad4b50eb2b"
        );
        let given = Origin::from(LuckSource::Given { number: 1, secret: Secret::drawn([7; 32]) });
        assert_eq!(key_of(&given), "92345d5efd4f88fc6701c6e2f342c97fa058bdda12528509fb588ffd948cb5ae");
        assert_eq!(key_of(&drawn()), "d1c05fa7c94c4da2674e0610c9a2110e174da647088b6c5a3f778c9510d5d43f");
        assert_eq!(key_of(&in_day()), "0eb92144c3c32a505f4953c8eeb2c980cd9501ab292b9b2526402cd423efead3");
    }

    #[test]
    fn it_is_read_as_it_is_written() {
        let part = Origin::part(Seed::keyed([3; 32]));
        for origin in [Origin::first(u64::MAX), Origin::given(7), drawn(), in_day(), part] {
            let written = serde_json::to_string(&origin).unwrap();
            assert_eq!(serde_json::from_str::<Origin>(&written).unwrap(), origin, "{written}");
        }
        assert_eq!(serde_json::to_string(&Origin::first(7)).unwrap(), "7");
        assert!(serde_json::from_str::<Origin>(r#"{"number": 7}"#).is_err());
        assert!(serde_json::from_str::<Origin>(r#"{"number": 7, "secret": "00"}"#).is_err());
    }

    #[test]
    fn a_number_always_gives_the_same_luck_and_a_drawn_secret_other_luck_to_others() {
        assert_eq!(Origin::given(7).seed(), Origin::given(7).seed());
        let others = Origin::drawn(Secret::drawn([7; 32]), &[entrant("bb"), entrant("c")]);
        assert_eq!(others.commitment(), drawn().commitment());
        assert_ne!(others.seed(), drawn().seed());
    }

    #[test]
    fn what_was_changed_afterwards_is_found() {
        let entrants = [entrant("a"), entrant("bb")];
        let published = Published { commitment: drawn().commitment(), secret: None };
        let nothing = Published::default();
        assert_eq!(drawn().check(&entrants, &published), Ok(()));
        assert_eq!(drawn().check(&entrants[..1], &published), Err(NotItsLuck::OtherEntries));
        let chosen = Origin::drawn(Secret::drawn([8; 32]), &entrants);
        assert!(matches!(chosen.check(&entrants, &published), Err(NotItsLuck::OtherCommitment { .. })));
        let forged = Origin::from(LuckSource::Given { number: 7, secret: Secret::drawn([8; 32]) });
        assert_eq!(forged.check(&entrants, &nothing), Err(NotItsLuck::NotStretched(7)));
        let given = Published { commitment: Origin::given(7).commitment(), secret: None };
        assert_eq!(Origin::given(7).check(&entrants, &given), Ok(()));
        assert_eq!(Origin::first(7).check(&entrants, &nothing), Ok(()));
        assert_eq!(Origin::first(7).check(&entrants, &published), Err(NotItsLuck::NoSecret));
    }

    #[test]
    fn a_game_of_a_day_follows_from_the_opened_secret_of_that_day_and_from_no_other() {
        let secret = Secret::drawn([7; 32]);
        let told = |secret: Secret| Published { commitment: Some(secret.commitment()), secret: Some(secret) };
        assert_eq!(in_day().check(&[], &told(secret)), Ok(()));
        assert_eq!(in_day().check(&[], &Published::default()), Ok(()));
        let LuckSource::Day { day, game, key } = in_day().source().clone() else { panic!("{:?}", in_day()) };
        let not_of_it = Err(NotItsLuck::NotOfTheDay { day, game });
        assert_eq!(in_day().check(&[], &told(Secret::drawn([8; 32]))), not_of_it);
        let moved = Origin::from(LuckSource::Day { day, game: 18, key });
        assert_eq!(moved.check(&[], &told(secret)), Err(NotItsLuck::NotOfTheDay { day, game: 18 }));
        let other_day = Origin::from(LuckSource::Day { day: Day::numbered(3), game, key });
        assert!(matches!(other_day.check(&[], &told(secret)), Err(NotItsLuck::NotOfTheDay { .. })));
        // Whoever opens another secret than was published is found, whatever follows from it.
        let published =
            Published { commitment: Some(Secret::drawn([8; 32]).commitment()), secret: Some(secret) };
        assert!(matches!(in_day().check(&[], &published), Err(NotItsLuck::OtherCommitment { .. })));
        let closed = Published { secret: None, ..published };
        assert_eq!(in_day().check(&[], &closed), Err(NotItsLuck::NotOpened(day)));
        assert_eq!(drawn().check(&[entrant("a"), entrant("bb")], &told(secret)), Ok(()));
        let other = drawn().check(&[entrant("a"), entrant("bb")], &told(Secret::drawn([8; 32])));
        assert_eq!(other, Err(NotItsLuck::OtherSecret));
    }

    #[cfg(feature = "beacon")]
    mod with_a_beacon {
        use super::*;
        use crate::luck::{Chain, Round};

        const ROUND: Round = Round { chain: Chain::Quicknet, round: 123 };
        const GIVEN: &str = r#"{"round":123,
            "randomness":"fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc",
            "signature":"b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92"}"#;

        fn origin() -> Origin {
            let beacon = Beacon::read(GIVEN, ROUND).unwrap();
            Origin::drawn_with(Secret::drawn([7; 32]), &[entrant("bb"), entrant("a")], beacon)
        }

        // Computed apart from this code, from the published definition of BLAKE3.
        #[test]
        fn what_grows_from_a_secret_and_a_beacon_never_changes() {
            let commitment = origin().commitment().unwrap().to_string();
            assert_eq!(commitment, "d440e19857e9ef4ee0ef0135fd9fd5a3b81e4d983ea63d3e40d39b42205d569a");
            assert_eq!(key_of(&origin()), "20c1ca1fb4123352cf02dfe6d0707be8e47ece4884a439e7e9a4418d3a167f06");
            let written = serde_json::to_string(&origin()).unwrap();
            assert_eq!(serde_json::from_str::<Origin>(&written).unwrap(), origin(), "{written}");
        }

        #[test]
        fn a_beacon_that_was_changed_or_exchanged_is_found() {
            let entrants = [entrant("a"), entrant("bb")];
            let told = Published { commitment: origin().commitment(), secret: None };
            assert_eq!(origin().check(&entrants, &told), Ok(()));
            // Somebody takes another number for the same signature, or another signature.
            let written = serde_json::to_string(&origin()).unwrap();
            for (what, with) in
                [("\"round\":123", "\"round\":124"), ("b75c69", "b75c68"), ("\"fb8f", "\"fb8e")]
            {
                let forged: Origin = serde_json::from_str(&written.replace(what, with)).unwrap();
                assert!(matches!(forged.check(&entrants, &told), Err(NotItsLuck::Beacon(_))), "{with}");
            }
            // A round that was not named with the secret, or none: the commitment is another one.
            let other = Published { commitment: Some(Secret::drawn([7; 32]).commitment()), secret: None };
            assert!(matches!(origin().check(&entrants, &other), Err(NotItsLuck::OtherCommitment { .. })));
            assert!(matches!(drawn().check(&entrants, &told), Err(NotItsLuck::OtherCommitment { .. })));
            assert_ne!(origin().seed(), drawn().seed());
        }
    }
}
