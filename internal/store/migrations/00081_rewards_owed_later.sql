-- A merge can put a cancelled reward on a card that has passed its milestone. The reward is owed
-- again from owed_from stamps on: as many more as it lacked before. 0: from its milestone on.

-- +goose Up

ALTER TABLE rewards ADD COLUMN owed_from BIGINT NOT NULL DEFAULT 0;
