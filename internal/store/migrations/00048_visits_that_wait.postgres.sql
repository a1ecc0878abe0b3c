-- A late visit of an earlier day waits for the owner when its device has no name: then
-- device_id is NULL.

-- +goose Up

ALTER TABLE handed_visits ALTER COLUMN device_id DROP NOT NULL;
