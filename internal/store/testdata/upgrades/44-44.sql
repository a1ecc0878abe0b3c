INSERT INTO passes (business_id, customer_id, serial, says, version, modified_at) VALUES ('$shop', '$shop-eva', '$shop-pass', 'says', 3, 5000);
INSERT INTO pass_holders (business_id, customer_id, holder, push_token, registered_at, push_at, push_urgency, push_claim, push_tries, pushed_at)
VALUES ('$shop', '$shop-eva', '$shop-telephone', 'token', 5, 6, 1, 'claim', 2, 4);
INSERT INTO pass_holders (business_id, customer_id, holder, push_token, registered_at, vendor) VALUES ('$shop', '$shop-eva', 'google:', 'google:', 5, 'GOOGLE');
INSERT INTO google_passes (business_id, customer_id, says, stamps, owed, noticed, heard_at) VALUES ('$shop', '$shop-eva', 'says', 5, 'HALF', '7 6', 8);
