-- +goose Up

-- A list by last visit reads all customers of a business. In order of insertion the rows lie side
-- by side; in another order SQLite reads each page again and again.
CREATE INDEX customers_as_added ON customers (business_id, created_at) WHERE archived_at IS NULL;

-- An erasure reads the reverted redemptions, which are few among the entries of the audit trail,
-- and the merges of either record.
CREATE INDEX audit_taken_back ON audit_events (business_id, id) WHERE action = 'reward.taken-back';
CREATE INDEX merges_of_merged ON merges (merged_id, business_id);
