-- +goose Up

-- A list by the last visit looks at all customers of a business, whose records stand in
-- the table as they were added: in another order SQLite reads each page again and again.
CREATE INDEX customers_as_added ON customers (business_id, created_at) WHERE archived_at IS NULL;

-- Erasing a customer looks for what was taken back, which is few of what the trail
-- tells, and for the merges on whichever side.
CREATE INDEX audit_taken_back ON audit_events (business_id, id) WHERE action = 'reward.taken-back';
CREATE INDEX merges_of_merged ON merges (merged_id, business_id);
