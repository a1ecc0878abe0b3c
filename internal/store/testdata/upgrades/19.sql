UPDATE businesses SET qr_key = 'secret' WHERE id = '$shop';
