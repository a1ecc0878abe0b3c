INSERT INTO settings (name, value) VALUES ('of $shop', 'kept');
INSERT INTO businesses (id, name, status, time_zone, country, visit_target, vip_visit_target, half_reward_enabled, welcome_text,
	wa_enabled, wa_from, wa_rate_per_minute, wa_daily_cap, wa_monthly_cap, wa_free_credits, created_at)
	VALUES ('$shop', 'Barberia', 'ACTIVE', 'Europe/Madrid', 'ES', 10, 4, TRUE, 'Hola', TRUE, '+34600111222', 20, 250, 5000, 1000, 1);
INSERT INTO users (id, business_id, email, name, role, password_hash, token_version, disabled_at, created_at) VALUES
	('$shop-olga', '$shop', 'olga@$shop.test', 'Olga', 'OWNER', 'hash', 3, NULL, 1), ('$shop-bea', '$shop', 'bea@$shop.test', 'Bea', 'BARBER', 'hash', 1, 9, 2);
INSERT INTO families (business_id, id, name, sort_key, policy, created_at, archived_at) VALUES
	('$shop', '$shop-ruiz', 'Ruiz', 'ruiz', 'POOL', 1, NULL), ('$shop', '$shop-gil', 'Gil', 'gil', 'INDIVIDUAL', 1, 9);
INSERT INTO customers (business_id, id, name, sort_key, phone, email, birthday, notes, tag, search, visits_count, last_visit_at,
	family_id, family_role, created_at, archived_at, merged_into) VALUES
	('$shop', '$shop-ana', 'Ana', 'ana', '+34600000001', 'ana@ana.test', '2001-02-28', 'flequillo', 'TARJETA', 'ana', 1, 1767600000000, '$shop-ruiz', 'PRIMARY', 3, NULL, NULL),
	('$shop', '$shop-eva', 'Eva', 'eva', '+34600000002', NULL, NULL, NULL, 'TARJETA', 'eva', 0, NULL, NULL, NULL, 3, NULL, NULL),
	('$shop', '$shop-luz', 'Luz', 'luz', '+34600000003', NULL, NULL, NULL, 'VIP', 'luz', 5, 1768000000000, NULL, NULL, 3, NULL, NULL),
	('$shop', '$shop-pia', 'Pia', 'pia', '+34600000004', NULL, NULL, NULL, 'TARJETA', 'pia', 0, NULL, NULL, NULL, 3, NULL, NULL),
	('$shop', '$shop-sol', 'Sol', 'sol', '+34600000005', NULL, NULL, NULL, 'TARJETA', 'sol', 0, NULL, NULL, NULL, 3, NULL, NULL),
	('$shop', '$shop-ines', 'Ines', 'ines', '+34600000006', NULL, NULL, NULL, 'TARJETA', 'ines', 0, NULL, NULL, NULL, 3, NULL, NULL),
	('$shop', '$shop-mar', 'Mar', 'mar', '+34600000001', NULL, NULL, NULL, 'TARJETA', 'mar', 0, NULL, NULL, NULL, 2, 8, '$shop-ana');
INSERT INTO cards (business_id, id, customer_id, family_id, stamps) VALUES
	('$shop', '$shop-of-ruiz', NULL, '$shop-ruiz', 1), ('$shop', '$shop-of-gil', NULL, '$shop-gil', 0), ('$shop', '$shop-of-ana', '$shop-ana', NULL, 0),
	('$shop', '$shop-of-eva', '$shop-eva', NULL, 0), ('$shop', '$shop-of-luz', '$shop-luz', NULL, 5), ('$shop', '$shop-of-pia', '$shop-pia', NULL, 0),
	('$shop', '$shop-of-sol', '$shop-sol', NULL, 0), ('$shop', '$shop-of-ines', '$shop-ines', NULL, 0), ('$shop', '$shop-of-mar', '$shop-mar', NULL, 0);
