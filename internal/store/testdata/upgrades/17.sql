UPDATE visits SET received_at = 1767900000500, clock_skew_ms = -3 WHERE id = '$shop-6';
