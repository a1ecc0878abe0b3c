-- PostgreSQL alone has row-level security. The generated columns are those of its version.

-- +goose Up

ALTER TABLE customers ADD COLUMN phone_end TEXT GENERATED ALWAYS AS (substr(phone, length(phone) - 6)) VIRTUAL;
ALTER TABLE customers ADD COLUMN birthday_day TEXT GENERATED ALWAYS AS (substr(birthday, 6)) VIRTUAL;
DROP INDEX customers_by_phone_end;
CREATE INDEX customers_by_phone_end ON customers (phone_end, business_id) WHERE archived_at IS NULL;
DROP INDEX customers_by_birthday;
CREATE INDEX customers_by_birthday ON customers (birthday_day, business_id)
    WHERE archived_at IS NULL AND birthday IS NOT NULL;
