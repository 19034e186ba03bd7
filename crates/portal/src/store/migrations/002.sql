-- Final, closed tournaments. The field is as it stood when the final began.
CREATE TABLE finals (
  id INTEGER PRIMARY KEY,
  contest INTEGER NOT NULL REFERENCES contests (id),
  -- The head of its record, as JSON, and who sits behind each entrant, as a JSON list.
  header TEXT NOT NULL,
  field TEXT NOT NULL,
  begun INTEGER NOT NULL,
  -- All games before this one are in the queue or played.
  put INTEGER NOT NULL,
  -- Up to where it was looked whether all is decided.
  looked INTEGER NOT NULL,
  ended INTEGER,
  -- Games that count, why it ended, and the standings as text; once it ended.
  games INTEGER,
  reason TEXT,
  standings TEXT
);
CREATE INDEX finals_contest ON finals (contest, id);
-- Consecutive games of a final, as they stand in a block of its record.
CREATE TABLE batches (
  final INTEGER NOT NULL REFERENCES finals (id),
  first INTEGER NOT NULL,
  count INTEGER NOT NULL,
  plain BLOB NOT NULL,
  PRIMARY KEY (final, first)
);
