-- Undoing an import removes cards and customers. For each, the database looks for visits and
-- rewards that refer to it. Without these indexes it would read all of the business. business_id
-- is last, so that no query scans the visits of a business by these indexes.

-- +goose Up

CREATE INDEX visits_of_card ON visits (card_id, business_id);
CREATE INDEX rewards_redeemed_by_customer ON rewards (redeemed_customer_id, business_id) WHERE redeemed_customer_id IS NOT NULL;
