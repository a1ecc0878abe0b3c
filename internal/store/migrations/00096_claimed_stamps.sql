-- The stamps of a paper card that a customer claims when they register at the counter. They count
-- for nothing until staff enter them as an opening balance, or reject them.

-- +goose Up

ALTER TABLE customers ADD COLUMN claimed_stamps BIGINT NOT NULL DEFAULT 0;
