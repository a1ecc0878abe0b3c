UPDATE customers SET email = 'eva@eva.test' WHERE id = '$shop-eva';
UPDATE customers SET email = 'mar@mar.test' WHERE id = '$shop-mar';
