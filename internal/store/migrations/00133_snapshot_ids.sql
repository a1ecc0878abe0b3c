-- The QR of an older customer has the customer's id. A counter's snapshot names such a customer by
-- another id, which opens nothing without a sign-in. New customers have a QR id of their own
-- (customers.qr_id).

-- +goose Up

ALTER TABLE customers ADD COLUMN snapshot_id TEXT;
CREATE UNIQUE INDEX customers_by_snapshot_id ON customers (snapshot_id) WHERE snapshot_id IS NOT NULL;
