-- The policy of migration 00127 for the hash chain.

-- +goose Up

CREATE POLICY tenant ON chain_blocks USING (CASE
    WHEN coalesce(current_setting('axioma.tenant', true), '') = ''
        OR business_id = current_setting('axioma.tenant', true) THEN true END IS NOT NULL);
ALTER TABLE chain_blocks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
