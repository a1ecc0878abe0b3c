UPDATE users SET password_until = 9 WHERE id = '$shop-bea';
