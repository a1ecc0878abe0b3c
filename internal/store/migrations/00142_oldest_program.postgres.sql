-- A migration that programs of the version before cannot live with raises this to its own number (decision 0057).

-- +goose Up

CREATE TABLE oldest_program (version BIGINT NOT NULL);
INSERT INTO oldest_program (version) VALUES (133);
