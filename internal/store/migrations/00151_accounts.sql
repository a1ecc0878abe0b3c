-- Passkeys can be renamed; their version detects a concurrent change. A session names the key that
-- signed its token, and ends when the key is retired.

-- +goose Up

ALTER TABLE passkeys ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

ALTER TABLE staff_sessions ADD COLUMN key_id TEXT; -- the key that signed its last token; NULL: not used since the upgrade
