-- When a password set by another person expires. The user chooses another at the first sign-in.
-- NULL: the user's own password.

-- +goose Up

ALTER TABLE users ADD COLUMN password_until BIGINT;
