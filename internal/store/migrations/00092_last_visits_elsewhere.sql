-- The day of the last visit before the business used Axioma, from an imported file. It counts for
-- the customer's rhythm, but is no visit.

-- +goose Up

ALTER TABLE customers ADD COLUMN imported_visit_day TEXT;
