-- The day of a customer's last visit before the business used Axioma, by an imported file. It counts for the rhythm of
-- the customer, and is no visit.

-- +goose Up

ALTER TABLE customers ADD COLUMN imported_visit_day TEXT;
