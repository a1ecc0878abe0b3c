-- Imports of customers from files (decision 0037). The file is stored until it is imported, rows
-- that changed something or were rejected for 30 days, and claims of consent, as evidence, as long
-- as the customer.

-- +goose Up

-- lease names the worker that advances the import, until lease_until. Then another worker may.
CREATE TABLE imports (
    business_id TEXT   NOT NULL REFERENCES businesses (id),
    id          TEXT   NOT NULL,
    file_name   TEXT   NOT NULL,
    state       TEXT   NOT NULL CHECK (state IN (
        'RECEIVING', 'CHECKING', 'CHECKED', 'IMPORTING', 'DONE', 'UNDOING', 'UNDONE', 'FAILED', 'DROPPED')),
    version     BIGINT NOT NULL,
    run         BIGINT NOT NULL,
    position    BIGINT NOT NULL,
    rows_done   BIGINT NOT NULL,
    mapping     TEXT   NOT NULL,
    report      TEXT   NOT NULL,
    counts      TEXT   NOT NULL,
    undone      TEXT   NOT NULL,
    failure     TEXT,
    created_at  BIGINT NOT NULL,
    created_by  TEXT   NOT NULL REFERENCES users (id),
    started_at  BIGINT,
    finished_at BIGINT,
    undone_at   BIGINT,
    expires_at  BIGINT NOT NULL,
    lease       TEXT,
    lease_until BIGINT,
    PRIMARY KEY (business_id, id)
);
CREATE INDEX imports_under_way ON imports (lease_until) WHERE state IN ('CHECKING', 'IMPORTING', 'UNDOING');
CREATE INDEX imports_ending ON imports (expires_at);

-- The file in base64, in parts that a short transaction writes.
CREATE TABLE import_chunks (
    business_id TEXT   NOT NULL,
    import_id   TEXT   NOT NULL,
    number      BIGINT NOT NULL,
    content     TEXT   NOT NULL,
    PRIMARY KEY (business_id, import_id, number),
    FOREIGN KEY (business_id, import_id) REFERENCES imports (business_id, id)
);

-- A rejected row has a reason and its cells. A row that changed a customer has the customer and
-- the data for its undo.
CREATE TABLE import_rows (
    business_id TEXT   NOT NULL,
    import_id   TEXT   NOT NULL,
    run         BIGINT NOT NULL,
    number      BIGINT NOT NULL,
    reason      TEXT,
    cells       TEXT,
    customer_id TEXT,
    effect      TEXT,
    PRIMARY KEY (business_id, import_id, run, number),
    FOREIGN KEY (business_id, import_id) REFERENCES imports (business_id, id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);
CREATE INDEX import_rows_of_customer ON import_rows (business_id, customer_id) WHERE customer_id IS NOT NULL;

CREATE TABLE import_claims (
    business_id TEXT   NOT NULL,
    import_id   TEXT   NOT NULL,
    customer_id TEXT   NOT NULL,
    number      BIGINT NOT NULL,
    header      TEXT   NOT NULL,
    value       TEXT   NOT NULL,
    file_name   TEXT   NOT NULL,
    claimed_at  BIGINT NOT NULL,
    PRIMARY KEY (business_id, import_id, customer_id, number),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);
CREATE INDEX import_claims_of_customer ON import_claims (business_id, customer_id);
