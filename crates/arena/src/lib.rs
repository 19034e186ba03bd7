//! One table, schedules, one tournament.
