-- The browser in which a customer registered, as a keyed hash, until the phone is proved. A
-- first proof from another browser ends the QRs and passes of the record. A proof by message
-- keeps the browser that asked for it. Records without one came before, or by no browser.

-- +goose Up

ALTER TABLE customers ADD COLUMN registrant TEXT;
ALTER TABLE phone_proofs ADD COLUMN browser TEXT;
