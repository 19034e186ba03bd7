-- The same content keeps its rating. What plays for somebody, by content (a url by its address), and how many games it played.
ALTER TABLE entries ADD COLUMN content TEXT NOT NULL DEFAULT '';
ALTER TABLE entries ADD COLUMN played INTEGER NOT NULL DEFAULT 0;
UPDATE entries SET content = COALESCE(
  (SELECT CASE WHEN u.hash = '' THEN u.url ELSE u.hash END FROM uploads u WHERE u.id = entries.upload), '');
UPDATE entries SET played = CASE WHEN house IS NOT NULL THEN games ELSE (
  SELECT COUNT(*) FROM seats s JOIN uploads u ON u.id = s.upload
  WHERE s.entry = entries.id AND (u.hash = entries.content OR u.url = entries.content)) END;
-- How a content stood when another one took its place.
CREATE TABLE contents (
  entry INTEGER NOT NULL REFERENCES entries (id),
  content TEXT NOT NULL,
  rating REAL NOT NULL,
  uncertainty REAL NOT NULL,
  played INTEGER NOT NULL,
  PRIMARY KEY (entry, content)
);
-- What began to play, when, and whether it had played before. Of older ones only the last is known.
ALTER TABLE enterings ADD COLUMN content TEXT NOT NULL DEFAULT '';
ALTER TABLE enterings ADD COLUMN moment INTEGER NOT NULL DEFAULT 0;
ALTER TABLE enterings ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
ALTER TABLE enterings ADD COLUMN back INTEGER NOT NULL DEFAULT 0;
UPDATE enterings SET content = (SELECT e.content FROM entries e WHERE e.id = enterings.entry)
WHERE after = (SELECT MAX(other.after) FROM enterings other WHERE other.entry = enterings.entry);
