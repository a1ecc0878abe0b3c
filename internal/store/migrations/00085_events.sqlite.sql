-- Events of a business, for portals, passes and counters, which resume by position (decision
-- 0016). Commits are serial, so a position is the clock or the last position plus one, and number
-- is zero. The first event of each business means that the earlier state is unknown. There are no
-- foreign keys, because events are only appended and removed after some weeks.

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
