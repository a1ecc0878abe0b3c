-- Signing keys are separate from the key of hashes, so that they can be rotated. The former key
-- stays the key of hashes and becomes the first signing key, for tokens without kid. It is as old
-- as the first account.

-- +goose Up

INSERT INTO settings (name, value)
SELECT 'signing-keys', '[{"id":"first","secret":"' || value || '","since":' || COALESCE((SELECT MIN(created_at) FROM users), 0) || '}]'
FROM settings WHERE name = 'token-key' AND NOT EXISTS (SELECT 1 FROM settings WHERE name = 'signing-keys');
