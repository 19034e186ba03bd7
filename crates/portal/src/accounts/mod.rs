//! Accounts: who somebody is. Passwords, cookies, form tokens and who may sign up.

pub(crate) mod confusable_names;
pub(crate) mod guesses;
pub mod password;
pub(crate) mod reader;
pub(crate) mod secrets;
pub mod sign;
pub mod visitor;
