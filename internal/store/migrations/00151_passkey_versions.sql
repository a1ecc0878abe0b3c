-- A passkey can be renamed: its version tells a name that another device has changed meanwhile.

-- +goose Up

ALTER TABLE passkeys ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
