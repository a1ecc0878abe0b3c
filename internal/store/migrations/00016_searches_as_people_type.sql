-- Search texts replace other apostrophes and hyphens by those of the keyboard, letters such as ø
-- by those typed here, and have no accents in e-mails. Existing search texts are converted; names
-- stay as they are.

-- +goose Up

UPDATE customers SET search = replace(search, '’', '''') WHERE search LIKE '%’%';
UPDATE customers SET search = replace(search, '‘', '''') WHERE search LIKE '%‘%';
UPDATE customers SET search = replace(search, 'ʼ', '''') WHERE search LIKE '%ʼ%';
UPDATE customers SET search = replace(search, '`', '''') WHERE search LIKE '%`%';
UPDATE customers SET search = replace(search, '´', '''') WHERE search LIKE '%´%';
UPDATE customers SET search = replace(search, '‐', '-') WHERE search LIKE '%‐%';
UPDATE customers SET search = replace(search, '‑', '-') WHERE search LIKE '%‑%';
UPDATE customers SET search = replace(search, '–', '-') WHERE search LIKE '%–%';
UPDATE customers SET search = replace(search, '—', '-') WHERE search LIKE '%—%';
UPDATE customers SET search = replace(search, 'ł', 'l') WHERE search LIKE '%ł%';
UPDATE customers SET search = replace(search, 'ø', 'o') WHERE search LIKE '%ø%';
UPDATE customers SET search = replace(search, 'đ', 'd') WHERE search LIKE '%đ%';
UPDATE customers SET search = replace(search, 'ı', 'i') WHERE search LIKE '%ı%';
UPDATE customers SET search = replace(search, 'ß', 'ss') WHERE search LIKE '%ß%';
UPDATE customers SET search = replace(search, 'æ', 'ae') WHERE search LIKE '%æ%';
UPDATE customers SET search = replace(search, 'œ', 'oe') WHERE search LIKE '%œ%';
UPDATE customers SET search = replace(search, 'á', 'a') WHERE search LIKE '%á%';
UPDATE customers SET search = replace(search, 'à', 'a') WHERE search LIKE '%à%';
UPDATE customers SET search = replace(search, 'â', 'a') WHERE search LIKE '%â%';
UPDATE customers SET search = replace(search, 'ã', 'a') WHERE search LIKE '%ã%';
UPDATE customers SET search = replace(search, 'ä', 'a') WHERE search LIKE '%ä%';
UPDATE customers SET search = replace(search, 'é', 'e') WHERE search LIKE '%é%';
UPDATE customers SET search = replace(search, 'è', 'e') WHERE search LIKE '%è%';
UPDATE customers SET search = replace(search, 'ê', 'e') WHERE search LIKE '%ê%';
UPDATE customers SET search = replace(search, 'ë', 'e') WHERE search LIKE '%ë%';
UPDATE customers SET search = replace(search, 'í', 'i') WHERE search LIKE '%í%';
UPDATE customers SET search = replace(search, 'ì', 'i') WHERE search LIKE '%ì%';
UPDATE customers SET search = replace(search, 'î', 'i') WHERE search LIKE '%î%';
UPDATE customers SET search = replace(search, 'ï', 'i') WHERE search LIKE '%ï%';
UPDATE customers SET search = replace(search, 'ó', 'o') WHERE search LIKE '%ó%';
UPDATE customers SET search = replace(search, 'ò', 'o') WHERE search LIKE '%ò%';
UPDATE customers SET search = replace(search, 'ô', 'o') WHERE search LIKE '%ô%';
UPDATE customers SET search = replace(search, 'õ', 'o') WHERE search LIKE '%õ%';
UPDATE customers SET search = replace(search, 'ö', 'o') WHERE search LIKE '%ö%';
UPDATE customers SET search = replace(search, 'ú', 'u') WHERE search LIKE '%ú%';
UPDATE customers SET search = replace(search, 'ù', 'u') WHERE search LIKE '%ù%';
UPDATE customers SET search = replace(search, 'û', 'u') WHERE search LIKE '%û%';
UPDATE customers SET search = replace(search, 'ü', 'u') WHERE search LIKE '%ü%';
UPDATE customers SET search = replace(search, 'ñ', 'n') WHERE search LIKE '%ñ%';
UPDATE customers SET search = replace(search, 'ç', 'c') WHERE search LIKE '%ç%';

UPDATE families SET search = replace(search, '’', '''') WHERE search LIKE '%’%';
UPDATE families SET search = replace(search, '‘', '''') WHERE search LIKE '%‘%';
UPDATE families SET search = replace(search, 'ʼ', '''') WHERE search LIKE '%ʼ%';
UPDATE families SET search = replace(search, '`', '''') WHERE search LIKE '%`%';
UPDATE families SET search = replace(search, '´', '''') WHERE search LIKE '%´%';
UPDATE families SET search = replace(search, '‐', '-') WHERE search LIKE '%‐%';
UPDATE families SET search = replace(search, '‑', '-') WHERE search LIKE '%‑%';
UPDATE families SET search = replace(search, '–', '-') WHERE search LIKE '%–%';
UPDATE families SET search = replace(search, '—', '-') WHERE search LIKE '%—%';
UPDATE families SET search = replace(search, 'ł', 'l') WHERE search LIKE '%ł%';
UPDATE families SET search = replace(search, 'ø', 'o') WHERE search LIKE '%ø%';
UPDATE families SET search = replace(search, 'đ', 'd') WHERE search LIKE '%đ%';
UPDATE families SET search = replace(search, 'ı', 'i') WHERE search LIKE '%ı%';
UPDATE families SET search = replace(search, 'ß', 'ss') WHERE search LIKE '%ß%';
UPDATE families SET search = replace(search, 'æ', 'ae') WHERE search LIKE '%æ%';
UPDATE families SET search = replace(search, 'œ', 'oe') WHERE search LIKE '%œ%';

UPDATE businesses SET search = replace(search, '’', '''') WHERE search LIKE '%’%';
UPDATE businesses SET search = replace(search, '‘', '''') WHERE search LIKE '%‘%';
UPDATE businesses SET search = replace(search, 'ʼ', '''') WHERE search LIKE '%ʼ%';
UPDATE businesses SET search = replace(search, '`', '''') WHERE search LIKE '%`%';
UPDATE businesses SET search = replace(search, '´', '''') WHERE search LIKE '%´%';
UPDATE businesses SET search = replace(search, '‐', '-') WHERE search LIKE '%‐%';
UPDATE businesses SET search = replace(search, '‑', '-') WHERE search LIKE '%‑%';
UPDATE businesses SET search = replace(search, '–', '-') WHERE search LIKE '%–%';
UPDATE businesses SET search = replace(search, '—', '-') WHERE search LIKE '%—%';
UPDATE businesses SET search = replace(search, 'ł', 'l') WHERE search LIKE '%ł%';
UPDATE businesses SET search = replace(search, 'ø', 'o') WHERE search LIKE '%ø%';
UPDATE businesses SET search = replace(search, 'đ', 'd') WHERE search LIKE '%đ%';
UPDATE businesses SET search = replace(search, 'ı', 'i') WHERE search LIKE '%ı%';
UPDATE businesses SET search = replace(search, 'ß', 'ss') WHERE search LIKE '%ß%';
UPDATE businesses SET search = replace(search, 'æ', 'ae') WHERE search LIKE '%æ%';
UPDATE businesses SET search = replace(search, 'œ', 'oe') WHERE search LIKE '%œ%';
