-- A merge can put a cancelled reward on a card that has passed its milestone. It is owed again
-- once as many stamps have come as it lacked before. 0: it is owed from its milestone on.

-- +goose Up

ALTER TABLE rewards ADD COLUMN owed_from BIGINT NOT NULL DEFAULT 0;
