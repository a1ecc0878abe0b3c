-- Whoever hides her phone in WhatsApp proves nothing by writing. That she has
-- written is remembered, so that the screen where she waits can say so.

-- +goose Up

ALTER TABLE phone_proofs ADD COLUMN phone_hidden BOOLEAN NOT NULL DEFAULT FALSE;
