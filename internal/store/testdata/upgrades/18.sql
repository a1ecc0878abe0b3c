UPDATE customers SET version = 7 WHERE id = '$shop-ana';
