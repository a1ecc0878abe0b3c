-- A hash chain for each business over its visits, rewards and events (decision 0049). A background task writes it;
-- `axioma check` compares it with the rows.

-- +goose Up

CREATE TABLE chain_blocks (
    business_id  TEXT NOT NULL REFERENCES businesses (id),
    number       BIGINT NOT NULL, -- from 1
    previous     TEXT NOT NULL,   -- hash of the block before; empty: the first
    hash         TEXT NOT NULL,
    sealed_at    BIGINT NOT NULL,
    events_to    BIGINT NOT NULL, -- position up to which events are sealed
    newest_event BIGINT NOT NULL, -- instant of the newest event of the block; zero: none
    backlog      TEXT NOT NULL,   -- where the scan of older rows continues; empty: all are sealed
    events_hash  TEXT NOT NULL,
    rows_hash    TEXT NOT NULL,
    event_seals  TEXT NOT NULL,   -- digests of events, until these are removed
    row_seals    TEXT NOT NULL,   -- digests of visits and rewards
    PRIMARY KEY (business_id, number)
);
CREATE INDEX chain_blocks_with_events ON chain_blocks (business_id, newest_event) WHERE event_seals <> '';
