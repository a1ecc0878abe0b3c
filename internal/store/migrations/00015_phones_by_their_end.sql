-- A phone that is typed without its prefix is found by its end, whatever its
-- country: the last seven digits lead to the few that can be meant.

-- +goose Up

CREATE INDEX customers_by_phone_end ON customers ((substr(phone, length(phone) - 6)), business_id)
    WHERE archived_at IS NULL;
