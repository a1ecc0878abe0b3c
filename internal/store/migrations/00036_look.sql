-- +goose Up

-- The colour of a business's sign. NULL: it has chosen none.
ALTER TABLE businesses ADD COLUMN colour TEXT;
