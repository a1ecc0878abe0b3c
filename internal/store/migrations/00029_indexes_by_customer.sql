-- The selective column comes first. Otherwise PostgreSQL, beside thousands of small businesses,
-- expects few rows of each business and reads all of a large one. Most customers have no family.
-- If the index had them, SQLite would expect thousands per family and ignore the index.

-- +goose Up

DROP INDEX customers_of_family;
CREATE INDEX customers_of_family ON customers (family_id, business_id) WHERE family_id IS NOT NULL;

DROP INDEX customers_merged;
CREATE INDEX customers_merged ON customers (merged_into, business_id) WHERE merged_into IS NOT NULL;

DROP INDEX messages_of_customer;
CREATE INDEX messages_of_customer ON messages (customer_id, business_id);

DROP INDEX handed_visits_of_customer;
CREATE INDEX handed_visits_of_customer ON handed_visits (customer_id, business_id);

-- PostgreSQL ignores a column that the index's condition fixes. With the status first, as SQLite
-- needs it, PostgreSQL would read the waiting messages of all businesses.
CREATE INDEX messages_due_of_business ON messages (business_id, urgency, next_try_at, held_by, status) WHERE status = 'QUEUED';
