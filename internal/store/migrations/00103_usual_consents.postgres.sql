-- The consent to the usual note and pictures.

-- +goose Up

ALTER TABLE consents DROP CONSTRAINT consents_kind_check;
ALTER TABLE consents ADD CONSTRAINT consents_kind_check
    CHECK (kind IN ('PRIVACY', 'WHATSAPP', 'EMAIL', 'SMS', 'PROMOTIONS', 'USUAL')) NOT VALID;
