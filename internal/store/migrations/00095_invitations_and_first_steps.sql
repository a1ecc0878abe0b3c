-- Links by which new staff choose their password. An account has at most one invitation, valid for
-- the role and token version at its creation.

-- +goose Up

CREATE TABLE invitations (
    user_id       TEXT PRIMARY KEY REFERENCES users (id),
    token_hash    TEXT   NOT NULL UNIQUE,
    role          TEXT   NOT NULL,
    token_version BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL
);
CREATE INDEX invitations_ending ON invitations (expires_at);

-- The first steps that the owner has marked: words separated by spaces, 'hidden' among them.
ALTER TABLE businesses ADD COLUMN first_steps TEXT;

-- Finds opening balances of a card, or of a business.
CREATE INDEX adjustments_opening ON adjustments (business_id, card_id) WHERE kind = 'OPENING';

-- A business with visits needs no guide.
UPDATE businesses SET first_steps = 'HIDDEN' WHERE EXISTS (SELECT 1 FROM visits v WHERE v.business_id = businesses.id);
