-- A used device code stays until it expires, so that a browser whose response was lost gets the
-- same token again.

-- +goose Up

ALTER TABLE devices ADD COLUMN used_code_hash TEXT;
ALTER TABLE devices ADD COLUMN used_code_until BIGINT;
CREATE UNIQUE INDEX devices_by_used_code ON devices (used_code_hash) WHERE used_code_hash IS NOT NULL;
