-- +goose Up

-- The logo of a business: its name stands in the row that every call reads, the picture
-- (a PNG, in base64) by itself.
ALTER TABLE businesses ADD COLUMN logo_name TEXT;
CREATE TABLE logos (
    business_id TEXT PRIMARY KEY REFERENCES businesses (id),
    picture     TEXT NOT NULL
);
