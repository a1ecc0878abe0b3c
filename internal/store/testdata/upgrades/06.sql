INSERT INTO messages (business_id, id, customer_id, phone, kind, text, status, urgency, created_at, next_try_at, expires_at, tries, claim, claimed_until,
	tried_at, held_by, error, provider_id, sent_at, delivered_at, read_at) VALUES
	('$shop', '$shop-w5', '$shop-eva', '+34600000002', 'QR', 'Tu QR', 'SENDING', 2, 6, 7, 99, 2, 'claim', 8, 7, NULL, NULL, NULL, NULL, NULL, NULL),
	('$shop', '$shop-w6', '$shop-luz', '+34600000003', 'QR', 'Tu QR', 'READ', 1, 6, 0, 99, 1, NULL, NULL, 7, NULL, NULL, '$shop-wamid', 7, 8, 9),
	('$shop', '$shop-w7', '$shop-luz', '+34600000003', 'QR', 'Tu QR', 'UNKNOWN', 1, 6, 0, 99, 1, NULL, NULL, 7, 'PROVIDER', '131000', NULL, NULL, NULL, NULL);
INSERT INTO message_usage (business_id, day, used) VALUES ('$shop', '2026-01-05', 3);
