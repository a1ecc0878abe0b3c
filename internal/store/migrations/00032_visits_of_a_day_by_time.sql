-- +goose Up

-- Customers' ids are random, so in their order each check-in of a day wrote another page. In the
-- order of time, check-ins write the same page.
DROP INDEX visits_by_day;
CREATE INDEX visits_by_day ON visits (business_id, local_day, visited_at, customer_id, deleted_at) WHERE deleted_at IS NULL;
