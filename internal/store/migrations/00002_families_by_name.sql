-- Families are listed by name and searched by a part of it. The program folds the search text (no
-- accents, lower case). For existing families, this migration folds the letters of Spanish.

-- +goose Up

ALTER TABLE families ADD COLUMN search TEXT NOT NULL DEFAULT '';

UPDATE families SET search = lower(
    replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(name,
    'Á', 'a'), 'É', 'e'), 'Í', 'i'), 'Ó', 'o'), 'Ú', 'u'), 'Ü', 'u'), 'Ñ', 'n'),
    'á', 'a'), 'é', 'e'), 'í', 'i'), 'ó', 'o'), 'ú', 'u'), 'ü', 'u'), 'ñ', 'n'));

CREATE INDEX families_by_name ON families (business_id, sort_key, id, search) WHERE archived_at IS NULL;
