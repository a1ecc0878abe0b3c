-- +goose Up

-- Where customers come and how they reach the business. NULL: it has not said.
-- The opening hours are a text: '1 10:00-14:00,1 16:30-20:30', Monday first.
ALTER TABLE businesses ADD COLUMN premises_address TEXT;
ALTER TABLE businesses ADD COLUMN premises_phone TEXT;
ALTER TABLE businesses ADD COLUMN booking_url TEXT;
ALTER TABLE businesses ADD COLUMN opening_hours TEXT;
