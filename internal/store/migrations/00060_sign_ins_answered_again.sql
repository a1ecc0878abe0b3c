-- A used code or ticket stays until it expires, so that a browser whose response was lost gets the
-- same session again.

-- +goose Up

ALTER TABLE login_codes ADD COLUMN session_id TEXT;
ALTER TABLE phone_proofs ADD COLUMN session_id TEXT;
ALTER TABLE phone_proofs ADD COLUMN asker TEXT;
