-- A customer whose phone WhatsApp hides cannot prove it by a message. The column lets the waiting
-- screen say so.

-- +goose Up

ALTER TABLE phone_proofs ADD COLUMN phone_hidden BOOLEAN NOT NULL DEFAULT FALSE;
