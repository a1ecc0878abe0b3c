-- Marketing messages of a business, and indexes for retention.

-- +goose Up

-- Off until the owner switches them on. They are never sent in the quiet hours of the business's
-- time zone.
ALTER TABLE businesses ADD COLUMN birthday_messages BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE businesses ADD COLUMN one_more_messages BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE businesses ADD COLUMN quiet_from TEXT NOT NULL DEFAULT '21:00';
ALTER TABLE businesses ADD COLUMN quiet_to TEXT NOT NULL DEFAULT '10:00';

-- The occasion of a marketing message: a customer's birthday in a year, or a milestone of a card.
-- An occasion has one message.
ALTER TABLE messages ADD COLUMN occasion TEXT;
CREATE UNIQUE INDEX messages_one_an_occasion ON messages (business_id, kind, occasion) WHERE occasion IS NOT NULL;
CREATE INDEX messages_of_marketing ON messages (phone, business_id, created_at) WHERE occasion IS NOT NULL;

CREATE INDEX customers_by_birthday ON customers (substr(birthday, 6), business_id) WHERE archived_at IS NULL AND birthday IS NOT NULL;

-- The last sign-in to the portal. With visits and consents it shows that the customer is still
-- active.
ALTER TABLE customers ADD COLUMN signed_in_at BIGINT;

-- When the next entry on the same purpose was added. NULL: this entry is in force.
ALTER TABLE consents ADD COLUMN replaced_at BIGINT;
UPDATE consents SET replaced_at = (
    SELECT min(n.given_at) FROM consents n
    WHERE n.business_id = consents.business_id AND n.customer_id = consents.customer_id AND n.kind = consents.kind
    AND (n.given_at, n.id) > (consents.given_at, consents.id));

-- These indexes find expired rows, and contain only rows that may expire.
CREATE INDEX consents_replaced ON consents (replaced_at) WHERE replaced_at IS NOT NULL;
CREATE INDEX customers_by_age ON customers (created_at) WHERE archived_at IS NULL;
CREATE INDEX customers_blocked ON customers (archived_at) WHERE archived_at IS NOT NULL AND search <> '';
CREATE INDEX visits_with_notes ON visits (visited_at) WHERE notes IS NOT NULL;
CREATE INDEX merges_remembered ON merges (merged_at) WHERE moved <> '{}';
