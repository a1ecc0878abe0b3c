-- The owner's week lists customers who stopped coming. Maintenance stores the rhythm of absent
-- customers until they come again. NULL: not stored. There is no index, because each visit clears
-- the column.

-- +goose Up

ALTER TABLE customers ADD COLUMN rhythm TEXT;

-- Visits that staff authorized or deleted are few among the entries of the audit trail, and lie
-- far apart.
CREATE INDEX audit_overrides ON audit_events (business_id, id, action, at, actor_id)
    WHERE action IN ('visit.authorized', 'visit.deleted');
