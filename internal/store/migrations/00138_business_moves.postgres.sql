-- A business that moves to another installation (axioma move --business, decision 0052). While it
-- has a row, it is not served here.

-- +goose Up

CREATE TABLE business_moves (
    business_id TEXT NOT NULL PRIMARY KEY REFERENCES businesses (id),
    state       TEXT NOT NULL CHECK (state IN ('ARRIVING', 'DRAINING', 'PAUSED', 'MOVED')),
    place       TEXT NOT NULL, -- the other database, without secrets
    status      TEXT NOT NULL CHECK (status IN ('ACTIVE', 'SUSPENDED')), -- of the business before
    changed_at  BIGINT NOT NULL
);

CREATE POLICY tenant ON business_moves USING (CASE
    WHEN coalesce(current_setting('axioma.tenant', true), '') = ''
        OR business_id = current_setting('axioma.tenant', true) THEN true END IS NOT NULL);
ALTER TABLE business_moves ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
