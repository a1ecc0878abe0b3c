-- The phone of a customer who was silent for long may have a new owner. A code stores whether it
-- was requested with the right birthday. A record stores when its phone was released to the new
-- owner, until it gets another phone.

-- +goose Up

ALTER TABLE login_codes ADD COLUMN birthday_said BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE customers ADD COLUMN phone_released_at BIGINT;
