-- Which kinds of reward there are is for the program to say (decision 0034).

-- +goose Up

ALTER TABLE rewards DROP CONSTRAINT rewards_kind_check;
