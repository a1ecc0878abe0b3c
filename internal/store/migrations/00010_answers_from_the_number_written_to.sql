-- A reply is sent from the number that the customer wrote to, because WhatsApp allows free text
-- only in that conversation. NULL: the platform's number.

-- +goose Up

ALTER TABLE messages ADD COLUMN sender TEXT;

UPDATE messages SET sender = (SELECT b.wa_phone_number_id FROM businesses b WHERE b.id = messages.business_id)
WHERE kind = 'REPLY' AND status IN ('QUEUED', 'SENDING');
