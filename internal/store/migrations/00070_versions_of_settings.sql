-- The settings of a business and the data of a family have a version, as customers have
-- since 00018. A change can name the version that was seen. It grows with each change.

-- +goose Up

ALTER TABLE businesses ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE families ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
