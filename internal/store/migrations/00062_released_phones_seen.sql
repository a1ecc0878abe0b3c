-- The staff see phones that were released to a new owner, until the record has another phone or
-- they have acknowledged it.

-- +goose Up

ALTER TABLE customers ADD COLUMN phone_release_seen_at BIGINT;
CREATE INDEX customers_released ON customers (business_id, phone_released_at)
    WHERE phone_released_at IS NOT NULL AND phone_release_seen_at IS NULL AND archived_at IS NULL;
