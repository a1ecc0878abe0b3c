-- Search texts have a blank for an apostrophe, and nothing for the Catalan middle dot. Existing
-- search texts are converted; names stay.

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
