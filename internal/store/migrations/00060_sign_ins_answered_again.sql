-- A code and a ticket stay after they have opened a session, until they expire: the browser
-- whose answer was lost gets the same session again.

-- +goose Up

ALTER TABLE login_codes ADD COLUMN session_id TEXT;
ALTER TABLE phone_proofs ADD COLUMN session_id TEXT;
ALTER TABLE phone_proofs ADD COLUMN asker TEXT;
