-- Messages that a business may send on its own account, and what the keeping
-- and destroying of personal data look for.

-- +goose Up

-- Off until the owner wants them, and never in the quiet hours of her own clock.
ALTER TABLE businesses ADD COLUMN birthday_messages BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE businesses ADD COLUMN one_more_messages BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE businesses ADD COLUMN quiet_from TEXT NOT NULL DEFAULT '21:00';
ALTER TABLE businesses ADD COLUMN quiet_to TEXT NOT NULL DEFAULT '10:00';

-- What a marketing message is for: a customer's birthday of a year, or a
-- milestone of a card. There is one for each, whoever writes it.
ALTER TABLE messages ADD COLUMN occasion TEXT;
CREATE UNIQUE INDEX messages_one_an_occasion ON messages (business_id, kind, occasion) WHERE occasion IS NOT NULL;
CREATE INDEX messages_of_marketing ON messages (phone, business_id, created_at) WHERE occasion IS NOT NULL;

CREATE INDEX customers_by_birthday ON customers (substr(birthday, 6), business_id) WHERE archived_at IS NULL AND birthday IS NOT NULL;

-- When the customer last entered her portal: with her visits and consents, what
-- shows that she is still there.
ALTER TABLE customers ADD COLUMN signed_in_at BIGINT;

-- The next entry on the same purpose, if there is one: an entry without stands.
ALTER TABLE consents ADD COLUMN replaced_at BIGINT;
UPDATE consents SET replaced_at = (
    SELECT min(n.given_at) FROM consents n
    WHERE n.business_id = consents.business_id AND n.customer_id = consents.customer_id AND n.kind = consents.kind
    AND (n.given_at, n.id) > (consents.given_at, consents.id));

-- What is too old is found by these, each as short as what may be due.
CREATE INDEX consents_replaced ON consents (replaced_at) WHERE replaced_at IS NOT NULL;
CREATE INDEX customers_by_age ON customers (created_at) WHERE archived_at IS NULL;
CREATE INDEX customers_blocked ON customers (archived_at) WHERE archived_at IS NOT NULL AND search <> '';
CREATE INDEX visits_with_notes ON visits (visited_at) WHERE notes IS NOT NULL;
CREATE INDEX merges_remembered ON merges (merged_at) WHERE moved <> '{}';
