-- Invitations to absent customers, and customers held back from one, to measure the effect. Day
-- counts get the recovered customers, so all days are counted again.

-- +goose Up

CREATE TABLE greetings (
    business_id TEXT NOT NULL REFERENCES businesses (id),
    id          TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    user_id     TEXT REFERENCES users (id), -- NULL: held back
    absence     TEXT CHECK (absence IN ('AT_RISK', 'LOST')),
    greeted_at  BIGINT NOT NULL,
    local_day   TEXT NOT NULL,
    until_day   TEXT NOT NULL, -- the last day on which a visit counts as an effect
    PRIMARY KEY (business_id, id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);
CREATE INDEX greetings_of_customer ON greetings (customer_id, business_id);
CREATE INDEX greetings_by_time ON greetings (business_id, greeted_at, id);
CREATE INDEX greetings_by_age ON greetings (greeted_at);

ALTER TABLE businesses ADD COLUMN hold_back BOOLEAN NOT NULL DEFAULT TRUE;

ALTER TABLE staff_days ADD COLUMN recovered BIGINT NOT NULL DEFAULT 0;
DELETE FROM staff_days;
DELETE FROM staff_day_progress;
