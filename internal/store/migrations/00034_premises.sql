-- +goose Up

-- The address, phone and booking page of the premises. NULL: unknown. Opening hours are a text
-- such as '1 10:00-14:00,1 16:30-20:30'; 1 is Monday.
ALTER TABLE businesses ADD COLUMN premises_address TEXT;
ALTER TABLE businesses ADD COLUMN premises_phone TEXT;
ALTER TABLE businesses ADD COLUMN booking_url TEXT;
ALTER TABLE businesses ADD COLUMN opening_hours TEXT;
