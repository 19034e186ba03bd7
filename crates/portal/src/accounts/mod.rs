//! Accounts: who somebody is. Passwords, cookies, form tokens and who may sign up.

pub mod password;
pub mod sign;
pub mod visitor;
