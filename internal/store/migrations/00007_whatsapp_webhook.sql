-- Notices of the WhatsApp provider, and customers' messages that prove a phone.

-- +goose Up

-- A webhook notice by the hash of its body, so that a repeated one is ignored. The body contains
-- phones and texts, so it is removed after processing.
CREATE TABLE notices (
    id          TEXT PRIMARY KEY,
    body        TEXT,
    received_at BIGINT NOT NULL,
    next_try_at BIGINT NOT NULL,
    tries       BIGINT NOT NULL DEFAULT 0 CHECK (tries >= 0),
    done_at     BIGINT,
    CHECK (done_at IS NOT NULL OR body IS NOT NULL)
);
CREATE INDEX notices_waiting ON notices (next_try_at) WHERE done_at IS NULL;
CREATE INDEX notices_received ON notices (received_at);

-- The provider's ids of processed customers' messages. Different notices may report the same
-- message.
CREATE TABLE inbound_messages (
    id          TEXT PRIMARY KEY,
    received_at BIGINT NOT NULL
);
CREATE INDEX inbound_messages_received ON inbound_messages (received_at);

-- A delivery report names a message by our id while the provider's id is unknown.
CREATE INDEX messages_by_id ON messages (id);

-- Replies to one phone are counted, to limit them.
CREATE INDEX messages_replies ON messages (phone, created_at) WHERE kind = 'REPLY';

-- When the customer's phone was verified.
ALTER TABLE customers ADD COLUMN phone_verified_at BIGINT;

-- Pending proofs of a phone: a message with a code must come from it. Code and ticket are keyed
-- hashes. After a registration the customer is known, and there is no ticket. For a sign-in the
-- browser has the ticket, and the message decides the customer.
CREATE TABLE phone_proofs (
    code_hash   TEXT PRIMARY KEY,
    ticket_hash TEXT UNIQUE,
    scope       TEXT NOT NULL,
    expires_at  BIGINT NOT NULL,
    business_id TEXT,
    customer_id TEXT,
    phone_key   TEXT,
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id),
    CHECK ((business_id IS NULL) = (customer_id IS NULL)),
    CHECK (ticket_hash IS NOT NULL OR customer_id IS NOT NULL)
);
CREATE INDEX phone_proofs_of_customer ON phone_proofs (business_id, customer_id);
CREATE INDEX phone_proofs_expiring ON phone_proofs (expires_at);
