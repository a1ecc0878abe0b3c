-- The owner's week by WhatsApp: the phone of the owner who asked for it.

-- +goose Up

ALTER TABLE businesses ADD COLUMN week_phone TEXT; -- E.164; NULL: none
ALTER TABLE businesses ADD COLUMN week_user_id TEXT; -- the owner who typed week_phone; copies read businesses before users, so it has no foreign key
ALTER TABLE businesses ADD COLUMN week_phones_stopped TEXT; -- the phones that replied BAJA, separated by spaces
DROP INDEX businesses_week_mail;
CREATE INDEX businesses_week_mail ON businesses (week_mailed) WHERE (week_mail OR week_phone IS NOT NULL) AND status = 'ACTIVE';
CREATE INDEX businesses_week_phone ON businesses (week_phone) WHERE week_phone IS NOT NULL;
