-- Visits and audit events are inserted once and rarely changed. By default autovacuum processes
-- such a table only after it has grown by a fifth, and then reads and freezes all new pages at
-- once. Here it runs after each 100,000 rows and freezes them, so no later vacuum reads their
-- pages again (decision 0059).

-- +goose Up

-- +goose StatementBegin
DO $$
DECLARE
    leaf REGCLASS;
BEGIN
    FOR leaf IN
        SELECT coalesce(l.relid, c.oid) FROM pg_class c
        LEFT JOIN LATERAL (SELECT relid FROM pg_partition_tree(c.oid) WHERE isleaf) l ON true
        WHERE c.relname IN ('visits', 'audit_events') AND c.relnamespace = current_schema()::regnamespace
    LOOP
        EXECUTE format('ALTER TABLE %s SET (autovacuum_vacuum_insert_scale_factor = 0,
            autovacuum_vacuum_insert_threshold = 100000, autovacuum_freeze_min_age = 0)', leaf);
    END LOOP;
END
$$;
-- +goose StatementEnd
