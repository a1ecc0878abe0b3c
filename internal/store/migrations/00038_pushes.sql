-- +goose Up

-- The wallet vendor of a holder, and the pending push. A holder has one at most, because the phone
-- then fetches the current pass.
ALTER TABLE pass_holders ADD COLUMN vendor TEXT NOT NULL DEFAULT 'APPLE';
ALTER TABLE pass_holders ADD COLUMN push_at BIGINT;
ALTER TABLE pass_holders ADD COLUMN push_urgency BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pass_holders ADD COLUMN push_claim TEXT;
ALTER TABLE pass_holders ADD COLUMN push_tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pass_holders ADD COLUMN pushed_at BIGINT;
CREATE INDEX pass_holders_due ON pass_holders (vendor, push_urgency, push_at) WHERE push_at IS NOT NULL;

-- Businesses whose passes are all being reviewed, with the progress.
CREATE TABLE pass_reviews (
    business_id TEXT PRIMARY KEY REFERENCES businesses (id),
    cause TEXT NOT NULL,
    after_customer TEXT NOT NULL
);
