-- +goose Up

-- The pass of a customer: what telephones know it by, and what they were told of it last.
-- Its version grows over all passes, since a telephone asks what has changed of any.
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

-- The telephones that keep a pass, and by what each is told that it has changed.
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
