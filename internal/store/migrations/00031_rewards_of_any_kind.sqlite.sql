-- The program decides which kinds of reward exist (decision 0034). Copying a million rewards to a
-- new table takes a minute. So this edits the table's text to remove a CHECK, as SQLite's
-- documentation of ALTER TABLE describes. No row changes.

-- +goose Up

PRAGMA writable_schema = ON;

UPDATE sqlite_schema
SET sql = replace(sql, 'TEXT NOT NULL CHECK (kind IN (''FREE'', ''HALF'', ''WELCOME''))', 'TEXT NOT NULL')
WHERE type = 'table' AND name = 'rewards';

-- Reads the schema again. Creating an object makes other connections read it too.
PRAGMA writable_schema = RESET;
CREATE TABLE read_anew (id TEXT);
DROP TABLE read_anew;
