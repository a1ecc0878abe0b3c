-- The owner's week names who has stopped coming. The rhythm of who has not come
-- for long, read off her last days, is kept with her until she comes again: NULL
-- is that it is not kept. No index: each visit clears it in the row that it changes
-- anyway.

-- +goose Up

ALTER TABLE customers ADD COLUMN rhythm TEXT;

-- What the staff allowed and took back is few of what the trail tells, and each
-- event lies far from the next one.
CREATE INDEX audit_overrides ON audit_events (business_id, id, action, at, actor_id)
    WHERE action IN ('visit.authorized', 'visit.deleted');
