-- A card's rewards that are owed have an index. Those that deleted visits have
-- cancelled get one too: whoever looks for both need not read every reward that
-- the card was ever given. No check-in writes to it.

-- +goose Up

CREATE INDEX rewards_withheld ON rewards (business_id, card_id, status) WHERE status = 'CANCELLED';
