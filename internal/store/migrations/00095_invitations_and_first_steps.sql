-- A member of the staff is invited by a link, with which they choose their password. An account has one
-- invitation at most. It is valid for the role and the token version of the account when it was made.

-- +goose Up

CREATE TABLE invitations (
    user_id       TEXT PRIMARY KEY REFERENCES users (id),
    token_hash    TEXT   NOT NULL UNIQUE,
    role          TEXT   NOT NULL,
    token_version BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL
);
CREATE INDEX invitations_ending ON invitations (expires_at);

-- What a business has marked in its first steps: words with a space between them, 'hidden' among them.
ALTER TABLE businesses ADD COLUMN first_steps TEXT;

-- Whether a card, or any card of a business, has the stamps of a paper card.
CREATE INDEX adjustments_opening ON adjustments (business_id, card_id) WHERE kind = 'OPENING';

-- A business that works with Axioma already needs no guide.
UPDATE businesses SET first_steps = 'HIDDEN' WHERE EXISTS (SELECT 1 FROM visits v WHERE v.business_id = businesses.id);
