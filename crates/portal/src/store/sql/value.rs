//! What is given to a statement in place of `$1`.

use std::borrow::Cow;

use sqlx::Arguments;
use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;

/// A value, with the type that it has where it is missing, too: PostgreSQL wants to know.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Value<'q> {
    Integer(Option<i64>),
    Real(Option<Real>),
    Text(Option<Cow<'q, str>>),
    Bytes(Option<Cow<'q, [u8]>>),
}

/// A fraction by its bits: two are the same where nothing of them differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Real(u64);

impl Real {
    fn number(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// Why a value cannot be given to a statement.
type NotGiven = sqlx::error::BoxDynError;

impl Value<'_> {
    pub(super) fn give_sqlite(self, arguments: &mut SqliteArguments) -> Result<(), NotGiven> {
        match self {
            Self::Integer(value) => arguments.add(value),
            Self::Real(value) => arguments.add(value.map(Real::number)),
            Self::Text(value) => arguments.add(value.map(Cow::into_owned)),
            Self::Bytes(value) => arguments.add(value.map(Cow::into_owned)),
        }
    }

    pub(super) fn give_postgres(self, arguments: &mut PgArguments) -> Result<(), NotGiven> {
        match self {
            Self::Integer(value) => arguments.add(value),
            Self::Real(value) => arguments.add(value.map(Real::number)),
            Self::Text(value) => arguments.add(value.map(without_zeros)),
            Self::Bytes(value) => arguments.add(value.map(Cow::into_owned)),
        }
    }
}

/// PostgreSQL has no text with the character 0 in it, and strangers send one.
fn without_zeros(text: Cow<'_, str>) -> String {
    if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text.into_owned() }
}

impl From<i64> for Value<'_> {
    fn from(value: i64) -> Self {
        Self::Integer(Some(value))
    }
}

impl From<Option<i64>> for Value<'_> {
    fn from(value: Option<i64>) -> Self {
        Self::Integer(value)
    }
}

impl From<f64> for Value<'_> {
    fn from(value: f64) -> Self {
        Self::from(Some(value))
    }
}

impl From<Option<f64>> for Value<'_> {
    fn from(value: Option<f64>) -> Self {
        Self::Real(value.map(|value| Real(value.to_bits())))
    }
}

impl<'q> From<&'q str> for Value<'q> {
    fn from(value: &'q str) -> Self {
        Self::Text(Some(Cow::Borrowed(value)))
    }
}

impl<'q> From<&'q String> for Value<'q> {
    fn from(value: &'q String) -> Self {
        Self::from(value.as_str())
    }
}

impl From<String> for Value<'_> {
    fn from(value: String) -> Self {
        Self::Text(Some(Cow::Owned(value)))
    }
}

impl<'q> From<Option<&'q str>> for Value<'q> {
    fn from(value: Option<&'q str>) -> Self {
        Self::Text(value.map(Cow::Borrowed))
    }
}

impl<'q> From<&'q Option<String>> for Value<'q> {
    fn from(value: &'q Option<String>) -> Self {
        Self::from(value.as_deref())
    }
}

impl From<Option<String>> for Value<'_> {
    fn from(value: Option<String>) -> Self {
        Self::Text(value.map(Cow::Owned))
    }
}

impl From<Option<Vec<u8>>> for Value<'_> {
    fn from(value: Option<Vec<u8>>) -> Self {
        Self::Bytes(value.map(Cow::Owned))
    }
}

impl<'q> From<&'q [u8]> for Value<'q> {
    fn from(value: &'q [u8]) -> Self {
        Self::Bytes(Some(Cow::Borrowed(value)))
    }
}

impl<'q> From<&'q Vec<u8>> for Value<'q> {
    fn from(value: &'q Vec<u8>) -> Self {
        Self::from(value.as_slice())
    }
}

impl From<Vec<u8>> for Value<'_> {
    fn from(value: Vec<u8>) -> Self {
        Self::Bytes(Some(Cow::Owned(value)))
    }
}
