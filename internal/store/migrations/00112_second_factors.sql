-- The second factor of staff and operators: the key of their authenticator app, and ten recovery
-- codes as hashes, each valid once. A business may require it of its staff.

-- +goose Up

ALTER TABLE users ADD COLUMN totp_secret TEXT;        -- NULL: none; it counts once totp_enrolled_at is set
ALTER TABLE users ADD COLUMN totp_enrolled_at BIGINT;
ALTER TABLE users ADD COLUMN totp_step BIGINT;        -- the time step of the last accepted code

CREATE TABLE recovery_codes (
    user_id   TEXT NOT NULL REFERENCES users (id),
    code_hash TEXT NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);

ALTER TABLE businesses ADD COLUMN second_factor_required BOOLEAN NOT NULL DEFAULT FALSE;
