-- +goose Up

-- Codes with which customers sign in to their portal, one for each phone and
-- scope: a business, or the empty text for whoever names none (hence no foreign
-- key). A phone that nobody has gets a row without a customer, so that asking
-- for a code tells nothing; phone and code stand here as keyed hashes only.
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

-- Who answers for the data of a business's customers, for the legal pages.
ALTER TABLE businesses ADD COLUMN legal_name TEXT;
ALTER TABLE businesses ADD COLUMN tax_id TEXT;
ALTER TABLE businesses ADD COLUMN legal_address TEXT;
ALTER TABLE businesses ADD COLUMN contact_email TEXT;

-- For a customer under fourteen: the guardian who gave the consent.
ALTER TABLE consents ADD COLUMN given_by TEXT;

-- Whoever asks to be erased is archived at once; the personal data go when the
-- request is due. Visits and rewards stay, without a name.
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
