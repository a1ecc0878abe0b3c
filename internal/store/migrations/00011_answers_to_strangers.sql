-- Answers to phones that are no customer's are removed after some days, and
-- found without going through all messages.

-- +goose Up

CREATE INDEX messages_to_strangers ON messages (created_at) WHERE kind = 'REPLY' AND customer_id IS NULL;
