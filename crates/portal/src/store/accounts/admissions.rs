//! Whom sign-up lets in where it is not open: invitations, which are used once and expire, and addresses.

use crate::store::{Store, Stored, Write, now, sql};

/// Whom an organiser lets in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Admission {
    /// Whoever has this code; the account gets the address, where one stands beside it.
    Code {
        /// As its holder types it.
        code: String,
        /// Whose it is.
        address: Option<String>,
    },
    /// Whoever signs up with this address.
    Address(String),
}

impl Admission {
    /// Reads a line: a code, an address, or a code with the address of whoever is to have it.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace().map(str::to_lowercase);
        let (first, second) = (words.next()?, words.next());
        match second {
            _ if words.next().is_some() => None,
            None if first.contains('@') => Some(Self::Address(first)),
            Some(address) if !address.contains('@') || first.contains('@') => None,
            address => Some(Self::Code { code: first, address }),
        }
    }

    fn word(&self) -> &str {
        match self {
            Self::Code { code, .. } => code,
            Self::Address(address) => address,
        }
    }
}

/// Lets somebody in; a code until then. What was said before of the same code or address stays.
pub async fn admit(write: &mut Write, admission: &Admission, until: i64) -> Stored<()> {
    let (address, expires) = match admission {
        Admission::Code { address, .. } => (address.as_deref(), Some(until)),
        Admission::Address(_) => (None, None),
    };
    sql::query(
        "INSERT INTO admissions (word, added, address, expires) VALUES ($1, $2, $3, $4) ON \
         CONFLICT DO NOTHING",
    )
    .bind(admission.word())
    .bind(now())
    .bind(address)
    .bind(expires)
    .execute(&mut *write)
    .await?;
    Ok(())
}

/// A code or an address may not sign up any more. One that was used is remembered: nothing may let
/// it in again.
pub async fn dismiss(write: &mut Write, word: &str) -> Stored<()> {
    let gone =
        sql::query("DELETE FROM admissions WHERE word = $1 AND used IS NULL").bind(word.to_lowercase());
    gone.execute(&mut *write).await?;
    Ok(())
}

/// Whether a code or an address may sign up now.
pub async fn is_open(store: &Store, word: &str) -> Stored<bool> {
    let row = sql::query(
        "SELECT 1 FROM admissions WHERE word = $1 AND used IS NULL AND (expires IS NULL OR expires >= $2)",
    );
    Ok(row.bind(word.to_lowercase()).bind(now()).fetch_optional(store.read()).await?.is_some())
}

/// Uses a code or an address up for this account; the address that it binds, or nothing where
/// somebody was quicker.
pub async fn use_up(write: &mut Write, word: &str, account: i64) -> Stored<Option<Option<String>>> {
    let row: Option<(Option<String>,)> = sql::query_as(
        "UPDATE admissions SET used = $1, account = $2 WHERE word = $3 AND used IS NULL AND \
         (expires IS NULL OR expires >= $1) RETURNING address",
    )
    .bind(now())
    .bind(account)
    .bind(word.to_lowercase())
    .fetch_optional(&mut *write)
    .await?;
    Ok(row.map(|(address,)| address))
}

/// Somebody who was let in, as an organiser sees it.
#[derive(Debug, Clone)]
pub struct Admitted {
    /// The code or the address.
    pub word: String,
    /// The address that a code binds.
    pub address: Option<String>,
    /// Until when it can be used.
    pub expires: Option<i64>,
    /// When it was.
    pub used: Option<i64>,
    /// By whom.
    pub by: Option<String>,
}

/// All of them, those that can be used first.
pub async fn all(store: &Store, most: i64) -> Stored<Vec<Admitted>> {
    type Line = (String, Option<String>, Option<i64>, Option<i64>, Option<String>);
    let rows: Vec<Line> = sql::query_as(
        "SELECT m.word, m.address, m.expires, m.used, a.name FROM admissions m LEFT JOIN accounts \
         a ON a.id = m.account ORDER BY CASE WHEN m.used IS NULL THEN 0 ELSE 1 END, m.added DESC, \
         m.word LIMIT $1",
    )
    .bind(most)
    .fetch_all(store.read())
    .await?;
    let admitted = |(word, address, expires, used, by)| Admitted { word, address, expires, used, by };
    Ok(rows.into_iter().map(admitted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_code_an_address_or_both() {
        let code = |code: &str, address: Option<&str>| {
            Some(Admission::Code { code: code.to_owned(), address: address.map(str::to_owned) })
        };
        assert_eq!(Admission::read(" Owl-1 "), code("owl-1", None));
        assert_eq!(Admission::read("owl-1 Ada@Uni.example"), code("owl-1", Some("ada@uni.example")));
        assert_eq!(
            Admission::read("ada@uni.example"),
            Some(Admission::Address("ada@uni.example".to_owned()))
        );
        for line in ["", "one two", "a@b.c d@e.f", "owl-1 a@b.c more"] {
            assert_eq!(Admission::read(line), None, "{line}");
        }
    }
}
