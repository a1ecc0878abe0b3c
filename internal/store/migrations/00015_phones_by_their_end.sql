-- A phone typed without its prefix is found by its last seven digits, in any country.

-- +goose Up

CREATE INDEX customers_by_phone_end ON customers ((substr(phone, length(phone) - 6)), business_id)
    WHERE archived_at IS NULL;
