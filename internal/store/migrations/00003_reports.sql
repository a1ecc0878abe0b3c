-- What the reports read, so that they need no row of the tables: the visits of a
-- period, who has been archived, what is owed.

-- +goose Up

-- deleted_at stands last because SQLite reads an index alone only when it has
-- every column that the query names.
CREATE INDEX visits_by_day ON visits (business_id, local_day, customer_id, visited_at, deleted_at) WHERE deleted_at IS NULL;

CREATE INDEX customers_archived ON customers (business_id, id, archived_at) WHERE archived_at IS NOT NULL;

CREATE INDEX rewards_owed ON rewards (business_id, card_id, kind, status) WHERE status = 'PENDING';
