INSERT INTO grants_under_way (business_id, after_card) VALUES ('$shop', '$shop-of-ana');
