-- Searches see a blank where a name has an apostrophe, and nothing where it has the
-- Catalan middle dot. The texts that were folded before are folded again; names stay.

-- +goose Up

UPDATE customers SET search = replace(search, '''', ' ') WHERE search LIKE '%''%';
UPDATE customers SET search = replace(search, '·', '') WHERE search LIKE '%·%';
UPDATE customers SET search = replace(search, 'ŀ', 'l') WHERE search LIKE '%ŀ%';
UPDATE families SET search = replace(search, '''', ' ') WHERE search LIKE '%''%';
UPDATE families SET search = replace(search, '·', '') WHERE search LIKE '%·%';
UPDATE families SET search = replace(search, 'ŀ', 'l') WHERE search LIKE '%ŀ%';
UPDATE businesses SET search = replace(search, '''', ' ') WHERE search LIKE '%''%';
UPDATE businesses SET search = replace(search, '·', '') WHERE search LIKE '%·%';
UPDATE businesses SET search = replace(search, 'ŀ', 'l') WHERE search LIKE '%ŀ%';
