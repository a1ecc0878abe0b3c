-- The last time that the business greeted a customer by WhatsApp. A customer who was
-- invited to come back is not offered for another greeting for 30 days.

-- +goose Up

ALTER TABLE customers ADD COLUMN greeted_at BIGINT;
