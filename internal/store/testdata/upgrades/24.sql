INSERT INTO attempts (key, used, ends_at) VALUES ('$shop-attempt', 4, 9);
UPDATE users SET tried_at = 5 WHERE id = '$shop-olga';
