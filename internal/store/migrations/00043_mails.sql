-- Unsent e-mails to customers. A row is removed when the mail was sent, has expired, or cannot
-- reach its customer any more.

-- +goose Up

-- claim names the sending worker until send_at. Then another worker may claim the mail.
CREATE TABLE mails (
    business_id TEXT   NOT NULL,
    id          TEXT   NOT NULL,
    customer_id TEXT   NOT NULL,
    kind        TEXT   NOT NULL,
    address     TEXT   NOT NULL,
    sender      TEXT   NOT NULL,
    subject     TEXT   NOT NULL,
    text        TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL,
    send_at     BIGINT NOT NULL,
    tries       BIGINT NOT NULL DEFAULT 0,
    claim       TEXT,
    PRIMARY KEY (business_id, id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);
CREATE INDEX mails_due ON mails (send_at);
CREATE INDEX mails_ending ON mails (expires_at);
CREATE INDEX mails_to_customer ON mails (business_id, customer_id);
