-- +goose Up

-- Customers' ids are drawn at random: in their order each check-in of a day changed a
-- page of its own. By the time it is written where the one before was.
DROP INDEX visits_by_day;
CREATE INDEX visits_by_day ON visits (business_id, local_day, visited_at, customer_id, deleted_at) WHERE deleted_at IS NULL;
