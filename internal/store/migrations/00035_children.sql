-- A child has no phone: messages go to the guardian's (decision 0003).

-- +goose Up

ALTER TABLE customers ADD COLUMN guardian_id TEXT REFERENCES customers (id)
    CHECK (guardian_id IS NULL OR phone IS NULL);
CREATE INDEX customers_of_guardian ON customers (guardian_id, business_id) WHERE guardian_id IS NOT NULL;
