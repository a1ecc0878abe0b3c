-- Queue columns of a message: urgency, next try, lease of the sending worker, hold, delivery
-- state. SQLite cannot change the CHECK of a column, so the table is created again.

-- +goose Up

CREATE TABLE messages_with_states (
    business_id   TEXT NOT NULL REFERENCES businesses (id),
    id            TEXT NOT NULL,
    customer_id   TEXT,
    phone         TEXT NOT NULL,
    kind          TEXT NOT NULL,
    text          TEXT NOT NULL,
    status        TEXT NOT NULL CHECK (status IN
        ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'DROPPED', 'UNKNOWN')),
    urgency       BIGINT NOT NULL DEFAULT 1,
    created_at    BIGINT NOT NULL,
    next_try_at   BIGINT NOT NULL DEFAULT 0,
    expires_at    BIGINT,
    tries         BIGINT NOT NULL DEFAULT 0 CHECK (tries >= 0),
    claim         TEXT,
    claimed_until BIGINT,
    tried_at      BIGINT,
    held_by       TEXT,
    error         TEXT,
    provider_id   TEXT,
    sent_at       BIGINT,
    delivered_at  BIGINT,
    read_at       BIGINT,
    PRIMARY KEY (business_id, id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);

INSERT INTO messages_with_states (business_id, id, customer_id, phone, kind, text, status, created_at, sent_at)
SELECT business_id, id, customer_id, phone, kind, text, status, created_at, sent_at FROM messages;

DROP TABLE messages;
ALTER TABLE messages_with_states RENAME TO messages;

CREATE INDEX messages_of_customer ON messages (business_id, customer_id);
CREATE INDEX messages_newest ON messages (created_at, id);
CREATE INDEX messages_by_status ON messages (status, created_at, id);
CREATE INDEX messages_sent ON messages (business_id, sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX messages_waiting ON messages (business_id, urgency, created_at) WHERE status = 'QUEUED';
CREATE INDEX messages_being_sent ON messages (claimed_until) WHERE status = 'SENDING';
CREATE INDEX messages_tried ON messages (business_id, tried_at) WHERE tried_at IS NOT NULL;
CREATE UNIQUE INDEX messages_of_provider ON messages (provider_id) WHERE provider_id IS NOT NULL;

-- The number of messages that count towards a business's limits on a local day: messages that the
-- provider has accepted, may have accepted, or is being sent.
CREATE TABLE message_usage (
    business_id TEXT NOT NULL REFERENCES businesses (id),
    day         TEXT NOT NULL,
    used        BIGINT NOT NULL CHECK (used >= 0),
    PRIMARY KEY (business_id, day)
);
