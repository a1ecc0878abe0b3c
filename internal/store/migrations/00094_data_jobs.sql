-- Downloads and restores of the whole of a business, one at a time. A row is a lease: until says when a job that does
-- not renew it counts as ended by a crash. undo (JSON) says how an interrupted restore is taken back; a download has
-- none.

-- +goose Up

CREATE TABLE data_jobs (
    business_id TEXT PRIMARY KEY REFERENCES businesses (id),
    claim       TEXT   NOT NULL,
    until       BIGINT NOT NULL,
    undo        TEXT
);
