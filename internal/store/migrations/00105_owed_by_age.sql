-- The owed rewards by kind and age. The condition on zero keeps lists of owed rewards from reading this index.

-- +goose Up

CREATE INDEX rewards_owed_by_age ON rewards (business_id, kind, created_at) WHERE status = 'PENDING' AND created_at >= 0;
