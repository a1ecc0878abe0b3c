-- A business signs its customers' QRs, so that an offline counter recognizes unknown ones. qr_key
-- is the private key, which is never exported. NULL: nothing was signed yet.

-- +goose Up

ALTER TABLE businesses ADD COLUMN qr_key TEXT;
