-- What happens in a business is kept as events for portals, passes and counters, which resume
-- by position (decision 0016). Commits come one after the other, so a position is the clock or
-- the one after the last, and number is always zero. The first event of each business says that
-- what happened before it is unknown. There are no foreign keys: events are only appended, and
-- are removed after some weeks.

-- +goose Up

CREATE TABLE events (
    business_id TEXT NOT NULL,
    position    BIGINT NOT NULL,
    number      BIGINT NOT NULL,
    kind        TEXT NOT NULL,
    customer_id TEXT,
    family_id   TEXT,
    card_id     TEXT,
    visit_id    TEXT,
    reward_id   TEXT,
    at          BIGINT NOT NULL,
    PRIMARY KEY (business_id, position, number)
);
CREATE INDEX events_by_position ON events (position);

INSERT INTO events (business_id, position, number, kind, at)
SELECT id, CAST(strftime('%s', 'now') AS BIGINT) * 1000000 + row_number() OVER (ORDER BY id), 0,
    'business.changed', CAST(strftime('%s', 'now') AS BIGINT) * 1000
FROM businesses;
