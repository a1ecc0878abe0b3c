-- When the business last greeted a customer by WhatsApp. A customer who was invited is not offered
-- again for 30 days.

-- +goose Up

ALTER TABLE customers ADD COLUMN greeted_at BIGINT;
