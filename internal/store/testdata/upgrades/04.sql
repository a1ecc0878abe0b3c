UPDATE businesses SET legal_name = 'Olga Ruiz', tax_id = '00000000T', legal_address = 'Calle 1', contact_email = 'olga@$shop.test' WHERE id = '$shop';
UPDATE consents SET given_by = 'Eva' WHERE id = '$shop-c6';
INSERT INTO erasures (business_id, customer_id, requested_at, due_at, erased_at) VALUES ('$shop', '$shop-mar', 8, 9, NULL);
