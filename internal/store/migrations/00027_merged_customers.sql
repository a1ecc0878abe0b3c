-- An erasure finds the records merged into a customer. Few customers have one.

-- +goose Up

CREATE INDEX customers_merged ON customers (business_id, merged_into) WHERE merged_into IS NOT NULL;
