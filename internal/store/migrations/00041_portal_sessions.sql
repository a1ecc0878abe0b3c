-- Open portal sessions with their devices, so that a customer can close them. A session belongs to
-- a phone (keyed hash), which opens all its cards. A row is removed when its token has expired.

-- +goose Up

CREATE TABLE portal_sessions (
    id         TEXT PRIMARY KEY,
    phone_key  TEXT NOT NULL,
    device     TEXT NOT NULL,
    opened_at  BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX portal_sessions_of_phone ON portal_sessions (phone_key, opened_at);
