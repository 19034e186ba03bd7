-- A site as step 8 of its database left it.
CREATE TABLE steps (number INTEGER PRIMARY KEY, done INTEGER NOT NULL);
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  -- The name in small letters: no two accounts differ by capitals alone.
  plain TEXT NOT NULL UNIQUE,
  address TEXT,
  password TEXT NOT NULL,
  role TEXT NOT NULL,
  created INTEGER NOT NULL
, skeleton TEXT NOT NULL DEFAULT '');
CREATE UNIQUE INDEX accounts_address ON accounts (address);
CREATE TABLE admissions (
  word TEXT PRIMARY KEY,
  added INTEGER NOT NULL
, address TEXT, expires INTEGER, used INTEGER, account INTEGER REFERENCES accounts (id) ON DELETE SET NULL);
CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL
);
CREATE INDEX sessions_account ON sessions (account);
CREATE TABLE tokens (
  id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  created INTEGER NOT NULL,
  used INTEGER
, expires INTEGER NOT NULL DEFAULT 0);
CREATE INDEX tokens_account ON tokens (account);
CREATE TABLE links (
  hash TEXT PRIMARY KEY,
  account INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL
);
CREATE TABLE contests (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  game TEXT NOT NULL,
  seats INTEGER NOT NULL,
  options TEXT NOT NULL,
  limits TEXT NOT NULL,
  languages TEXT NOT NULL,
  opens INTEGER,
  closes INTEGER,
  paused INTEGER NOT NULL,
  games_a_minute INTEGER NOT NULL,
  created INTEGER NOT NULL
);
CREATE TABLE uploads (
  id INTEGER PRIMARY KEY,
  contest INTEGER NOT NULL REFERENCES contests (id),
  account INTEGER NOT NULL REFERENCES accounts (id),
  -- What the author called it; shown, never used as a path.
  file_name TEXT NOT NULL,
  -- By content: the folder it is kept in, and the file in it that is the bot. A url has neither.
  hash TEXT NOT NULL,
  main TEXT NOT NULL,
  kind TEXT NOT NULL,
  url TEXT,
  bytes INTEGER NOT NULL,
  received INTEGER NOT NULL,
  state TEXT NOT NULL,
  detail TEXT NOT NULL,
  bot TEXT NOT NULL,
  compiler TEXT,
  marks TEXT,
  ended INTEGER
, kept INTEGER NOT NULL DEFAULT 0, sat INTEGER NOT NULL DEFAULT 0, gone INTEGER NOT NULL DEFAULT 0);
CREATE INDEX uploads_account ON uploads (account, contest, id);
CREATE INDEX uploads_contest ON uploads (contest, id);
CREATE INDEX uploads_hash ON uploads (hash);
CREATE TABLE stages (
  upload INTEGER NOT NULL REFERENCES uploads (id),
  place INTEGER NOT NULL,
  name TEXT NOT NULL,
  verdict TEXT NOT NULL,
  detail TEXT NOT NULL,
  failing TEXT,
  took INTEGER NOT NULL,
  PRIMARY KEY (upload, place)
);
CREATE TABLE entries (
  id INTEGER PRIMARY KEY,
  contest INTEGER NOT NULL REFERENCES contests (id),
  account INTEGER REFERENCES accounts (id),
  house TEXT,
  name TEXT NOT NULL,
  upload INTEGER REFERENCES uploads (id),
  entered INTEGER NOT NULL,
  rating REAL NOT NULL,
  uncertainty REAL NOT NULL,
  games INTEGER NOT NULL,
  wins REAL NOT NULL,
  faults INTEGER NOT NULL,
  -- Games that are owed on entering.
  owed INTEGER NOT NULL,
  -- The rating's way so far, thinned out, as a JSON list; and every how many games it is noted.
  path TEXT NOT NULL,
  stride INTEGER NOT NULL,
  -- Why it does not play any more, where an organiser said so.
  out_of TEXT
, content TEXT NOT NULL DEFAULT '', played INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX entries_account ON entries (contest, account);
CREATE UNIQUE INDEX entries_house ON entries (contest, house);
CREATE INDEX entries_of_account ON entries (account);
CREATE TABLE games (
  id INTEGER PRIMARY KEY,
  contest INTEGER NOT NULL REFERENCES contests (id),
  seed INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  took INTEGER NOT NULL,
  faults INTEGER NOT NULL
, seats TEXT NOT NULL DEFAULT '');
CREATE INDEX games_contest ON games (contest, id);
CREATE TABLE seats (
  game INTEGER NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  entry INTEGER NOT NULL REFERENCES entries (id),
  upload INTEGER,
  place INTEGER NOT NULL,
  score REAL NOT NULL,
  figures TEXT NOT NULL,
  faults INTEGER NOT NULL,
  fault TEXT,
  rating REAL NOT NULL,
  PRIMARY KEY (game, seat)
);
CREATE INDEX seats_entry ON seats (entry, game);
CREATE TABLE records (
  game INTEGER PRIMARY KEY REFERENCES games (id),
  record BLOB NOT NULL
);
CREATE TABLE logs (
  game INTEGER NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  log TEXT NOT NULL,
  PRIMARY KEY (game, seat)
);
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY,
  -- 0 checks, 1 games on entering, 2 batches of finals, 3 games of the ladder.
  class INTEGER NOT NULL,
  -- Whose it is; of one owner, one check runs at a time.
  owner TEXT NOT NULL,
  -- Round by round: the second job of an owner waits behind the first of everyone.
  turn INTEGER NOT NULL,
  contest INTEGER NOT NULL,
  upload INTEGER,
  task TEXT NOT NULL,
  put INTEGER NOT NULL,
  worker TEXT,
  until INTEGER NOT NULL,
  failures INTEGER NOT NULL
);
CREATE INDEX jobs_order ON jobs (class, turn, id);
CREATE INDEX jobs_owner ON jobs (owner);
CREATE INDEX jobs_upload ON jobs (upload);
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
CREATE TABLE batches (
  final INTEGER NOT NULL REFERENCES finals (id),
  first INTEGER NOT NULL,
  count INTEGER NOT NULL,
  plain BLOB NOT NULL,
  PRIMARY KEY (final, first)
);
CREATE TABLE check_records (
  upload INTEGER NOT NULL REFERENCES uploads (id),
  place INTEGER NOT NULL,
  record BLOB NOT NULL,
  PRIMARY KEY (upload, place)
);
CREATE TABLE reruns (
  id INTEGER PRIMARY KEY,
  game INTEGER NOT NULL REFERENCES games (id),
  account INTEGER NOT NULL REFERENCES accounts (id),
  asked INTEGER NOT NULL,
  ended INTEGER,
  -- What came of it: `same`, `alike`, `differs` or `failed`; and in words.
  verdict TEXT,
  words TEXT,
  -- Of the two games the one that does not count: milliseconds, seats as a JSON list, and the record.
  took INTEGER,
  seats TEXT,
  record BLOB,
  -- When an organiser let the new one count; empty while the old one does.
  counted INTEGER
);
CREATE INDEX reruns_game ON reruns (game, id);
CREATE TABLE enterings (
  entry INTEGER NOT NULL REFERENCES entries (id),
  after INTEGER NOT NULL
, content TEXT NOT NULL DEFAULT '', moment INTEGER NOT NULL DEFAULT 0, turn INTEGER NOT NULL DEFAULT 0, back INTEGER NOT NULL DEFAULT 0);
CREATE INDEX enterings_entry ON enterings (entry, after);
CREATE INDEX games_faulty ON games (id) WHERE faults > 0;
CREATE INDEX games_faulty_contest ON games (contest, id) WHERE faults > 0;
CREATE INDEX accounts_skeleton ON accounts (skeleton);
CREATE TABLE devices (
  hash TEXT NOT NULL,
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  used INTEGER NOT NULL,
  PRIMARY KEY (hash, account)
);
CREATE INDEX devices_account ON devices (account, used);
CREATE TABLE contents (
  entry INTEGER NOT NULL REFERENCES entries (id),
  content TEXT NOT NULL,
  rating REAL NOT NULL,
  uncertainty REAL NOT NULL,
  played INTEGER NOT NULL,
  PRIMARY KEY (entry, content)
);
INSERT INTO steps VALUES (1, 1763000000000);
INSERT INTO steps VALUES (2, 1763000000000);
INSERT INTO steps VALUES (3, 1763000000000);
INSERT INTO steps VALUES (4, 1763000000000);
INSERT INTO steps VALUES (5, 1763000000000);
INSERT INTO steps VALUES (6, 1763000000000);
INSERT INTO steps VALUES (7, 1763000000000);
INSERT INTO steps VALUES (8, 1763000000000);
INSERT INTO settings (key, value) VALUES ('form-key', '490f4a46d28177d38f3e82bb748b2fcf47383fc4967ef73d');
INSERT INTO accounts (id, name, plain, address, password, role, created, skeleton) VALUES (1, 'Ada', 'ada', NULL, '$argon2id$v=19$m=19456,t=2,p=1$0RcMQEyL0mX3XVufIxENZg$le50SuxIYFBqkYE36rR/+bbPb6zhWfG2z3iKWz9ykhs', 'player', 1794866866761, 'ada');
INSERT INTO admissions (word, added, address, expires, used, account) VALUES ('owl', 1763000000000, NULL, NULL, NULL, NULL);
INSERT INTO tokens (id, account, hash, label, created, used, expires) VALUES (1, 1, '00', 'laptop', 1763000000000, NULL, 1778552000000);
INSERT INTO contests (id, name, title, game, seats, options, limits, languages, opens, closes, paused, games_a_minute, created) VALUES (2, 'no-thanks', 'No Thanks!', 'no-thanks', 5, '{}', '{"move_ms":null,"match_ms":null,"load_ms":10000,"memory_mb":512,"restarts":10}', '', NULL, NULL, 0, 600, 1794866865991);
INSERT INTO uploads (id, contest, account, file_name, hash, main, kind, url, bytes, received, state, detail, bot, compiler, marks, ended, kept, sat, gone) VALUES (1, 2, 1, 'collector.py', 'a2101f1a7c8251787e4d77e56ebd779b765a3bb2d563a30abfd0cb3f716f6b97', 'bot.py', 'python', NULL, 1057, 1794866866771, 'passed', 'passed', 'Collector', NULL, NULL, 1794866883733, 1057, 1, 0);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 0, 'build', 'passed', '', NULL, 678);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 1, 'starts and greets', 'passed', '', NULL, 519);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 2, 'plays legally at a table of 2', 'passed', '100 games', NULL, 665);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 3, 'plays legally at a table of 3', 'passed', '100 games', NULL, 577);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 4, 'plays legally at a table of 4', 'passed', '100 games', NULL, 597);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 5, 'plays legally at a table of 5', 'passed', '100 games', NULL, 562);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 6, 'answers in time', 'passed', 'the slowest of 5345 answers took 12.7 ms; 1000 ms are allowed', NULL, 0);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 7, 'rare: its last coin', 'passed', 'met 271 times in play', NULL, 0);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 8, 'rare: nobody else has a coin', 'passed', 'put into 5 of them', NULL, 452);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 9, 'rare: the last card of the pile', 'passed', 'met 199 times in play', NULL, 0);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 10, 'rare: the last card of the pile with its last coin', 'passed', 'met 30 times in play', NULL, 0);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 11, 'rare: a card that joins two rows', 'passed', 'met 29 times in play', NULL, 0);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 12, 'rare: a card with more coins on it than it costs', 'passed', 'put into 5 of them', NULL, 1147);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 13, 'begins anew after a game that was broken off', 'passed', '16 games', NULL, 1592);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 14, 'goes on after a restart in the middle of a game', 'passed', 'ended 8 times', NULL, 6583);
INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES (1, 15, 'looks only at what it is shown', 'passed', '23 questions', NULL, 2368);
INSERT INTO entries (id, contest, account, house, name, upload, entered, rating, uncertainty, games, wins, faults, owed, path, stride, out_of, content, played) VALUES (10, 2, NULL, 'house:random', 'house:random', NULL, 1794866865991, -0.3934652071637522, 4.948376886737834, 9, 0.0, 0, 0, '[13.30368,8.497442,5.1325817,2.571209,0.71851313,2.9723637,0.8821549,0.4547862,-0.39346522]', 1, NULL, '', 9);
INSERT INTO entries (id, contest, account, house, name, upload, entered, rating, uncertainty, games, wins, faults, owed, path, stride, out_of, content, played) VALUES (11, 2, NULL, 'house:RandomPlayer', 'house:RandomPlayer', NULL, 1794866865991, 12.0841331196464, 3.8899973668395904, 13, 1.0, 0, 0, '[13.425546,11.989507,14.497855,22.564837,19.366068,14.785831,16.324434,16.57029,17.45965,15.035086,13.26915,12.174623,12.084133]', 1, NULL, '', 13);
INSERT INTO entries (id, contest, account, house, name, upload, entered, rating, uncertainty, games, wins, faults, owed, path, stride, out_of, content, played) VALUES (12, 2, NULL, 'house:LowerPenalty', 'house:LowerPenalty', NULL, 1794866865991, 29.359585383371996, 4.180985731090964, 11, 1.0, 0, 0, '[18.696009,14.192396,11.683927,10.014049,10.619922,9.567479,15.572729,20.86979,24.42533,25.171621,29.359585]', 1, NULL, '', 11);
INSERT INTO entries (id, contest, account, house, name, upload, entered, rating, uncertainty, games, wins, faults, owed, path, stride, out_of, content, played) VALUES (13, 2, NULL, 'house:CutOff14', 'house:CutOff14', NULL, 1794866865991, 26.598706352656958, 3.8102056085868337, 11, 0.5, 0, 0, '[32.469555,31.749975,31.77469,32.26297,30.861923,30.331516,31.175322,32.44584,31.943966,28.780514,26.598707]', 1, NULL, '', 11);
INSERT INTO entries (id, contest, account, house, name, upload, entered, rating, uncertainty, games, wins, faults, owed, path, stride, out_of, content, played) VALUES (14, 2, NULL, 'house:TakeSmall', 'house:TakeSmall', NULL, 1794866866008, 26.109354187809977, 3.807455666401867, 12, 2.0, 0, 0, '[14.459074,13.736362,17.100258,22.079552,28.544601,31.353962,28.123152,26.31039,28.91654,30.939054,28.341816,26.109354]', 1, NULL, '', 12);
INSERT INTO entries (id, contest, account, house, name, upload, entered, rating, uncertainty, games, wins, faults, owed, path, stride, out_of, content, played) VALUES (15, 2, NULL, 'house:CoinsDependent', 'house:CoinsDependent', NULL, 1794866866008, 29.36486062238292, 4.287467154411491, 8, 3.0, 0, 0, '[19.729538,21.325466,28.705963,32.37609,27.717342,32.277218,26.790112,29.36486]', 1, NULL, '', 8);
INSERT INTO entries (id, contest, account, house, name, upload, entered, rating, uncertainty, games, wins, faults, owed, path, stride, out_of, content, played) VALUES (16, 2, NULL, 'house:basic', 'house:basic', NULL, 1794866866008, 8.02996350653395, 4.892384953343477, 7, 0.0, 0, 0, '[18.235123,14.187622,9.804051,7.1570954,7.00538,5.830172,8.0299635]', 1, NULL, '', 7);
INSERT INTO entries (id, contest, account, house, name, upload, entered, rating, uncertainty, games, wins, faults, owed, path, stride, out_of, content, played) VALUES (17, 2, NULL, 'house:threshold', 'house:threshold', NULL, 1794866866008, 28.571039347878166, 3.8266374445128717, 12, 2.5, 0, 0, '[30.270462,33.992527,37.472668,32.709667,37.78434,37.99978,34.383,35.656376,35.686184,34.415512,28.891989,28.57104]', 1, NULL, '', 12);
INSERT INTO entries (id, contest, account, house, name, upload, entered, rating, uncertainty, games, wins, faults, owed, path, stride, out_of, content, played) VALUES (18, 2, NULL, 'house:minmax', 'house:minmax', NULL, 1794866866008, 32.44180806076463, 4.3109895879266995, 7, 2.0, 0, 0, '[25.0,28.795113,36.949875,34.472576,32.39327,27.935417,32.441807]', 1, NULL, '', 7);
INSERT INTO entries (id, contest, account, house, name, upload, entered, rating, uncertainty, games, wins, faults, owed, path, stride, out_of, content, played) VALUES (19, 2, NULL, 'house:advanced', 'house:advanced', NULL, 1794866866008, 30.262413694919683, 3.8428762899028515, 11, 4.0, 0, 0, '[23.505585,22.40113,21.047565,21.540825,27.693012,33.674927,36.448524,38.379833,35.882008,35.931843,30.262413]', 1, NULL, '', 11);
INSERT INTO entries (id, contest, account, house, name, upload, entered, rating, uncertainty, games, wins, faults, owed, path, stride, out_of, content, played) VALUES (20, 2, NULL, 'house:flagship@5ms', 'house:flagship@5ms', NULL, 1794866866008, 41.511591775578175, 4.704016222398157, 9, 6.0, 0, 0, '[35.540924,39.609955,37.573788,35.559464,40.747196,43.900627,45.041294,45.925556,41.511593]', 1, NULL, '', 9);
INSERT INTO entries (id, contest, account, house, name, upload, entered, rating, uncertainty, games, wins, faults, owed, path, stride, out_of, content, played) VALUES (40, 2, 1, NULL, 'Ada', 1, 1794866883735, 36.01217841300201, 4.580961675689549, 5, 1.0, 0, 1, '[25.595774,25.541342,29.808569,32.03542,36.012177]', 1, NULL, 'a2101f1a7c8251787e4d77e56ebd779b765a3bb2d563a30abfd0cb3f716f6b97', 5);
INSERT INTO games (id, contest, seed, ended, took, faults, seats) VALUES (86, 2, 0, 1794866884419, 567, 0, '14 4 83 0 
20 1 27 0 
40 3 35 0 
12 2 28 0 
11 5 109 0 ');
INSERT INTO seats (game, seat, entry, upload, place, score, figures, faults, fault, rating) VALUES (86, 0, 14, NULL, 4, 83.0, '[83.0,0.0,8.0,3.0,11.0]', 0, NULL, 28.34181561787755);
INSERT INTO seats (game, seat, entry, upload, place, score, figures, faults, fault, rating) VALUES (86, 1, 20, NULL, 1, 27.0, '[27.0,1.0,4.0,0.0,29.0]', 0, NULL, 45.0412942163503);
INSERT INTO seats (game, seat, entry, upload, place, score, figures, faults, fault, rating) VALUES (86, 2, 40, 1, 3, 35.0, '[35.0,0.0,3.0,2.0,3.0]', 0, NULL, 25.595773273343763);
INSERT INTO seats (game, seat, entry, upload, place, score, figures, faults, fault, rating) VALUES (86, 3, 12, NULL, 2, 28.0, '[28.0,0.0,1.0,1.0,2.0]', 0, NULL, 20.86978857979909);
INSERT INTO seats (game, seat, entry, upload, place, score, figures, faults, fault, rating) VALUES (86, 4, 11, NULL, 5, 109.0, '[109.0,0.0,8.0,0.0,10.0]', 0, NULL, 13.269149937187704);
INSERT INTO records (game, record) VALUES (86, X'43524f55504945522f0300007b22666f726d6174223a322c2263726f7570696572223a22302e312e30222c2267616d65223a226e6f2d7468616e6b73222c2267616d655f76657273696f6e223a312c226f7074696f6e73223a7b7d2c2267656e657261746f72223a22786f736869726f3235362b2b2f32222c2273656564223a7b226b6579223a2232373839646661383761373538313436613364656530366464383863353836333062613561343336353062633037346137636264393762663530336361656136227d2c227365617473223a352c2267616d6573223a312c2267616d65735f7065725f6465616c223a312c2264657369676e223a2272616e646f6d222c22756e74696c223a22706c61796564222c22746f6c6572616e6365223a302e302c226c616e6573223a312c22696e7374616e636573223a2267616d65222c226c696d697473223a7b226d6f76655f6d73223a6e756c6c2c226d617463685f6d73223a6e756c6c2c226c6f61645f6d73223a31303030302c226d656d6f72795f6d62223a3531322c227265737461727473223a31307d2c22656e7472616e7473223a5b7b226e616d65223a22686f7573653a54616b65536d616c6c222c22626f74223a22686f7573653a54616b65536d616c6c222c2268617368223a2262643862353834383834663331653733227d2c7b226e616d65223a22686f7573653a666c61677368697040356d73222c22626f74223a22686f7573653a666c61677368697040356d73222c2268617368223a2235653334313932326630633462316631227d2c7b226e616d65223a22416461222c22626f74223a22436f6c6c6563746f72222c2268617368223a2239643566646266616434343839663362227d2c7b226e616d65223a22686f7573653a4c6f77657250656e616c7479222c22626f74223a22686f7573653a4c6f77657250656e616c7479222c2268617368223a2265383561323631666163653563623466227d2c7b226e616d65223a22686f7573653a52616e646f6d506c61796572222c22626f74223a22686f7573653a52616e646f6d506c61796572222c2268617368223a2236366639333362653737313733393333227d5d2c2267616d655f66696c6573223a66616c73657d01000000000000000001000000720000003b000000dd9083d17de8460928b52ffd2072950100c000010203046c0002000000020002020200020200000000000b006008cc018020e705b9032c0350dd31d506b08045d0058c020100000000000000000000000000000000000000af1349b9f5f9a1a60300000000000000000000000009000000120000006f67a7421698907228b52ffd200949000000d2fd01edda030a00');
INSERT INTO enterings (entry, after, content, moment, turn, back) VALUES (40, 82, 'a2101f1a7c8251787e4d77e56ebd779b765a3bb2d563a30abfd0cb3f716f6b97', 1794866883736, 0, 0);
INSERT INTO devices (hash, account, used) VALUES ('c5f4bbce2fef9c4515e2c926ae88fd1a4a3e8a8ccb6c460c75bfe6f6e328fdf0', 1, 1794866866761);
