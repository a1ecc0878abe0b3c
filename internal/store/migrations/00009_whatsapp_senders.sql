-- A business may send from a number of its own. The queue looks for what is due
-- by urgency, for what has expired, and for codes whose text is to be blanked.

-- +goose Up

ALTER TABLE businesses ADD COLUMN wa_phone_number_id TEXT;
ALTER TABLE businesses ADD COLUMN wa_codes_allowed BOOLEAN NOT NULL DEFAULT TRUE;

-- The status stands first also where it is the same in the whole index: SQLite
-- would take messages_by_status otherwise.
DROP INDEX messages_waiting;
DROP INDEX messages_being_sent;
CREATE INDEX messages_due ON messages (status, business_id, urgency, next_try_at, held_by) WHERE status = 'QUEUED';
CREATE INDEX messages_expiring ON messages (status, expires_at) WHERE expires_at IS NOT NULL AND status = 'QUEUED';
CREATE INDEX messages_claimed ON messages (status, claimed_until) WHERE claimed_until IS NOT NULL;
CREATE INDEX messages_with_code ON messages (expires_at) WHERE kind = 'OTP' AND text <> '';
