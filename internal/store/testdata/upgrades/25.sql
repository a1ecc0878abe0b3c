UPDATE customers SET phone_unproved = TRUE WHERE id = '$shop-eva';
INSERT INTO login_codes (scope, phone_key, asker, code_hash, tries_left, expires_at, business_id, customer_id, message_id) VALUES
	('$shop', '$shop-phone', 'one', '$shop-code', 5, 9, '$shop', '$shop-ana', '$shop-w3'), ('$shop', '$shop-phone', 'two', '$shop-code', 4, 9, NULL, NULL, NULL);
