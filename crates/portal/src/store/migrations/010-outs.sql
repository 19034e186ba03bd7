-- Who was put out of a final, as JSON; nothing for finals from before, in which nobody was.
ALTER TABLE finals ADD COLUMN outs TEXT;
