-- A business may send from a number of its own. The queue looks for what is due
-- by urgency, for what has expired, and for codes whose text is to be blanked.

-- +goose Up

ALTER TABLE businesses ADD COLUMN wa_phone_number_id TEXT;
ALTER TABLE businesses ADD COLUMN wa_codes_allowed BOOLEAN NOT NULL DEFAULT TRUE;

DROP INDEX messages_waiting;
CREATE INDEX messages_due ON messages (business_id, urgency, next_try_at) WHERE status = 'QUEUED';
CREATE INDEX messages_expiring ON messages (expires_at) WHERE status = 'QUEUED' AND expires_at IS NOT NULL;
CREATE INDEX messages_with_code ON messages (expires_at) WHERE kind = 'OTP' AND text <> '';
