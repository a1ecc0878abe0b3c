-- A welcome discount stores the business's text of the registration, which the business may change
-- later. For existing discounts, today's text is the best guess.

-- +goose Up

ALTER TABLE rewards ADD COLUMN promise TEXT;
UPDATE rewards SET promise = (SELECT b.welcome_text FROM businesses b WHERE b.id = rewards.business_id)
WHERE kind = 'WELCOME' AND status = 'PENDING';
