-- Events of a business, for portals, passes and counters, which resume by position (decision
-- 0016). A position is the number of the writing transaction (xid8) plus an offset. The offset is
-- the clock in microseconds at the creation of this database, so that positions keep increasing in
-- a restored database. Events of one transaction are numbered. The first event of each business
-- means that the earlier state is unknown. There are no foreign keys, because events are only
-- appended and removed after some weeks.

-- +goose Up

-- One row. A sequence would need a further privilege for the serving role.
CREATE TABLE event_offset (value BIGINT NOT NULL);
INSERT INTO event_offset (value)
SELECT floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint - pg_current_xact_id()::text::bigint;

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
SELECT id, (SELECT value FROM event_offset) + pg_current_xact_id()::text::bigint, 0,
    'business.changed', floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
FROM businesses;
