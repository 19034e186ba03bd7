-- What was uploaded, by the hash of its files, where a server keeps the database: a zip archive.
CREATE TABLE bots (
  hash TEXT PRIMARY KEY,
  packed BLOB NOT NULL
);
