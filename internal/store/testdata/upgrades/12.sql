UPDATE customers SET first_visit_day = '2026-01-05' WHERE visits_count > 0 AND business_id = '$shop';
