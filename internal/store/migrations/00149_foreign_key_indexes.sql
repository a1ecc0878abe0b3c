-- Undoing an import removes cards and customers. The database then looks for the visits and the rewards that refer to
-- them: without these indexes among all of the business, for each customer. The business comes last, so that no query
-- walks through all of its visits by them.

-- +goose Up

CREATE INDEX visits_of_card ON visits (card_id, business_id);
CREATE INDEX rewards_redeemed_by_customer ON rewards (redeemed_customer_id, business_id) WHERE redeemed_customer_id IS NOT NULL;
