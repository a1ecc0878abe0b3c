-- An import finds merged records by their phone, some rows at a time. No query uses the removed index.

-- +goose Up

CREATE INDEX customers_merged_phone ON customers (phone, business_id) WHERE merged_into IS NOT NULL;
DROP INDEX erasures_due;
