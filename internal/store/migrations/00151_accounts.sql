-- A passkey can be renamed: its version tells a name that another device has changed meanwhile. A session names the key
-- that signed its token: it ends when the key is retired.

-- +goose Up

ALTER TABLE passkeys ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

ALTER TABLE staff_sessions ADD COLUMN key_id TEXT; -- the key that signed its last token; NULL: not used since the upgrade
