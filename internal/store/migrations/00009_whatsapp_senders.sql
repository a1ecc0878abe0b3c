-- A business may send from its own number. The queue reads due messages by urgency, expired
-- messages, and codes whose text must be removed.

-- +goose Up

ALTER TABLE businesses ADD COLUMN wa_phone_number_id TEXT;
ALTER TABLE businesses ADD COLUMN wa_codes_allowed BOOLEAN NOT NULL DEFAULT TRUE;

-- The status comes first even where the condition fixes it. Otherwise SQLite would choose
-- messages_by_status.
DROP INDEX messages_waiting;
DROP INDEX messages_being_sent;
CREATE INDEX messages_due ON messages (status, business_id, urgency, next_try_at, held_by) WHERE status = 'QUEUED';
CREATE INDEX messages_expiring ON messages (status, expires_at) WHERE expires_at IS NOT NULL AND status = 'QUEUED';
CREATE INDEX messages_claimed ON messages (status, claimed_until) WHERE claimed_until IS NOT NULL;
CREATE INDEX messages_with_code ON messages (expires_at) WHERE kind = 'OTP' AND text <> '';
