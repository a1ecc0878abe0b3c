-- The greeting before the last one. Undoing the last greeting, which was not sent, restores it.

-- +goose Up

ALTER TABLE customers ADD COLUMN greeted_before BIGINT;
