-- +goose Up

-- Who keeps a pass, with which vendor's wallet, and the news that she has still to be told:
-- one at most, since whoever is told asks what the card says now.
ALTER TABLE pass_holders ADD COLUMN vendor TEXT NOT NULL DEFAULT 'APPLE';
ALTER TABLE pass_holders ADD COLUMN push_at BIGINT;
ALTER TABLE pass_holders ADD COLUMN push_urgency BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pass_holders ADD COLUMN push_claim TEXT;
ALTER TABLE pass_holders ADD COLUMN push_tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pass_holders ADD COLUMN pushed_at BIGINT;
CREATE INDEX pass_holders_due ON pass_holders (vendor, push_urgency, push_at) WHERE push_at IS NOT NULL;

-- The businesses of which all passes are being looked at, and how far that has come.
CREATE TABLE pass_reviews (
    business_id TEXT PRIMARY KEY REFERENCES businesses (id),
    cause TEXT NOT NULL,
    after_customer TEXT NOT NULL
);
