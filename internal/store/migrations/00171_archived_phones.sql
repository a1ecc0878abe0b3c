-- An import finds archived records by their phone, merged or not, so that they do not come back unseen.

-- +goose Up

CREATE INDEX customers_archived_phone ON customers (phone, business_id) WHERE archived_at IS NOT NULL AND phone IS NOT NULL;
DROP INDEX customers_merged_phone;
