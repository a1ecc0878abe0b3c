-- A business signs the QRs of its customers, so that a counter without a network
-- knows one that it has not seen. The key never leaves the database but for the
-- program: NULL is that nothing was signed yet.

-- +goose Up

ALTER TABLE businesses ADD COLUMN qr_key TEXT;
