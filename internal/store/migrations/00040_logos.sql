-- +goose Up

-- The logo of a business. Its name is in the business's row, which every call reads. The picture
-- (PNG in base64) has its own table.
ALTER TABLE businesses ADD COLUMN logo_name TEXT;
CREATE TABLE logos (
    business_id TEXT PRIMARY KEY REFERENCES businesses (id),
    picture     TEXT NOT NULL
);
