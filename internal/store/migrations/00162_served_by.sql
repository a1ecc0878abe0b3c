-- Who did the service, if it was not the user who registered the visit: several barbers may share a device (decision
-- 0063). There is no foreign key, because PostgreSQL would read all visits to validate it.

-- +goose Up

ALTER TABLE businesses ADD COLUMN served_by_enabled BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE visits ADD COLUMN served_by TEXT;
ALTER TABLE handover_visits ADD COLUMN served_by TEXT;
