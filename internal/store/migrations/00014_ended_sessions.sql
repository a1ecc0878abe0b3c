-- Sessions that ended before their token expires. A row is removed when the token has expired.

-- +goose Up

CREATE TABLE ended_sessions (
    id         TEXT PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
