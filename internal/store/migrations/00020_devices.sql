-- Devices that an owner has named. A code works once and is exchanged for a token; only hashes of
-- both are stored. A revoked device hands over its unsent visits, and the owner decides about
-- each.

-- +goose Up

CREATE TABLE devices (
    business_id     TEXT NOT NULL REFERENCES businesses (id),
    id              TEXT NOT NULL,
    name            TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    created_by      TEXT NOT NULL REFERENCES users (id),
    code_hash       TEXT,
    code_expires_at BIGINT,
    token_hash      TEXT,
    enrolled_at     BIGINT,
    seen_at         BIGINT,
    app_version     TEXT,
    waiting         BIGINT NOT NULL,
    waiting_from_at BIGINT,
    revoked_at      BIGINT,
    revoked_by      TEXT REFERENCES users (id),
    PRIMARY KEY (business_id, id),
    CHECK ((token_hash IS NULL) = (enrolled_at IS NULL)),
    CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
CREATE UNIQUE INDEX devices_by_code ON devices (code_hash) WHERE code_hash IS NOT NULL;
CREATE UNIQUE INDEX devices_by_token ON devices (token_hash) WHERE token_hash IS NOT NULL;

-- customer_id is the scanned id, or the customer of the typed phone. It may name no customer, so
-- there is no foreign key. An erasure finds the rows by it.
CREATE TABLE handed_visits (
    business_id   TEXT NOT NULL REFERENCES businesses (id),
    id            TEXT NOT NULL,
    device_id     TEXT NOT NULL,
    key           TEXT NOT NULL,
    customer_id   TEXT,
    phone         TEXT,
    name          TEXT,
    notes         TEXT,
    authorized    BOOLEAN NOT NULL,
    scanned_by    TEXT REFERENCES users (id),
    visited_at    BIGINT NOT NULL,
    received_at   BIGINT NOT NULL,
    clock_skew_ms BIGINT,
    outcome       TEXT CHECK (outcome IN ('REGISTERED', 'SETTLED', 'DISCARDED')),
    visit_id      TEXT,
    settled_at    BIGINT,
    settled_by    TEXT REFERENCES users (id),
    PRIMARY KEY (business_id, id),
    UNIQUE (business_id, device_id, key),
    FOREIGN KEY (business_id, device_id) REFERENCES devices (business_id, id),
    FOREIGN KEY (business_id, visit_id) REFERENCES visits (business_id, id),
    CHECK (customer_id IS NOT NULL OR phone IS NOT NULL),
    CHECK ((outcome IS NULL) = (settled_at IS NULL) AND (settled_at IS NULL) = (settled_by IS NULL)),
    CHECK (CASE WHEN outcome IN ('REGISTERED', 'SETTLED') THEN 1 ELSE 0 END = CASE WHEN visit_id IS NULL THEN 0 ELSE 1 END)
);
CREATE INDEX handed_visits_of_customer ON handed_visits (business_id, customer_id);
CREATE INDEX handed_visits_by_age ON handed_visits (received_at);

ALTER TABLE visits ADD COLUMN device_id TEXT;
