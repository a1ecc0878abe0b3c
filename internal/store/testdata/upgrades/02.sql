UPDATE families SET search = sort_key WHERE business_id = '$shop';
