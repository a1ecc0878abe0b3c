-- Undoing an import removes cards and customers. The database then looks for the visits and the rewards that refer to
-- them: without these indexes among all of the business, for each customer.

-- +goose Up

CREATE INDEX visits_of_card ON visits (business_id, card_id);
CREATE INDEX rewards_redeemed_by_customer ON rewards (business_id, redeemed_customer_id) WHERE redeemed_customer_id IS NOT NULL;
