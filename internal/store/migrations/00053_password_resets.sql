-- An owner who forgot the password gets a link by e-mail. Rows without a user stand for
-- addresses that no owner has: they make the answer take as long, and are never sent.

-- +goose Up

CREATE TABLE password_resets (
    token_hash    TEXT PRIMARY KEY,
    user_id       TEXT REFERENCES users (id),
    token_version BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL
);
CREATE INDEX password_resets_of_user ON password_resets (user_id);
CREATE INDEX password_resets_ending ON password_resets (expires_at);

-- The e-mails to staff that wait to be sent, as mails are to customers.
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
