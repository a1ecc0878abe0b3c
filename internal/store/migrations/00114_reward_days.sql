-- Rewards by the day on which they were earned, counted as staff_days is (decision 0040), and the redemptions and the
-- recovered customers of each user's day. An event names a day that its rows no longer name. All days are counted anew.

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

-- Owed rewards were counted by it.
DROP INDEX rewards_owed_by_age;

DELETE FROM staff_days;
DELETE FROM staff_day_progress;
