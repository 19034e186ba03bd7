pub mod jujitsu;
