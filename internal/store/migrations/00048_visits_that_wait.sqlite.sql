-- A late visit of an earlier day from an unnamed device waits for the owner. Its device_id is
-- NULL. SQLite cannot change the column, so the small table is created again.

-- +goose Up

CREATE TABLE handed_visits_anew (
    business_id   TEXT NOT NULL REFERENCES businesses (id),
    id            TEXT NOT NULL,
    device_id     TEXT,
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
    qr_ended      BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (business_id, id),
    UNIQUE (business_id, device_id, key),
    FOREIGN KEY (business_id, device_id) REFERENCES devices (business_id, id),
    FOREIGN KEY (business_id, visit_id) REFERENCES visits (business_id, id),
    CHECK (customer_id IS NOT NULL OR phone IS NOT NULL),
    CHECK ((outcome IS NULL) = (settled_at IS NULL) AND (settled_at IS NULL) = (settled_by IS NULL)),
    CHECK (CASE WHEN outcome IN ('REGISTERED', 'SETTLED') THEN 1 ELSE 0 END = CASE WHEN visit_id IS NULL THEN 0 ELSE 1 END)
);

INSERT INTO handed_visits_anew (
    business_id, id, device_id, key, customer_id, phone, name, notes, authorized, scanned_by, visited_at, received_at,
    clock_skew_ms, outcome, visit_id, settled_at, settled_by, qr_ended)
SELECT
    business_id, id, device_id, key, customer_id, phone, name, notes, authorized, scanned_by, visited_at, received_at,
    clock_skew_ms, outcome, visit_id, settled_at, settled_by, qr_ended
FROM handed_visits;

DROP TABLE handed_visits;
ALTER TABLE handed_visits_anew RENAME TO handed_visits;

CREATE INDEX handed_visits_of_customer ON handed_visits (customer_id, business_id);
CREATE INDEX handed_visits_by_age ON handed_visits (received_at);
