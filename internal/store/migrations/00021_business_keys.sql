-- The idempotency key with which a business was created. idempotency_keys cannot have it, because
-- its rows belong to an existing business.

-- +goose Up

CREATE TABLE business_keys (
    key         TEXT PRIMARY KEY,
    business_id TEXT NOT NULL REFERENCES businesses (id),
    request     TEXT NOT NULL,
    created_at  BIGINT NOT NULL
);
