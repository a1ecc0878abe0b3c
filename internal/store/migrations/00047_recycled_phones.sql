-- A phone whose customer has been silent for long may be somebody else's by now. A code that was
-- asked for with the right birthday says so. A record keeps when its phone was released to the
-- person who has the number now, until it gets another one.

-- +goose Up

ALTER TABLE login_codes ADD COLUMN birthday_said BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE customers ADD COLUMN phone_released_at BIGINT;
