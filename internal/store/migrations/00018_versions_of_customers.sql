-- A customer's data have a version, so that whoever changes them can say which
-- they have seen. It grows when the data change; visits do not count.

-- +goose Up

ALTER TABLE customers ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
