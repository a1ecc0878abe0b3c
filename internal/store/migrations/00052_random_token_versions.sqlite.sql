-- A token version is a random number. A counter could be guessed, so that the holder of an old
-- signing key could forge a token. Tokens signed with the counter stay valid until they expire:
-- the program accepts former_version for one session lifetime after former_version_at. Each change
-- of token_version clears both columns.

-- +goose Up

ALTER TABLE users ADD COLUMN former_version BIGINT;
ALTER TABLE users ADD COLUMN former_version_at BIGINT;

UPDATE users SET
    former_version = token_version,
    former_version_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000,
    token_version = random() & 9223372036854775807;
