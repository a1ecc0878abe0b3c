-- A welcome discount keeps what the business promised at the registration, also when the
-- business changes its text later. For discounts that wait already, today's text is the best guess.

-- +goose Up

ALTER TABLE rewards ADD COLUMN promise TEXT;
UPDATE rewards SET promise = (SELECT b.welcome_text FROM businesses b WHERE b.id = rewards.business_id)
WHERE kind = 'WELCOME' AND status = 'PENDING';
