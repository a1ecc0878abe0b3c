-- The stamps of a paper card that a customer says to bring, when they register at the counter. They count
-- for nothing until a member of the staff enters them as an opening balance, or rejects them.

-- +goose Up

ALTER TABLE customers ADD COLUMN claimed_stamps BIGINT NOT NULL DEFAULT 0;
