-- What the owner estimates the rewards with, and the indexes by which rewards are counted:
-- those of a period by when they were earned, those given by day, those owed by their age.

-- +goose Up

ALTER TABLE businesses ADD COLUMN mean_ticket BIGINT NOT NULL DEFAULT 0;
ALTER TABLE businesses ADD COLUMN service_cost BIGINT NOT NULL DEFAULT 0;

-- The condition keeps both engines from reading owed rewards by this index: it serves queries of a period alone.
CREATE INDEX rewards_by_age ON rewards (business_id, created_at, status, kind, redeemed_at) WHERE status <> 'CANCELLED' AND created_at >= 0;
CREATE INDEX rewards_by_redemption ON rewards (business_id, redeemed_day, redeemed_by) WHERE redeemed_at IS NOT NULL;
