-- A pass ends with the QR for which it was issued, because a stranger with a photo of that QR may
-- have the pass. Holders of an ended pass are still notified. So a customer has one active pass,
-- and may have ended ones.

-- +goose Up

CREATE TABLE passes_by_serial (
    business_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    serial TEXT NOT NULL UNIQUE,
    says TEXT NOT NULL,
    version BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    ended_at BIGINT,
    PRIMARY KEY (business_id, customer_id, serial),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);
INSERT INTO passes_by_serial (business_id, customer_id, serial, says, version, modified_at)
SELECT business_id, customer_id, serial, says, version, modified_at FROM passes;

CREATE TABLE pass_holders_by_serial (
    business_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    serial TEXT NOT NULL,
    holder TEXT NOT NULL,
    vendor TEXT NOT NULL DEFAULT 'APPLE',
    push_token TEXT NOT NULL,
    registered_at BIGINT NOT NULL,
    push_at BIGINT,
    push_urgency BIGINT NOT NULL DEFAULT 0,
    push_claim TEXT,
    push_tries BIGINT NOT NULL DEFAULT 0,
    pushed_at BIGINT,
    PRIMARY KEY (business_id, customer_id, serial, holder),
    FOREIGN KEY (business_id, customer_id, serial) REFERENCES passes_by_serial (business_id, customer_id, serial)
);
INSERT INTO pass_holders_by_serial (business_id, customer_id, serial, holder, vendor, push_token, registered_at,
    push_at, push_urgency, push_claim, push_tries, pushed_at)
SELECT h.business_id, h.customer_id, p.serial, h.holder, h.vendor, h.push_token, h.registered_at,
    h.push_at, h.push_urgency, h.push_claim, h.push_tries, h.pushed_at
FROM pass_holders h JOIN passes p ON p.business_id = h.business_id AND p.customer_id = h.customer_id;

CREATE TABLE google_passes_by_serial (
    business_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    serial TEXT NOT NULL,
    says TEXT NOT NULL DEFAULT '',
    stamps BIGINT NOT NULL DEFAULT 0,
    owed TEXT NOT NULL DEFAULT '',
    noticed TEXT NOT NULL DEFAULT '',
    heard_at BIGINT,
    PRIMARY KEY (business_id, customer_id, serial),
    FOREIGN KEY (business_id, customer_id, serial) REFERENCES passes_by_serial (business_id, customer_id, serial)
);
INSERT INTO google_passes_by_serial (business_id, customer_id, serial, says, stamps, owed, noticed, heard_at)
SELECT g.business_id, g.customer_id, p.serial, g.says, g.stamps, g.owed, g.noticed, g.heard_at
FROM google_passes g JOIN passes p ON p.business_id = g.business_id AND p.customer_id = g.customer_id;

DROP TABLE google_passes;
DROP TABLE pass_holders;
DROP TABLE passes;
ALTER TABLE passes_by_serial RENAME TO passes;
ALTER TABLE pass_holders_by_serial RENAME TO pass_holders;
ALTER TABLE google_passes_by_serial RENAME TO google_passes;

-- A customer has one active pass.
CREATE UNIQUE INDEX passes_of_cards ON passes (business_id, customer_id) WHERE ended_at IS NULL;
CREATE INDEX pass_holders_by_holder ON pass_holders (holder);
CREATE INDEX pass_holders_due ON pass_holders (vendor, push_urgency, push_at) WHERE push_at IS NOT NULL;
