-- How much of an upload is kept, whether it ever played, and whether its files were removed after a check that failed.
ALTER TABLE uploads ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
ALTER TABLE uploads ADD COLUMN sat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE uploads ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
UPDATE uploads SET kept = bytes;
UPDATE uploads SET sat = 1
WHERE state = 'passed' OR id IN (SELECT DISTINCT upload FROM seats WHERE upload IS NOT NULL);
