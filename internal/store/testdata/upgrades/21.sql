INSERT INTO business_keys (key, business_id, request, created_at) VALUES ('$shop-key', '$shop', 'open', 1);
