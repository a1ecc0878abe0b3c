-- Owed rewards of a card have an index. Rewards cancelled by deleted visits get one too, so that
-- queries for both need not read all rewards of the card. A check-in does not write this index.

-- +goose Up

CREATE INDEX rewards_withheld ON rewards (business_id, card_id, status) WHERE status = 'CANCELLED';
