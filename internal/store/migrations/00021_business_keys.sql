-- With which key a business was opened, so that a request sent twice opens one:
-- idempotency_keys belong to a business that there is already.

-- +goose Up

CREATE TABLE business_keys (
    key         TEXT PRIMARY KEY,
    business_id TEXT NOT NULL REFERENCES businesses (id),
    request     TEXT NOT NULL,
    created_at  BIGINT NOT NULL
);
