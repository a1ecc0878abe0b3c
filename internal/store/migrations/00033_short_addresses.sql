-- +goose Up

-- The code of a business's short address, for the poster. The program creates it at first use,
-- because no SQL draws random codes alike on both engines.
ALTER TABLE businesses ADD COLUMN short_code TEXT;
CREATE UNIQUE INDEX businesses_by_short_code ON businesses (short_code);
