-- The program decides which kinds of reward exist (decision 0034).

-- +goose Up

ALTER TABLE rewards DROP CONSTRAINT rewards_kind_check;
