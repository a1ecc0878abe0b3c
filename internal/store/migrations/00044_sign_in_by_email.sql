-- Of whom it is not known that her e-mail is hers: it was typed into the form that is open
-- to everybody. A code and a session that came by an e-mail say by which, as a keyed hash.

-- +goose Up

ALTER TABLE customers ADD COLUMN email_unproved BOOLEAN NOT NULL DEFAULT FALSE;

-- Who typed it last is not known of whoever came by the form. What a record that was merged
-- into another had consented to stands at that one.
UPDATE customers SET email_unproved = TRUE
WHERE email IS NOT NULL AND (merged_into IS NOT NULL OR EXISTS (
    SELECT 1 FROM consents s
    WHERE s.business_id = customers.business_id AND s.customer_id = customers.id AND s.form = 'PUBLIC_REGISTER'));

ALTER TABLE login_codes ADD COLUMN email_key TEXT;
ALTER TABLE portal_sessions ADD COLUMN email_key TEXT NOT NULL DEFAULT '';
