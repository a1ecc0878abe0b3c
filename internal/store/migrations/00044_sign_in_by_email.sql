-- Whether the e-mail is unverified: it was typed into the public form. Codes and sessions by
-- e-mail have a keyed hash of the address.

-- +goose Up

ALTER TABLE customers ADD COLUMN email_unproved BOOLEAN NOT NULL DEFAULT FALSE;

-- For customers of the form, the last author of the e-mail is unknown. Consents of merged records
-- belong to the kept record.
UPDATE customers SET email_unproved = TRUE
WHERE email IS NOT NULL AND (merged_into IS NOT NULL OR EXISTS (
    SELECT 1 FROM consents s
    WHERE s.business_id = customers.business_id AND s.customer_id = customers.id AND s.form = 'PUBLIC_REGISTER'));

ALTER TABLE login_codes ADD COLUMN email_key TEXT;
ALTER TABLE portal_sessions ADD COLUMN email_key TEXT NOT NULL DEFAULT '';
