-- The charts and the owner's week count who came for the first time. The day
-- is kept with each customer, so that nobody's past is looked up for that.

-- +goose Up

ALTER TABLE customers ADD COLUMN first_visit_day TEXT;

UPDATE customers SET first_visit_day = (
    SELECT min(v.local_day) FROM visits v
    WHERE v.business_id = customers.business_id AND v.customer_id = customers.id AND v.deleted_at IS NULL);

CREATE INDEX customers_by_first_visit ON customers (business_id, first_visit_day)
    WHERE archived_at IS NULL AND first_visit_day IS NOT NULL;
