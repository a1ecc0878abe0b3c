-- Settings of a business and data of a family have a version, as customers since 00018. An update
-- can name the version that it read. Each change increases it.

-- +goose Up

ALTER TABLE businesses ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE families ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
