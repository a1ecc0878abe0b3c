-- Whether the phone is unverified: it was typed into the public form.

-- +goose Up

ALTER TABLE customers ADD COLUMN phone_unproved BOOLEAN NOT NULL DEFAULT FALSE;

-- A customer with a visit since then has shown the card at the counter.
UPDATE customers SET phone_unproved = TRUE
WHERE archived_at IS NULL AND phone IS NOT NULL AND phone_verified_at IS NULL AND signed_in_at IS NULL AND visits_count = 0
    AND EXISTS (
        SELECT 1 FROM consents s
        WHERE s.business_id = customers.business_id AND s.customer_id = customers.id AND s.form = 'PUBLIC_REGISTER');

-- A code belongs to its requester. Other requests for the same phone neither replace it nor use up
-- its tries. Codes of the last ten minutes must be requested again.
DROP TABLE login_codes;
CREATE TABLE login_codes (
    scope       TEXT NOT NULL,
    phone_key   TEXT NOT NULL,
    asker       TEXT NOT NULL,
    code_hash   TEXT NOT NULL,
    tries_left  BIGINT NOT NULL CHECK (tries_left >= 0),
    expires_at  BIGINT NOT NULL,
    business_id TEXT,
    customer_id TEXT,
    message_id  TEXT,
    PRIMARY KEY (scope, phone_key, asker),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id),
    CHECK ((business_id IS NULL) = (customer_id IS NULL))
);
CREATE INDEX login_codes_ending ON login_codes (expires_at);
CREATE INDEX login_codes_to_customer ON login_codes (business_id, customer_id);
