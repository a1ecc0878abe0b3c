-- Indexes that have all columns of the reports: visits of a period, archived customers, owed
-- rewards.

-- +goose Up

-- deleted_at is included because SQLite reads an index alone only if it has every column of the
-- query.
CREATE INDEX visits_by_day ON visits (business_id, local_day, customer_id, visited_at, deleted_at) WHERE deleted_at IS NULL;

CREATE INDEX customers_archived ON customers (business_id, id, archived_at) WHERE archived_at IS NOT NULL;

CREATE INDEX rewards_owed ON rewards (business_id, card_id, kind, status) WHERE status = 'PENDING';
