-- The ladders' luck: one secret a day. `next` is the number of the next deal, `games` counts those that were made.
CREATE TABLE days (
    day INTEGER PRIMARY KEY,
    secret TEXT NOT NULL,
    begun INTEGER NOT NULL,
    next INTEGER NOT NULL,
    games INTEGER NOT NULL
);
-- Whose games wait or are being played is not opened yet.
ALTER TABLE jobs ADD COLUMN day INTEGER;
