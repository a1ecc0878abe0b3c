-- The control panel lists businesses by a part of their name, and messages newest first, all or
-- those with one status. It counts the messages that each business has sent. The program folds the
-- search text (no accents, lower case). For existing businesses, this migration folds the letters
-- of Spanish.

-- +goose Up

ALTER TABLE businesses ADD COLUMN search TEXT NOT NULL DEFAULT '';

UPDATE businesses SET search = lower(
    replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(name,
    'Á', 'a'), 'É', 'e'), 'Í', 'i'), 'Ó', 'o'), 'Ú', 'u'), 'Ü', 'u'), 'Ñ', 'n'),
    'á', 'a'), 'é', 'e'), 'í', 'i'), 'ó', 'o'), 'ú', 'u'), 'ü', 'u'), 'ñ', 'n'));

CREATE INDEX businesses_newest ON businesses (created_at, id, search);
CREATE INDEX messages_newest ON messages (created_at, id);
CREATE INDEX messages_by_status ON messages (status, created_at, id);
CREATE INDEX messages_sent ON messages (business_id, sent_at) WHERE sent_at IS NOT NULL;
