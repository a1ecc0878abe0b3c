-- Registrations of a day without any activity can be discarded in one step. They can be restored
-- for 30 days; then they are erased (decision 0017).

-- +goose Up

ALTER TABLE customers ADD COLUMN discarded_at BIGINT;
CREATE INDEX customers_discarded ON customers (business_id, discarded_at) WHERE discarded_at IS NOT NULL;
CREATE INDEX customers_discarded_due ON customers (discarded_at) WHERE discarded_at IS NOT NULL;
