-- The sessions of the portal that are open, and on what devices, so that a customer can
-- close them. They are her phone's, which opens all of her cards, and of it a keyed hash
-- is kept. A row goes when its token would have ended anyway.

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
