-- What the operator set, and the site's own secrets.
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  -- The name in small letters: no two accounts differ by capitals alone.
  plain TEXT NOT NULL UNIQUE,
  address TEXT,
  password TEXT NOT NULL,
  role TEXT NOT NULL,
  created INTEGER NOT NULL
);
CREATE UNIQUE INDEX accounts_address ON accounts (address);

-- Whom sign-up lets in where it is not open: codes, or addresses.
CREATE TABLE admissions (
  word TEXT PRIMARY KEY,
  added INTEGER NOT NULL
);

-- Cookies and tokens are kept as hashes: whoever reads the database cannot use them.
CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL
);
CREATE INDEX sessions_account ON sessions (account);
CREATE TABLE tokens (
  id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  created INTEGER NOT NULL,
  used INTEGER
);
CREATE INDEX tokens_account ON tokens (account);
-- One-time links: to set a new password (with an account), or to become the first organiser (without).
CREATE TABLE links (
  hash TEXT PRIMARY KEY,
  account INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL
);

CREATE TABLE contests (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  game TEXT NOT NULL,
  seats INTEGER NOT NULL,
  options TEXT NOT NULL,
  limits TEXT NOT NULL,
  languages TEXT NOT NULL,
  opens INTEGER,
  closes INTEGER,
  paused INTEGER NOT NULL,
  games_a_minute INTEGER NOT NULL,
  created INTEGER NOT NULL
);

CREATE TABLE uploads (
  id INTEGER PRIMARY KEY,
  contest INTEGER NOT NULL REFERENCES contests (id),
  account INTEGER NOT NULL REFERENCES accounts (id),
  -- What the author called it; shown, never used as a path.
  file_name TEXT NOT NULL,
  -- By content: the folder it is kept in, and the file in it that is the bot. A url has neither.
  hash TEXT NOT NULL,
  main TEXT NOT NULL,
  kind TEXT NOT NULL,
  url TEXT,
  bytes INTEGER NOT NULL,
  received INTEGER NOT NULL,
  state TEXT NOT NULL,
  detail TEXT NOT NULL,
  bot TEXT NOT NULL,
  compiler TEXT,
  marks TEXT,
  ended INTEGER
);
CREATE INDEX uploads_account ON uploads (account, contest, id);
CREATE INDEX uploads_contest ON uploads (contest, id);
CREATE INDEX uploads_hash ON uploads (hash);
CREATE TABLE stages (
  upload INTEGER NOT NULL REFERENCES uploads (id),
  place INTEGER NOT NULL,
  name TEXT NOT NULL,
  verdict TEXT NOT NULL,
  detail TEXT NOT NULL,
  failing TEXT,
  took INTEGER NOT NULL,
  PRIMARY KEY (upload, place)
);

-- Who is on a ladder: a player's account with the upload that plays, or a player of the house.
CREATE TABLE entries (
  id INTEGER PRIMARY KEY,
  contest INTEGER NOT NULL REFERENCES contests (id),
  account INTEGER REFERENCES accounts (id),
  house TEXT,
  name TEXT NOT NULL,
  upload INTEGER REFERENCES uploads (id),
  entered INTEGER NOT NULL,
  rating REAL NOT NULL,
  uncertainty REAL NOT NULL,
  games INTEGER NOT NULL,
  wins REAL NOT NULL,
  faults INTEGER NOT NULL,
  -- Games that are owed on entering.
  owed INTEGER NOT NULL,
  -- The rating's way so far, thinned out, as a JSON list; and every how many games it is noted.
  path TEXT NOT NULL,
  stride INTEGER NOT NULL,
  -- Why it does not play any more, where an organiser said so.
  out_of TEXT
);
CREATE UNIQUE INDEX entries_account ON entries (contest, account);
CREATE UNIQUE INDEX entries_house ON entries (contest, house);
CREATE INDEX entries_of_account ON entries (account);

CREATE TABLE games (
  id INTEGER PRIMARY KEY,
  contest INTEGER NOT NULL REFERENCES contests (id),
  seed INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  took INTEGER NOT NULL,
  faults INTEGER NOT NULL
);
CREATE INDEX games_contest ON games (contest, id);
CREATE TABLE seats (
  game INTEGER NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  entry INTEGER NOT NULL REFERENCES entries (id),
  upload INTEGER,
  place INTEGER NOT NULL,
  score REAL NOT NULL,
  figures TEXT NOT NULL,
  faults INTEGER NOT NULL,
  fault TEXT,
  rating REAL NOT NULL,
  PRIMARY KEY (game, seat)
);
CREATE INDEX seats_entry ON seats (entry, game);
CREATE TABLE records (
  game INTEGER PRIMARY KEY REFERENCES games (id),
  record BLOB NOT NULL
);
-- What a bot printed in a game: for its owner's eyes.
CREATE TABLE logs (
  game INTEGER NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  log TEXT NOT NULL,
  PRIMARY KEY (game, seat)
);

-- Work for the workers. A job that is done is gone; its result came in the same transaction.
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY,
  -- 0 checks, 1 games on entering, 2 batches of finals, 3 games of the ladder.
  class INTEGER NOT NULL,
  -- Whose it is; of one owner, one check runs at a time.
  owner TEXT NOT NULL,
  -- Round by round: the second job of an owner waits behind the first of everyone.
  turn INTEGER NOT NULL,
  contest INTEGER NOT NULL,
  upload INTEGER,
  task TEXT NOT NULL,
  put INTEGER NOT NULL,
  worker TEXT,
  until INTEGER NOT NULL,
  failures INTEGER NOT NULL
);
CREATE INDEX jobs_order ON jobs (class, turn, id);
CREATE INDEX jobs_owner ON jobs (owner);
CREATE INDEX jobs_upload ON jobs (upload);
