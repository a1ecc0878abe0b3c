-- What a next version may add while servers of this one run: columns that they do not name, and a table.

-- +goose Up

ALTER TABLE visits ADD COLUMN next_note TEXT;
ALTER TABLE customers ADD COLUMN next_rank INTEGER NOT NULL DEFAULT 0;
CREATE INDEX customers_by_next_rank ON customers (business_id, next_rank);
CREATE TABLE next_things (business_id TEXT NOT NULL REFERENCES businesses (id), id TEXT NOT NULL, PRIMARY KEY (business_id, id));
