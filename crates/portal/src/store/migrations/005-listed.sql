-- A game's seats stand in its own row too, ready to be listed: a line for each seat in order, with entry, place, score,
-- faults and, up to the end of the line, the first fault in words.
ALTER TABLE games ADD COLUMN seats TEXT NOT NULL DEFAULT '';
UPDATE games SET seats = COALESCE((
  SELECT string_agg(
    s.entry || ' ' || s.place || ' ' || s.score || ' ' || s.faults || ' ' || REPLACE(COALESCE(s.fault, ''), '
', ' '), '
' ORDER BY s.seat)
  FROM seats s WHERE s.game = games.id), '');
-- Games in which something went wrong are rare, and are looked for among all.
CREATE INDEX games_faulty ON games (id) WHERE faults > 0;
CREATE INDEX games_faulty_contest ON games (contest, id) WHERE faults > 0;
