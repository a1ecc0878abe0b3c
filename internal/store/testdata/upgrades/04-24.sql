INSERT INTO login_codes (scope, phone_key, code_hash, tries_left, expires_at, business_id, customer_id) VALUES
	('$shop', '$shop-phone', '$shop-code', 5, 9, '$shop', '$shop-ana'), ('', '$shop-phone', '$shop-code', 4, 9, NULL, NULL);
