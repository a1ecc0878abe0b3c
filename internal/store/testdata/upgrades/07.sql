INSERT INTO notices (id, body, received_at, next_try_at, tries, done_at) VALUES ('$shop-n1', 'body', 1, 2, 1, NULL), ('$shop-n2', NULL, 1, 2, 1, 3);
INSERT INTO inbound_messages (id, received_at) VALUES ('$shop-in', 4);
UPDATE customers SET phone_verified_at = 5 WHERE id = '$shop-sol';
INSERT INTO phone_proofs (code_hash, ticket_hash, scope, expires_at, business_id, customer_id, phone_key) VALUES
	('$shop-proof', '$shop-ticket', '$shop', 9, NULL, NULL, NULL), ('$shop-other', NULL, '$shop', 9, '$shop', '$shop-eva', 'key');
