//! Standings and games written for people and programs.
