-- Open sessions of staff and operators, which their user sees and closes. An operator's session
-- ends an hour after its last use. A second factor can be replaced in one step, and its
-- confirmation repeated after a lost response.

-- +goose Up

CREATE TABLE staff_sessions (
    id            TEXT PRIMARY KEY, -- of its tokens
    user_id       TEXT NOT NULL REFERENCES users (id),
    token_version BIGINT NOT NULL,  -- of the account; with another version the session has ended
    device        TEXT NOT NULL,    -- kind of browser and device of the last use, in Spanish
    address       TEXT NOT NULL,    -- network address of the last use; empty: unknown
    opened_at     BIGINT NOT NULL,
    seen_at       BIGINT NOT NULL,  -- last use, to within some minutes
    expires_at    BIGINT NOT NULL
);

CREATE INDEX staff_sessions_user ON staff_sessions (user_id, opened_at);
CREATE INDEX staff_sessions_expiry ON staff_sessions (expires_at);

ALTER TABLE users ADD COLUMN totp_next_secret TEXT; -- the offered key that is to replace totp_secret
ALTER TABLE users ADD COLUMN totp_session TEXT;     -- the session that confirmed totp_secret
