-- A migration that the previous version of the program cannot serve raises this to its own number
-- (decision 0057).

-- +goose Up

CREATE TABLE oldest_program (version BIGINT NOT NULL);
INSERT INTO oldest_program (version) VALUES (133);
