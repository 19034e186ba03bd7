//! Accounts: who somebody is. Passwords, cookies, form tokens and who may sign up.

pub(crate) mod guesses;
pub mod password;
pub(crate) mod reader;
pub mod sign;
pub mod visitor;
