-- The consent to the usual note and pictures. Consents are many, so the text of the table is changed, as SQLite's
-- documentation of ALTER TABLE describes it: a wider CHECK touches no row.

-- +goose Up

PRAGMA writable_schema = ON;

UPDATE sqlite_schema
SET sql = replace(sql, '''SMS'', ''PROMOTIONS''))', '''SMS'', ''PROMOTIONS'', ''USUAL''))')
WHERE type = 'table' AND name = 'consents';

-- Reads the tables anew, here and, since something was made, in other connections.
PRAGMA writable_schema = RESET;
CREATE TABLE read_anew (id TEXT);
DROP TABLE read_anew;
