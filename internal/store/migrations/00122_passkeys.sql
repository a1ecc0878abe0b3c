-- Passkeys (WebAuthn), a second factor of accounts, and the challenges that browsers sign.

-- +goose Up

CREATE TABLE passkeys (
    id              TEXT PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users (id),
    credential_id   TEXT NOT NULL UNIQUE, -- of the authenticator, in base64url
    public_key      TEXT NOT NULL,        -- COSE, in base64url
    rp_id           TEXT NOT NULL,        -- the host for which it was created: it works at no other
    name            TEXT NOT NULL,
    sign_count      BIGINT NOT NULL,      -- of the last assertion; 0: the authenticator does not count
    backup_eligible BOOLEAN NOT NULL,     -- it may be synchronized between devices, which never changes
    transports      TEXT NOT NULL,        -- how a browser reaches it, separated by commas
    created_at      BIGINT NOT NULL,
    used_at         BIGINT                -- NULL: not yet
);

CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- One challenge per session and purpose: a new one replaces it, and the answer removes it.
CREATE TABLE passkey_challenges (
    session_id TEXT NOT NULL,
    purpose    TEXT NOT NULL, -- REGISTER, ASSERT
    user_id    TEXT NOT NULL REFERENCES users (id),
    challenge  TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (session_id, purpose)
);

CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);

-- The number of passkeys of the account, which each request reads with the session.
ALTER TABLE users ADD COLUMN passkey_count BIGINT NOT NULL DEFAULT 0;
