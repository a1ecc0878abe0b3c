-- Divides each table whose primary key contains the business into hash partitions by business
-- (decision 0055). Tables that are divided already stay as they are, so this runs again after an
-- upgrade that brought new ones.
--
-- Each unique key of a partitioned table must contain the partition key. Values that are unique
-- over all businesses (QR ids, serials, device tokens) move to partitions.directory, which names
-- the business of each. Triggers keep it.

CREATE SCHEMA IF NOT EXISTS partitions;

CREATE TABLE IF NOT EXISTS partitions.directory (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    business_id TEXT NOT NULL,
    PRIMARY KEY (kind, id)
);

-- It writes as the owner: the role that serves needs no right on this schema.
CREATE OR REPLACE FUNCTION partitions.keep_directory() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = partitions, pg_temp AS $$
DECLARE
    kind_of_id CONSTANT TEXT := TG_ARGV[0];
    col CONSTANT TEXT := TG_ARGV[1];
    old_id TEXT;
    new_id TEXT;
BEGIN
    IF TG_OP <> 'INSERT' THEN old_id := to_jsonb(OLD) ->> col; END IF;
    IF TG_OP <> 'DELETE' THEN new_id := to_jsonb(NEW) ->> col; END IF;
    IF old_id IS DISTINCT FROM new_id THEN
        IF old_id IS NOT NULL THEN
            DELETE FROM partitions.directory d WHERE d.kind = kind_of_id AND d.id = old_id;
        END IF;
        IF new_id IS NOT NULL THEN
            INSERT INTO partitions.directory VALUES (kind_of_id, new_id, NEW.business_id);
        END IF;
    END IF;
    RETURN NULL;
END
$$;

DO $$
DECLARE
    parts CONSTANT INTEGER := current_setting('axioma.partitions')::INTEGER;
    here CONSTANT OID := current_schema()::regnamespace;
    t RECORD;
    k RECORD;
    columns TEXT;
    part TEXT;
