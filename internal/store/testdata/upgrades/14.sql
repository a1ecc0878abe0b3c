INSERT INTO ended_sessions (id, expires_at) VALUES ('$shop-session', 9);
