-- +goose Up

-- The short address of a business, for its poster. It is made when it is first needed:
-- no SQL draws at random alike on both engines.
ALTER TABLE businesses ADD COLUMN short_code TEXT;
CREATE UNIQUE INDEX businesses_by_short_code ON businesses (short_code);
