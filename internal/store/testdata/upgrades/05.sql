UPDATE businesses SET search = 'barberia' WHERE id = '$shop';