INSERT INTO visits (business_id, id, customer_id, card_id, visited_at, local_day, day_slot, stamp_number, card_target, card_half, notes,
	registered_by, authorized_by, deleted_at, deleted_by) VALUES
	('$shop', '$shop-1', '$shop-ana', '$shop-of-ruiz', 1767600000000, '2026-01-05', 0, 1, 10, 5, 'navaja', '$shop-olga', NULL, NULL, NULL),
	('$shop', '$shop-2', '$shop-luz', '$shop-of-luz', 1767600000001, '2026-01-05', 0, 1, 10, 5, NULL, '$shop-olga', NULL, NULL, NULL),
	('$shop', '$shop-3', '$shop-luz', '$shop-of-luz', 1767600000002, '2026-01-05', 1, 2, 10, 5, NULL, '$shop-bea', '$shop-olga', NULL, NULL),
	('$shop', '$shop-4', '$shop-luz', '$shop-of-luz', 1767700000000, '2026-01-06', 0, 3, 10, 5, NULL, '$shop-olga', NULL, NULL, NULL),
	('$shop', '$shop-5', '$shop-luz', '$shop-of-luz', 1767800000000, '2026-01-07', 0, 4, 10, 5, NULL, '$shop-olga', NULL, NULL, NULL),
	('$shop', '$shop-6', '$shop-luz', '$shop-of-luz', 1767900000000, '2026-01-08', 0, 5, 10, 5, NULL, '$shop-olga', NULL, NULL, NULL),
	('$shop', '$shop-7', '$shop-luz', '$shop-of-luz', 1768000000000, '2026-01-04', NULL, 6, 10, 5, NULL, '$shop-olga', NULL, 1768000000001, '$shop-olga');
INSERT INTO rewards (business_id, id, card_id, customer_id, kind, status, milestone, created_at, redeemed_at, redeemed_day, redeemed_customer_id, redeemed_by) VALUES
	('$shop', '$shop-half', '$shop-of-luz', '$shop-luz', 'HALF', 'REDEEMED', 5, 1767900000000, 1767900000001, '2026-01-08', '$shop-luz', '$shop-bea'),
	('$shop', '$shop-free', '$shop-of-luz', '$shop-luz', 'FREE', 'CANCELLED', 10, 1767900000000, NULL, NULL, NULL, NULL),
	('$shop', '$shop-welcome', '$shop-of-eva', '$shop-eva', 'WELCOME', 'PENDING', 0, 3, NULL, NULL, NULL, NULL);
INSERT INTO consents (business_id, id, customer_id, kind, granted, given_at, form, text_version) VALUES
	('$shop', '$shop-c1', '$shop-eva', 'PRIVACY', TRUE, 3, 'PUBLIC_REGISTER', '1'), ('$shop', '$shop-c2', '$shop-luz', 'PRIVACY', TRUE, 3, 'PUBLIC_REGISTER', '1'),
	('$shop', '$shop-c3', '$shop-pia', 'PRIVACY', TRUE, 3, 'PUBLIC_REGISTER', '1'), ('$shop', '$shop-c4', '$shop-sol', 'PRIVACY', TRUE, 3, 'PUBLIC_REGISTER', '1'),
	('$shop', '$shop-c5', '$shop-mar', 'PRIVACY', TRUE, 3, 'PUBLIC_REGISTER', '1'), ('$shop', '$shop-c6', '$shop-ines', 'PRIVACY', TRUE, 3, 'STAFF', '1'),
	('$shop', '$shop-c7', '$shop-eva', 'WHATSAPP', TRUE, 3, 'PUBLIC_REGISTER', '1'), ('$shop', '$shop-c8', '$shop-eva', 'WHATSAPP', FALSE, 5, 'UNSUBSCRIBE', '1');
INSERT INTO merges (business_id, id, kept_id, merged_id, merged_at, merged_by, undone_at, undone_by, moved) VALUES
	('$shop', '$shop-m', '$shop-ana', '$shop-mar', 8, '$shop-olga', NULL, NULL, '{"moved":1}');
INSERT INTO audit_events (business_id, id, at, actor_id, action, subject_id, detail) VALUES
	('$shop', '$shop-a1', 2, NULL, 'customer.registered', '$shop-eva', NULL), ('$shop', '$shop-a2', 1767900000001, '$shop-bea', 'reward.redeemed', '$shop-half', '$shop-luz');
INSERT INTO idempotency_keys (business_id, key, request, answer, created_at) VALUES ('$shop', '$shop-key', 'visit', '{"id":"$shop-1"}', 3);
INSERT INTO messages (business_id, id, customer_id, phone, kind, text, status, created_at, sent_at) VALUES
	('$shop', '$shop-w1', '$shop-eva', '+34600000002', 'QR', 'Tu QR', 'QUEUED', 3, NULL), ('$shop', '$shop-w2', '$shop-luz', '+34600000003', 'QR', 'Tu QR', 'SENT', 3, 4),
	('$shop', '$shop-w3', NULL, '+34600000009', 'OTP', '123456', 'FAILED', 3, NULL), ('$shop', '$shop-w4', '$shop-ana', '+34600000001', 'REPLY', 'De nada', 'QUEUED', 5, NULL);
