UPDATE messages SET sender = '1065' WHERE id = '$shop-w4';
