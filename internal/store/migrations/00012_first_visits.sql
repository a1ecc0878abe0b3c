-- The charts and the owner's week count new customers by their first day. The column saves reading
-- their visits.

-- +goose Up

ALTER TABLE customers ADD COLUMN first_visit_day TEXT;

UPDATE customers SET first_visit_day = (
    SELECT min(v.local_day) FROM visits v
    WHERE v.business_id = customers.business_id AND v.customer_id = customers.id AND v.deleted_at IS NULL);

CREATE INDEX customers_by_first_visit ON customers (business_id, first_visit_day)
    WHERE archived_at IS NULL AND first_visit_day IS NOT NULL;
