-- Jobs that were given up: tried as often as one may be, and never done. They wait here for an organiser.
CREATE TABLE given_up (
  id INTEGER PRIMARY KEY,
  -- What they were as jobs.
  class INTEGER NOT NULL,
  owner TEXT NOT NULL,
  contest INTEGER NOT NULL,
  upload INTEGER,
  task TEXT NOT NULL,
  put INTEGER NOT NULL,
  -- When they were given up, after how many tries, and what went wrong in the last one.
  ended INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  why TEXT NOT NULL
);
CREATE INDEX given_up_class ON given_up (class, id);
CREATE INDEX given_up_owner ON given_up (owner);
CREATE INDEX given_up_upload ON given_up (upload);
