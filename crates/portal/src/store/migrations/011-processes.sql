-- How often a job was taken: whoever lost it holds an older number than whoever has it now. And the process that has it.
ALTER TABLE jobs ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN process INTEGER;
-- Processes that serve one database at a server.
CREATE TABLE processes (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  workers INTEGER NOT NULL,
  since INTEGER NOT NULL
);
