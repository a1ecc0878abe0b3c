-- The stamps of a paper card that the customer said to bring, and the staff have not found. The customer sees that
-- they are refused, until such stamps are entered.

-- +goose Up

ALTER TABLE customers ADD COLUMN rejected_stamps BIGINT NOT NULL DEFAULT 0;
