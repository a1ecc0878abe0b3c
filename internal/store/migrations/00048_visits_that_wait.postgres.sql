-- A late visit of an earlier day from an unnamed device waits for the owner. Its device_id is
-- NULL.

-- +goose Up

ALTER TABLE handed_visits ALTER COLUMN device_id DROP NOT NULL;
