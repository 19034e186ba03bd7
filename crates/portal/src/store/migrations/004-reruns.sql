-- Games that were played once more with the same bots and the same luck, at an organiser's wish.
CREATE TABLE reruns (
  id INTEGER PRIMARY KEY,
  game INTEGER NOT NULL REFERENCES games (id),
  account INTEGER NOT NULL REFERENCES accounts (id),
  asked INTEGER NOT NULL,
  ended INTEGER,
  -- What came of it: `same`, `alike`, `differs` or `failed`; and in words.
  verdict TEXT,
  words TEXT,
  -- Of the two games the one that does not count: milliseconds, seats as a JSON list, and the record.
  took INTEGER,
  seats TEXT,
  record BLOB,
  -- When an organiser let the new one count; empty while the old one does.
  counted INTEGER
);
CREATE INDEX reruns_game ON reruns (game, id);
-- When somebody's newest upload began to play: how sure their rating is begins anew after the game of this number.
-- The ladder is a fold over games and these.
CREATE TABLE enterings (
  entry INTEGER NOT NULL REFERENCES entries (id),
  after INTEGER NOT NULL
);
CREATE INDEX enterings_entry ON enterings (entry, after);
