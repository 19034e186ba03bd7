-- What a name looks like: no two accounts have names that look alike. Older ones are worked out at the next start.
ALTER TABLE accounts ADD COLUMN skeleton TEXT NOT NULL DEFAULT '';
CREATE INDEX accounts_skeleton ON accounts (skeleton);

-- Browsers that signed in to an account, by a cookie's hash: limits on guesses of strangers are not theirs.
CREATE TABLE devices (
  hash TEXT NOT NULL,
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  used INTEGER NOT NULL,
  PRIMARY KEY (hash, account)
);
CREATE INDEX devices_account ON devices (account, used);

-- Tokens end: 180 days after they were made.
ALTER TABLE tokens ADD COLUMN expires INTEGER NOT NULL DEFAULT 0;
UPDATE tokens SET expires = created + 15552000000;

-- An invitation is used once and expires; it may bind the address of whoever uses it. A listed address is used once, too.
ALTER TABLE admissions ADD COLUMN address TEXT;
ALTER TABLE admissions ADD COLUMN expires INTEGER;
ALTER TABLE admissions ADD COLUMN used INTEGER;
ALTER TABLE admissions ADD COLUMN account INTEGER REFERENCES accounts (id) ON DELETE SET NULL;
UPDATE admissions SET expires = added + 15552000000 WHERE word NOT LIKE '%@%';
UPDATE admissions SET
  used = (SELECT a.created FROM accounts a WHERE a.address = admissions.word),
  account = (SELECT a.id FROM accounts a WHERE a.address = admissions.word)
WHERE word LIKE '%@%';
