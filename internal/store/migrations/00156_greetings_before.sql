-- The greeting before the last one. It returns when the staff undo the last greeting, which they did
-- not send.

-- +goose Up

ALTER TABLE customers ADD COLUMN greeted_before BIGINT;
