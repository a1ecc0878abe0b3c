-- Downloads and restores of a whole business, one at a time. A row is a lease, which expires at
-- until after a crash. undo (JSON) tells how to roll back an interrupted restore; a download has
-- none.

-- +goose Up

CREATE TABLE data_jobs (
    business_id TEXT PRIMARY KEY REFERENCES businesses (id),
    claim       TEXT   NOT NULL,
    until       BIGINT NOT NULL,
    undo        TEXT
);
