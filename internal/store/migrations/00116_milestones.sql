-- The steps of each customer, computed from visits and rewards after changes (decision 0040):
-- registration, first and second visit, first rewards, redemption, months with a visit, rhythm.
-- Events name the customers to compute again, so a check-in writes nothing here.

-- +goose Up

CREATE TABLE customer_milestones (
    business_id   TEXT NOT NULL REFERENCES businesses (id),
    customer_id   TEXT NOT NULL,
    origin        TEXT NOT NULL CHECK (origin IN ('REGISTERED', 'IMPORTED', 'PAPER_CARD')),
    registered_at BIGINT NOT NULL,
    is_archived   BOOLEAN NOT NULL,
    first_day     TEXT,
    second_day    TEXT,
    half_at       BIGINT,
    full_at       BIGINT,
    redeemed_at   BIGINT,
    months        TEXT NOT NULL, -- a character for each month from the first visit: 1 with a visit, 0 without one
    rhythm        TEXT,
    last_day      TEXT,          -- of the rhythm
    PRIMARY KEY (business_id, customer_id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);
-- The condition keeps PostgreSQL from reading other milestones by this index.
CREATE INDEX milestones_by_registration ON customer_milestones (business_id, registered_at) WHERE registered_at >= 0;
CREATE INDEX milestones_by_first_day ON customer_milestones (business_id, first_day) WHERE first_day IS NOT NULL;
CREATE INDEX milestones_by_last_day ON customer_milestones (business_id, last_day) WHERE last_day IS NOT NULL;

-- Customers up to counted_to, by id, are computed, including all events up to position.
CREATE TABLE milestone_progress (
    business_id TEXT PRIMARY KEY REFERENCES businesses (id),
    position    BIGINT NOT NULL,
    counted_to  TEXT NOT NULL,
    is_complete BOOLEAN NOT NULL,
    version     BIGINT NOT NULL
);

-- Finds the rewards that the visits of a customer earned, on any card.
CREATE INDEX rewards_by_earner ON rewards (customer_id, business_id);

-- Imported customers did not register here.
ALTER TABLE customers ADD COLUMN imported BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE customers SET imported = TRUE WHERE id IN (
    SELECT a.subject_id FROM audit_events a WHERE a.action = 'customer.created' AND a.detail = 'Importado de un archivo');
