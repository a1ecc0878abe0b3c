-- A token version is a random number. A counter could be guessed, so that the holder of an old
-- signing key could forge a token. Tokens signed with the counter stay valid until they expire:
-- the program accepts former_version for one session lifetime after former_version_at. Each change
-- of token_version clears both columns.

-- +goose Up

ALTER TABLE users ADD COLUMN former_version BIGINT;
ALTER TABLE users ADD COLUMN former_version_at BIGINT;

-- gen_random_uuid() reads the random source of the system. md5 distributes its 122 random bits.
UPDATE users SET
    former_version = token_version,
    former_version_at = (extract(epoch FROM now()) * 1000)::bigint,
    token_version = ('x' || substr(md5(gen_random_uuid()::text), 1, 16))::bit(64)::bigint & 9223372036854775807;
