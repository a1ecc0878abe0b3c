-- Until when a password holds that somebody else has given: the account's own user
-- chooses another at her first sign-in. NULL: she has chosen it.

-- +goose Up

ALTER TABLE users ADD COLUMN password_until BIGINT;
