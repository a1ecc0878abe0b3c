-- +goose Up

-- Sign-in codes of the customers' portal, one for each phone and scope. The scope is a business,
-- or "" if the caller names none, so there is no foreign key. A phone without a customer gets a
-- row too, so that a request reveals nothing. Phone and code are keyed hashes.
CREATE TABLE login_codes (
    scope       TEXT NOT NULL,
    phone_key   TEXT NOT NULL,
    code_hash   TEXT NOT NULL,
    tries_left  BIGINT NOT NULL CHECK (tries_left >= 0),
    expires_at  BIGINT NOT NULL,
    business_id TEXT,
    customer_id TEXT,
    PRIMARY KEY (scope, phone_key),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id),
    CHECK ((business_id IS NULL) = (customer_id IS NULL))
);
CREATE INDEX customers_by_phone ON customers (phone, business_id) WHERE archived_at IS NULL;

-- The data controller of a business, for the legal pages.
ALTER TABLE businesses ADD COLUMN legal_name TEXT;
ALTER TABLE businesses ADD COLUMN tax_id TEXT;
ALTER TABLE businesses ADD COLUMN legal_address TEXT;
ALTER TABLE businesses ADD COLUMN contact_email TEXT;

-- The guardian who consented for a customer under fourteen.
ALTER TABLE consents ADD COLUMN given_by TEXT;

-- A customer who requests erasure is archived at once. Personal data are removed when the request
-- is due. Visits and rewards stay, without a name.
CREATE TABLE erasures (
    business_id  TEXT NOT NULL REFERENCES businesses (id),
    customer_id  TEXT NOT NULL,
    requested_at BIGINT NOT NULL,
    due_at       BIGINT NOT NULL,
    erased_at    BIGINT,
    PRIMARY KEY (business_id, customer_id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);
CREATE INDEX erasures_due ON erasures (due_at) WHERE erased_at IS NULL;
