-- A user asks for the removal of their own visit when it is too late to undo it (decision 0002).
-- The request waits until the visit is deleted or the request is refused.

-- +goose Up

ALTER TABLE visits ADD COLUMN removal_asked_at BIGINT;
ALTER TABLE visits ADD COLUMN removal_refused_at BIGINT;
CREATE INDEX visits_to_remove ON visits (business_id, removal_asked_at)
WHERE removal_asked_at IS NOT NULL AND removal_refused_at IS NULL AND deleted_at IS NULL;
