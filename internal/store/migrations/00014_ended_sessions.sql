-- The sessions that somebody has signed out of before their tokens expire. A row
-- goes when its token would have ended anyway.

-- +goose Up

CREATE TABLE ended_sessions (
    id         TEXT PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
