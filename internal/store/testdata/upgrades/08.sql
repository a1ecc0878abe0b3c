UPDATE businesses SET birthday_messages = TRUE, quiet_from = '20:00' WHERE id = '$shop';
UPDATE customers SET signed_in_at = 6 WHERE id = '$shop-pia';
UPDATE consents SET replaced_at = 5 WHERE id = '$shop-c7';
INSERT INTO messages (business_id, id, customer_id, phone, kind, text, status, created_at, occasion) VALUES
	('$shop', '$shop-w8', '$shop-ana', '+34600000001', 'BIRTHDAY', 'Feliz', 'DROPPED', 6, '$shop-ana 2026');
