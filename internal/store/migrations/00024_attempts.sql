-- How often strangers have tried what needs no sign-in: signing in, asking for
-- codes, registering. Every copy of the program counts here, and a restart
-- forgets nothing.

-- +goose Up

-- Whose attempts they are stands here as a keyed hash only: no address of the
-- network, e-mail or phone can be read from it. A row counts until its end, and
-- goes soon after.
CREATE TABLE attempts (
    key     TEXT PRIMARY KEY,
    used    BIGINT NOT NULL CHECK (used > 0),
    ends_at BIGINT NOT NULL
);
CREATE INDEX attempts_ending ON attempts (ends_at);

-- When an account was last tried again and again from devices that it is not
-- known on.
ALTER TABLE users ADD COLUMN tried_at BIGINT;
