-- The mean ticket, by which the owner estimates rewards, and indexes to count rewards: earned in a
-- period, redeemed by day, owed by age.

-- +goose Up

ALTER TABLE businesses ADD COLUMN mean_ticket BIGINT NOT NULL DEFAULT 0;
ALTER TABLE businesses ADD COLUMN service_cost BIGINT NOT NULL DEFAULT 0;

-- The condition keeps both engines from reading owed rewards by this index: it serves queries of a period alone.
CREATE INDEX rewards_by_age ON rewards (business_id, created_at, status, kind, redeemed_at) WHERE status <> 'CANCELLED' AND created_at >= 0;
CREATE INDEX rewards_by_redemption ON rewards (business_id, redeemed_day, redeemed_by) WHERE redeemed_at IS NOT NULL;