BEGIN
    -- The lookup of a QR locks 28 relations in each partition. Every connection may do that at the same time.
    IF current_setting('max_locks_per_transaction')::INTEGER < 28 * parts THEN
        RAISE EXCEPTION 'max_locks_per_transaction is %: set it to % or more, and restart PostgreSQL',
            current_setting('max_locks_per_transaction'), 28 * parts;
    END IF;

    CREATE TEMP TABLE divided ON COMMIT DROP AS
        SELECT c.oid, c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS fenced,
            array_to_string(c.reloptions, ', ') AS settings FROM pg_class c
        JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'business_id' AND a.attnum = ANY (i.indkey)
        WHERE c.relnamespace = here AND c.relkind = 'r' AND NOT c.relispartition;
    CREATE TEMP TABLE foreign_keys ON COMMIT DROP AS
        SELECT conname AS name, c.relname AS child, pg_get_constraintdef(f.oid) AS definition FROM pg_constraint f
        JOIN pg_class c ON c.oid = f.conrelid
        WHERE f.contype = 'f' AND f.conparentid = 0
            AND (f.conrelid IN (SELECT oid FROM divided) OR f.confrelid IN (SELECT oid FROM divided));
    CREATE TEMP TABLE keys ON COMMIT DROP AS
        SELECT i.indrelid, ic.relname AS name, i.indisunique, i.indisprimary, con.conname AS con,
            pg_get_indexdef(i.indexrelid) AS definition, pg_get_constraintdef(con.oid) AS con_definition,
            EXISTS (SELECT 1 FROM pg_attribute a
                WHERE a.attrelid = i.indrelid AND a.attname = 'business_id' AND a.attnum = ANY (i.indkey)) AS of_business,
            i.indnkeyatts AS cols, (SELECT min(a.attname) FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)) AS col
        FROM pg_index i JOIN pg_class ic ON ic.oid = i.indexrelid
        LEFT JOIN pg_constraint con ON con.conindid = i.indexrelid AND con.contype IN ('p', 'u')
        WHERE i.indrelid IN (SELECT oid FROM divided);
    CREATE TEMP TABLE fences ON COMMIT DROP AS
        SELECT tablename AS child, policyname AS name, cmd, qual FROM pg_policies
        WHERE schemaname = current_schema() AND tablename IN (SELECT name FROM divided);
    CREATE TEMP TABLE grants ON COMMIT DROP AS
        SELECT c.relname AS child, a.privilege_type AS privilege,
            CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::TEXT END AS role
        FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid IN (SELECT oid FROM divided) AND a.grantee <> c.relowner;

    FOR k IN
        SELECT tgrelid::regclass AS child, 'the trigger ' || tgname AS lost FROM pg_trigger
            WHERE tgrelid IN (SELECT oid FROM divided) AND NOT tgisinternal
        UNION ALL SELECT attrelid::regclass, 'the identity column ' || attname FROM pg_attribute
            WHERE attrelid IN (SELECT oid FROM divided) AND attidentity <> ''
        UNION ALL SELECT polrelid::regclass, 'the policy ' || polname FROM pg_policy
            WHERE polrelid IN (SELECT oid FROM divided) AND (polwithcheck IS NOT NULL OR polroles <> '{0}' OR NOT polpermissive)
        UNION ALL SELECT indrelid::regclass, 'the key ' || name FROM keys
            WHERE indisunique AND NOT of_business AND cols > 1
    LOOP
        RAISE EXCEPTION '% cannot be partitioned: % would be lost', k.child, k.lost;
    END LOOP;

    FOR k IN SELECT * FROM foreign_keys LOOP
        EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', k.child, k.name);
    END LOOP;

    FOR t IN SELECT * FROM divided LOOP
        EXECUTE format('ALTER TABLE %I RENAME TO %I', t.name, t.name || '_whole');
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING STORAGE)
            PARTITION BY HASH (business_id)', t.name, t.name || '_whole');
        FOR p IN 0 .. parts - 1 LOOP
            EXECUTE format('CREATE TABLE partitions.%I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
                t.name || '_' || p, t.name, parts, p);
            IF t.settings <> '' THEN
                EXECUTE format('ALTER TABLE partitions.%I SET (%s)', t.name || '_' || p, t.settings);
            END IF;
        END LOOP;
        SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
            WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
        EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM %I', t.name, columns, columns, t.name || '_whole');
        EXECUTE format('DROP TABLE %I', t.name || '_whole');

        FOR k IN SELECT * FROM keys WHERE indrelid = t.oid LOOP
            IF k.indisunique AND NOT k.of_business THEN
                EXECUTE format('CREATE INDEX %I ON %I (%I)', k.name, t.name, k.col);
                EXECUTE format('INSERT INTO partitions.directory SELECT %L, %I, business_id FROM %I WHERE %I IS NOT NULL',
                    t.name || '.' || k.col, k.col, t.name, k.col);
                EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR DELETE OR UPDATE OF %I ON %I
                    FOR EACH ROW EXECUTE FUNCTION partitions.keep_directory(%L, %L)',
                    'directory_of_' || k.col, k.col, t.name, t.name || '.' || k.col, k.col);
            ELSIF k.con IS NOT NULL THEN
                EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.name, k.con, k.con_definition);
            ELSE
                EXECUTE k.definition;
            END IF;
        END LOOP;

        FOR k IN SELECT * FROM grants WHERE child = t.name LOOP
            EXECUTE format('GRANT %s ON %I TO %s', k.privilege, k.child, k.role);
        END LOOP;
        FOR part IN SELECT relid::regclass::TEXT FROM pg_partition_tree(t.name::regclass) LOOP
            FOR k IN SELECT * FROM fences WHERE child = t.name LOOP
                EXECUTE format('CREATE POLICY %I ON %s FOR %s USING (%s)', k.name, part, k.cmd, k.qual);
            END LOOP;
            IF t.fenced THEN
                EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', part);
            END IF;
        END LOOP;
    END LOOP;

    FOR k IN SELECT * FROM foreign_keys LOOP
        EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', k.child, k.name,
            replace(k.definition, 'FOREIGN KEY (guardian_id) REFERENCES customers(id)',
                'FOREIGN KEY (business_id, guardian_id) REFERENCES customers(business_id, id)'));
    END LOOP;
END
$$;
