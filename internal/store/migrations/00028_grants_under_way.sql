-- +goose Up

-- A grant of rewards after changed settings: cards that have passed a milestone get its reward.
-- Cards up to after_card, by id, are done. The row exists until the grant is complete, so that it
-- continues after a crash.
CREATE TABLE grants_under_way (
    business_id TEXT PRIMARY KEY REFERENCES businesses (id),
    after_card  TEXT NOT NULL
);
