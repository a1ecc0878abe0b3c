-- Stamps of a paper card that the customer claimed and the staff did not find. The customer sees
-- the refusal until such stamps are entered.

-- +goose Up

ALTER TABLE customers ADD COLUMN rejected_stamps BIGINT NOT NULL DEFAULT 0;
