-- +goose Up

-- The owner has changed what a card pays, and what cards have reached already is
-- owed at once: of the cards up to after_card (their ids in order) it is. There is
-- a row as long as that goes on, so that a crash ends nothing half-way.
CREATE TABLE grants_under_way (
    business_id TEXT PRIMARY KEY REFERENCES businesses (id),
    after_card  TEXT NOT NULL
);
