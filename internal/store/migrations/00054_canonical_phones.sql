-- A phone has one stored form (loyalty.CanonicalPhone): Argentine mobiles with the 9, Brazilian
-- ones with the ninth digit, Mexican ones without the 1. This migration converts stored phones,
-- unless another active customer of the business has the canonical form. Such pairs stay: every
-- look-up finds both, and 'axioma phones duplicates' lists them.

-- +goose Up

UPDATE customers
SET search = replace(search, phone, '+549' || substr(phone, 4)), phone = '+549' || substr(phone, 4)
WHERE phone LIKE '+54%' AND length(phone) = 13 AND substr(phone, 4, 1) IN ('1', '2', '3')
    AND (archived_at IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM customers o
        WHERE o.business_id = customers.business_id AND o.phone = '+549' || substr(customers.phone, 4) AND o.archived_at IS NULL));

UPDATE customers
SET search = replace(search, phone, substr(phone, 1, 5) || '9' || substr(phone, 6)),
    phone = substr(phone, 1, 5) || '9' || substr(phone, 6)
WHERE phone LIKE '+55%' AND length(phone) = 13 AND substr(phone, 6, 1) IN ('6', '7', '8', '9')
    AND (archived_at IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM customers o
        WHERE o.business_id = customers.business_id AND o.archived_at IS NULL
            AND o.phone = substr(customers.phone, 1, 5) || '9' || substr(customers.phone, 6)));

UPDATE customers
SET search = replace(search, phone, '+52' || substr(phone, 5)), phone = '+52' || substr(phone, 5)
WHERE phone LIKE '+521%' AND length(phone) = 14
    AND (archived_at IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM customers o
        WHERE o.business_id = customers.business_id AND o.phone = '+52' || substr(customers.phone, 5) AND o.archived_at IS NULL));

-- The customer's WhatsApp id, if it is neither form of the phone. WhatsApp's response to a sent
-- message has it.
ALTER TABLE customers ADD COLUMN whatsapp_id TEXT;
CREATE INDEX customers_by_whatsapp_id ON customers (whatsapp_id) WHERE whatsapp_id IS NOT NULL;
