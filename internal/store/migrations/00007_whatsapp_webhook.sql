-- What the provider of WhatsApp tells us, and customers' own messages by which
-- they prove that a phone is theirs.

-- +goose Up

-- What was told, under the hash of its bytes, so that the same is not taken
-- twice. The bytes hold phones and texts: they are removed once they have been
-- dealt with.
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

-- The provider's ids of customers' messages that have been answered: the same
-- one may be told of in events that differ.
CREATE TABLE inbound_messages (
    id          TEXT PRIMARY KEY,
    received_at BIGINT NOT NULL
);
CREATE INDEX inbound_messages_received ON inbound_messages (received_at);

-- Deliveries name a message by our id where the provider's is not known yet.
CREATE INDEX messages_by_id ON messages (id);

-- Answers to one phone are counted, so that nobody makes us write on and on.
CREATE INDEX messages_replies ON messages (phone, created_at) WHERE kind = 'REPLY';

-- Since when a customer's phone is known to be hers.
ALTER TABLE customers ADD COLUMN phone_verified_at BIGINT;

-- Proofs of a phone that are waited for: a message from it with a code. Code
-- and ticket stand here as keyed hashes only. After a registration the customer
-- is known from the start, and there is no ticket. To sign in a browser holds
-- the ticket, and the customer is known once the message has come.
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
