-- The version of a customer's data, which an update must name. Edits increase it; visits do not.

-- +goose Up

ALTER TABLE customers ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
