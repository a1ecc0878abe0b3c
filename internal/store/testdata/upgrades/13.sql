UPDATE phone_proofs SET phone_hidden = TRUE WHERE code_hash = '$shop-proof';
