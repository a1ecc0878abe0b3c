-- Row-level security as a second protection between businesses (decision 0048). A transaction of a
-- business names it in the setting axioma.tenant. PostgreSQL then lets it read and write the rows
-- of that business, and read rows without a business, whatever its queries say. A transaction
-- without the setting sees all rows. Superusers and roles with BYPASSRLS are exempt. The planner
-- takes IS NOT NULL for true of almost all rows. It would take another form for selective, which
-- would distort its estimates. PostgreSQL uses an index for a condition only if no function in it
-- could reveal a row before the policy hides it. So two expressions become columns.

-- +goose Up

-- +goose StatementBegin
DO $$
DECLARE
    t RECORD;
BEGIN
    FOR t IN
        SELECT c.relname AS name, a.attname AS key, a.attnotnull
        FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
            AND (a.attname = 'business_id' OR c.relname = 'businesses' AND a.attname = 'id')
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
    LOOP
        EXECUTE format(
            'CREATE POLICY tenant ON %I USING (CASE
                WHEN coalesce(current_setting(''axioma.tenant'', true), '''') = ''''
                    OR %I = current_setting(''axioma.tenant'', true) THEN true END IS NOT NULL)', t.name, t.key);
        IF NOT t.attnotnull THEN
            EXECUTE format('CREATE POLICY of_none ON %I FOR SELECT USING (%I IS NULL)', t.name, t.key);
        END IF;
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t.name);
    END LOOP;
END
$$;
-- +goose StatementEnd

ALTER TABLE customers
    ADD COLUMN phone_end TEXT GENERATED ALWAYS AS (substr(phone, length(phone) - 6)) STORED,
    ADD COLUMN birthday_day TEXT GENERATED ALWAYS AS (substr(birthday, 6)) STORED;
DROP INDEX customers_by_phone_end;
CREATE INDEX customers_by_phone_end ON customers (phone_end, business_id) WHERE archived_at IS NULL;
DROP INDEX customers_by_birthday;
CREATE INDEX customers_by_birthday ON customers (birthday_day, business_id)
    WHERE archived_at IS NULL AND birthday IS NOT NULL;
