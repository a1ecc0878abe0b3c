-- A QR has the customer's id, or after a change an id of its own. Ended ids never open anything
-- again.

-- +goose Up

ALTER TABLE customers ADD COLUMN qr_id TEXT;
CREATE UNIQUE INDEX customers_by_qr ON customers (qr_id) WHERE qr_id IS NOT NULL;

CREATE TABLE ended_qrs (
    business_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    qr_id       TEXT NOT NULL UNIQUE,
    ended_at    BIGINT NOT NULL,
    PRIMARY KEY (business_id, customer_id, qr_id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);

ALTER TABLE handed_visits ADD COLUMN qr_ended BOOLEAN NOT NULL DEFAULT FALSE;
