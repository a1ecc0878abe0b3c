-- Erasing a customer looks for the records that were merged into hers: few customers
-- have one.

-- +goose Up

CREATE INDEX customers_merged ON customers (business_id, merged_into) WHERE merged_into IS NOT NULL;
