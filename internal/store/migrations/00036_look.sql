-- +goose Up

-- The colour of a business's sign. NULL: the default.
ALTER TABLE businesses ADD COLUMN colour TEXT;
