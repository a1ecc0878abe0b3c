-- Registrations of a day of which no sign has come can be discarded in one step. For 30 days
-- they can be restored, and then they are erased (decision 0017).

-- +goose Up

ALTER TABLE customers ADD COLUMN discarded_at BIGINT;
CREATE INDEX customers_discarded ON customers (business_id, discarded_at) WHERE discarded_at IS NOT NULL;
CREATE INDEX customers_discarded_due ON customers (discarded_at) WHERE discarded_at IS NOT NULL;
