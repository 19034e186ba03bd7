-- The record of a stage that failed, for the upload's author: the stage by its place in the check.
CREATE TABLE check_records (
  upload INTEGER NOT NULL REFERENCES uploads (id),
  place INTEGER NOT NULL,
  record BLOB NOT NULL,
  PRIMARY KEY (upload, place)
);
