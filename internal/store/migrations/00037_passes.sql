-- +goose Up

-- A customer's wallet pass, as last sent. Versions increase over all passes, because a phone asks
-- which of its passes have changed.
CREATE TABLE passes (
    business_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    serial TEXT NOT NULL UNIQUE,
    says TEXT NOT NULL,
    version BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    PRIMARY KEY (business_id, customer_id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);

-- Phones that have a pass, with their push tokens.
CREATE TABLE pass_holders (
    business_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    holder TEXT NOT NULL,
    push_token TEXT NOT NULL,
    registered_at BIGINT NOT NULL,
    PRIMARY KEY (business_id, customer_id, holder),
    FOREIGN KEY (business_id, customer_id) REFERENCES passes (business_id, customer_id)
);
CREATE INDEX pass_holders_by_holder ON pass_holders (holder);
