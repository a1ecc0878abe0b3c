-- The browser of the registration, as a keyed hash, until the phone is verified. If the first
-- proof comes from another browser, QRs and passes of the record end. A proof by message stores
-- the browser that requested it. NULL: an older record, or one without a browser.

-- +goose Up

ALTER TABLE customers ADD COLUMN registrant TEXT;
ALTER TABLE phone_proofs ADD COLUMN browser TEXT;
