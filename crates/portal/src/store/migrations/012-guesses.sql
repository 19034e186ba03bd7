-- Guesses of secrets, by the hash of who guesses what: how many are left at a moment of the clock that leases go by.
CREATE TABLE guesses (
  name TEXT PRIMARY KEY,
  remaining REAL NOT NULL,
  moment INTEGER NOT NULL
);
