-- What finds few rows stands first: beside thousands of small shops PostgreSQL expects
-- some rows of each business, and of a large one it read all. Most customers have no
-- family: with them in it, SQLite expects thousands for each and passes the index over.

-- +goose Up

DROP INDEX customers_of_family;
CREATE INDEX customers_of_family ON customers (family_id, business_id) WHERE family_id IS NOT NULL;

DROP INDEX customers_merged;
CREATE INDEX customers_merged ON customers (merged_into, business_id) WHERE merged_into IS NOT NULL;

DROP INDEX messages_of_customer;
CREATE INDEX messages_of_customer ON messages (customer_id, business_id);

DROP INDEX handed_visits_of_customer;
CREATE INDEX handed_visits_of_customer ON handed_visits (customer_id, business_id);

-- PostgreSQL asks nothing that holds in the whole index: with the status first, as SQLite
-- wants it, it looks through what waits of all businesses.
CREATE INDEX messages_due_of_business ON messages (business_id, urgency, next_try_at, held_by, status) WHERE status = 'QUEUED';
