INSERT INTO devices (business_id, id, name, created_at, created_by, code_hash, code_expires_at, token_hash, enrolled_at, seen_at, app_version, waiting,
	waiting_from_at, revoked_at, revoked_by) VALUES
	('$shop', '$shop-new', 'Caja', 1, '$shop-olga', '$shop-device', 9, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL),
	('$shop', '$shop-gone', 'Tablet', 1, '$shop-olga', NULL, NULL, '$shop-token', 2, 3, '1', 2, 3, 4, '$shop-olga');
UPDATE visits SET device_id = '$shop-gone' WHERE id = '$shop-4';
INSERT INTO handed_visits (business_id, id, device_id, key, customer_id, phone, name, notes, authorized, scanned_by, visited_at, received_at, clock_skew_ms,
	outcome, visit_id, settled_at, settled_by) VALUES
	('$shop', '$shop-h1', '$shop-gone', 'k1', '$shop-luz', NULL, 'Luz', NULL, FALSE, '$shop-bea', 1767700000000, 1767700000009, NULL, 'REGISTERED', '$shop-4', 1767700000010, '$shop-olga'),
	('$shop', '$shop-h2', '$shop-gone', 'k2', NULL, '+34600000009', 'Otra', 'barba', TRUE, NULL, 5, 6, 1, NULL, NULL, NULL, NULL);
