UPDATE businesses SET wa_phone_number_id = '1065', wa_codes_allowed = FALSE WHERE id = '$shop';
