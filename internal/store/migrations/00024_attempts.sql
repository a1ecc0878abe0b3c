-- Counts attempts of unauthenticated callers: sign-ins, requests for codes, registrations. All
-- servers share the counts, and a restart keeps them.

-- +goose Up

-- The subject is a keyed hash, which reveals no address, e-mail or phone. A row counts until its
-- end and is removed soon after.
CREATE TABLE attempts (
    key     TEXT PRIMARY KEY,
    used    BIGINT NOT NULL CHECK (used > 0),
    ends_at BIGINT NOT NULL
);
CREATE INDEX attempts_ending ON attempts (ends_at);

-- When repeated attempts on an account from unknown devices were last seen.
ALTER TABLE users ADD COLUMN tried_at BIGINT;
