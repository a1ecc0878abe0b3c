-- Rewards by day of earning, counted like staff_days (decision 0040), and redemptions and
-- recovered customers by user and day. An event names a day that no row has any more. All days are
-- counted again.

-- +goose Up

CREATE TABLE reward_days (
    business_id TEXT NOT NULL REFERENCES businesses (id),
    local_day   TEXT NOT NULL, -- on which they were earned, in the business's time zone
    kind        TEXT NOT NULL,
    earned      BIGINT NOT NULL,
    owed        BIGINT NOT NULL,
    delays      TEXT NOT NULL, -- days until they were redeemed: '0:12 3:1' for twelve on the same day and one after three
    PRIMARY KEY (business_id, local_day, kind)
);

ALTER TABLE staff_days ADD COLUMN redeemed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE staff_days ADD COLUMN recovered_customers TEXT NOT NULL DEFAULT '';

ALTER TABLE events ADD COLUMN local_day TEXT;

-- No query uses this index any more.
DROP INDEX rewards_owed_by_age;

DELETE FROM staff_days;
DELETE FROM staff_day_progress;
