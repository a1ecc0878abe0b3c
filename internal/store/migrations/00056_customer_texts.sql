-- Texts that customers wrote to the business by WhatsApp. They are kept for 30 days, so that staff
-- can see what a customer asked for.

-- +goose Up

CREATE TABLE customer_texts (
    business_id TEXT   NOT NULL,
    id          TEXT   NOT NULL,
    customer_id TEXT   NOT NULL,
    text        TEXT   NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (business_id, id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);
CREATE INDEX customer_texts_of_customer ON customer_texts (customer_id, business_id, received_at);
CREATE INDEX customer_texts_received ON customer_texts (received_at);
