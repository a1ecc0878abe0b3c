-- Which kinds of reward there are is for the program to say (decision 0034). To make a
-- table of a million rewards anew takes a minute, so its text is changed, as SQLite's
-- documentation of ALTER TABLE has it for a CHECK that goes: no row is touched.

-- +goose Up

PRAGMA writable_schema = ON;

UPDATE sqlite_schema
SET sql = replace(sql, 'TEXT NOT NULL CHECK (kind IN (''FREE'', ''HALF'', ''WELCOME''))', 'TEXT NOT NULL')
WHERE type = 'table' AND name = 'rewards';

-- Reads the tables anew, here and, since something was made, in other connections.
PRAGMA writable_schema = RESET;
CREATE TABLE read_anew (id TEXT);
DROP TABLE read_anew;
