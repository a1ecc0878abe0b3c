-- Replies to phones without a customer are removed after some days. The index finds them.

-- +goose Up

CREATE INDEX messages_to_strangers ON messages (created_at) WHERE kind = 'REPLY' AND customer_id IS NULL;
