-- A visit that waited on a device without network happened at visited_at and came
-- in at received_at: NULL is at once. clock_skew_ms is how far the device's clock
-- was ahead of ours: NULL is that it was right.

-- +goose Up

ALTER TABLE visits ADD COLUMN received_at BIGINT;
ALTER TABLE visits ADD COLUMN clock_skew_ms BIGINT;
