-- A visit that waited on an offline device happened at visited_at and arrived at received_at
-- (NULL: at once). clock_skew_ms is how far the device's clock was ahead of ours (NULL: it was
-- right).

-- +goose Up

ALTER TABLE visits ADD COLUMN received_at BIGINT;
ALTER TABLE visits ADD COLUMN clock_skew_ms BIGINT;
