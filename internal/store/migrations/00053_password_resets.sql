-- Links by which owners choose a new password. Addresses without an owner get a row without a
-- user, so that the response takes as long. Such a mail is never sent.

-- +goose Up

CREATE TABLE password_resets (
    token_hash    TEXT PRIMARY KEY,
    user_id       TEXT REFERENCES users (id),
    token_version BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL
);
CREATE INDEX password_resets_of_user ON password_resets (user_id);
CREATE INDEX password_resets_ending ON password_resets (expires_at);

-- Unsent e-mails to staff.
CREATE TABLE staff_mails (
    id         TEXT PRIMARY KEY,
    user_id    TEXT REFERENCES users (id),
    kind       TEXT   NOT NULL,
    address    TEXT   NOT NULL,
    sender     TEXT   NOT NULL,
    subject    TEXT   NOT NULL,
    text       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    send_at    BIGINT NOT NULL,
    tries      BIGINT NOT NULL DEFAULT 0,
    claim      TEXT
);
CREATE INDEX staff_mails_due ON staff_mails (send_at);
CREATE INDEX staff_mails_ending ON staff_mails (expires_at);
